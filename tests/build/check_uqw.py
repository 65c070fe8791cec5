#!/usr/bin/env python3
"""The logic of ./uqw, on a copy of it whose tools (apt-get, dpkg-query, sudo, cmake, ctest …) are scripts that
write down how they were called. `check_uqw.py ROOT`."""

import os
import select
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
REAL = ["bash", "awk", "sed", "grep", "mkdir", "rm", "cat", "nproc", "dirname", "env", "flock", "sleep", "tail"]
LOG = 'echo "${0##*/} $*" >>"$LOGFILE"\n'
FAKE = {
    "id": 'echo "${FAKE_UID:-0}"',
    "dpkg-query": 'while read -r p; do echo "installed $p"; done <"$INSTALLED"',
    "apt-get": LOG + '[[ $* == *" update" && -n ${NO_UPDATE:-} ]] && exit 100\n'
               '[[ $* == *" install "* ]] || exit 0\n[[ -z ${NO_INSTALL:-} ]] || { echo "E: no route"; exit 100; }\n'
               'for p in "$@"; do [[ $p == -* ]] || echo "$p" >>"$INSTALLED"; done',
    "sudo": LOG + 'exec "$@"',
    "ninja": "",
    "cmake": LOG + '''
if [[ $1 == --build ]]; then
  while [[ -n ${GATE:-} && ! -e $GATE ]]; do sleep 0.05; done
  for i in {1..200}; do echo "[$i/200] Building $i"; done
  [[ -z ${BROKEN:-} ]] || { echo "x.cpp:1: error: broken"; exit 1; }
  mkdir -p "$2/bin"; printf '#!/bin/sh\\necho "uq $*"; exit 3\\n' >"$2/bin/uq"; /bin/chmod +x "$2/bin/uq"
  echo "end" >>"$LOGFILE"
else
  mkdir -p build; : >build/build.ninja
  { echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD"; echo "CMAKE_GENERATOR:INTERNAL=Ninja"
    for a in "$@"; do [[ $a == UQ_*=ON ]] && echo "${a%=ON}:BOOL=ON"; done; true; } >build/CMakeCache.txt
fi''',
    "ctest": LOG + '''
for i in {1..300}; do echo "        Start $i: core: t"; echo "$i/300 Test $i: core: t ....   Passed    0.01 sec"; done
echo "301/301 Test #301: core: u ...***Failed    0.01 sec"; echo "99% tests passed, 1 tests failed out of 301"; exit 8''',
}


class Uqw(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.tree, tools = self.folder / "a tree", self.folder / "tools"
        self.tree.mkdir(), tools.mkdir()
        self.tools = tools
        for name in ("uqw", "packages.txt"):
            shutil.copy(ROOT / name, self.tree)
        for name in REAL:
            (tools / name).symlink_to(shutil.which(name))
        for name, body in FAKE.items():
            (tools / name).write_text("#!/bin/bash\n" + body + "\n", encoding="utf-8")
            (tools / name).chmod(0o755)
        self.log, self.installed = self.folder / "log", self.folder / "installed"
        self.log.touch(), self.installed.touch()
        self.env = {"PATH": str(tools), "LOGFILE": str(self.log), "INSTALLED": str(self.installed)}

    def uqw(self, *arguments, **env):
        self.log.write_text("", encoding="utf-8")
        return subprocess.run([str(self.tree / "uqw"), *arguments], env={**self.env, **env}, cwd=self.folder,
                              capture_output=True, text=True, encoding="utf-8", check=False, timeout=300)

    def calls(self, tool=""):
        return [line for line in self.log.read_text(encoding="utf-8").splitlines() if line.startswith(tool)]

    def section(self, name):
        part = (ROOT / "packages.txt").read_text(encoding="utf-8").split(f"\n[{name}]\n")[1].split("\n[")[0]
        return {line.split()[0] for line in part.splitlines() if line.split("#")[0].strip()}

    def test_help_runs_nothing(self):
        for arguments, code in (((), 2), (("--help",), 0), (("-h",), 0)):
            done = self.uqw(*arguments)
            self.assertEqual(done.returncode, code)
            self.assertIn("usage: ./uqw run STUDY.toml", done.stdout + done.stderr)
            self.assertEqual(self.calls(), [])

    def test_first_call_installs_in_one_call_and_builds(self):
        done = self.uqw("run", "a b.toml", "-j2")
        self.assertEqual((done.stdout, done.returncode), ("uq run a b.toml -j2\n", 3))
        installs = [call for call in self.calls("apt-get") if " install " in call]
        self.assertEqual(len(installs), 1)
        self.assertEqual({w for w in installs[0].split() if w in self.section("build")}, self.section("build"))
        self.assertEqual(set(self.section("test")) & set(installs[0].split()), set())
        self.assertEqual(self.calls("sudo"), [])

    def test_second_call_neither_installs_nor_configures(self):
        self.uqw("run", "x")
        self.uqw("run", "x")
        self.assertEqual(self.calls("apt-get"), [])
        self.assertEqual([call for call in self.calls("cmake") if "--build" not in call], [])

    def test_tests_configure_once_more_and_only_once(self):
        self.uqw("build")
        for expected in (1, 0):
            self.uqw("test")
            self.assertEqual(sum("UQ_TESTS=ON" in call for call in self.calls("cmake")), expected)
        self.uqw("build")
        self.assertEqual([call for call in self.calls("cmake") if "--build" not in call], [])

    def test_arguments_reach_ctest_and_its_code_comes_back(self):
        done = self.uqw("test", "-L", "fast", "-R", "a b")
        self.assertIn("-L fast -R a b", self.calls("ctest")[0])
        self.assertEqual(done.returncode, 8)

    def test_output_away_from_a_terminal_is_short_and_keeps_failures(self):
        done = self.uqw("test", CI="true")
        self.assertIn("***Failed", done.stdout)
        self.assertEqual(done.stdout.splitlines()[-1], "99% tests passed, 1 tests failed out of 301")
        self.assertLess(len((done.stdout + done.stderr).splitlines()), 40)
        self.assertIn("uqw: built 100 of 200", done.stderr)

    def test_a_failed_build_shows_the_log_without_progress(self):
        done = self.uqw("build", BROKEN="1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("x.cpp:1: error: broken", done.stderr)
        self.assertNotIn("[7/200]", done.stderr)
        self.assertEqual(self.uqw("run", "x", BROKEN="1").stdout, "")

    def test_sudo_is_used_by_others_than_root(self):
        self.uqw("build", FAKE_UID="1000")
        self.assertEqual(len(self.calls("sudo")), len(self.calls("apt-get")))
        self.assertEqual(len(self.calls("sudo")), 2)

    def test_without_root_and_sudo_the_packages_are_named(self):
        (self.tools / "sudo").unlink()
        done = self.uqw("build", FAKE_UID="1000")
        self.assertEqual(done.returncode, 5)
        self.assertIn("libeigen3-dev", done.stderr)
        self.assertEqual(self.calls("cmake"), [])
        self.installed.write_text("\n".join(self.section("build")) + "\n", encoding="utf-8")
        self.assertEqual(self.uqw("build", FAKE_UID="1000").returncode, 0)

    def test_an_alternative_is_enough(self):
        rest = self.section("build") - {"libboost-dev"}
        self.installed.write_text("\n".join(rest | {"libboost1.81-dev"}) + "\n", encoding="utf-8")
        self.uqw("build")
        self.assertEqual(self.calls("apt-get"), [])

    def test_an_update_that_fails_is_not_the_end_but_a_failed_install_is(self):
        done = self.uqw("build", NO_UPDATE="1", NO_INSTALL="1")
        self.assertEqual(done.returncode, 5)
        self.assertIn("could not install", done.stderr)
        self.assertIn("E: no route", done.stderr)
        self.assertEqual(self.uqw("build", NO_UPDATE="1").returncode, 0)

    def test_elsewhere_than_debian_it_goes_on_with_the_tools_there_are(self):
        (self.tools / "dpkg-query").unlink()
        done = self.uqw("build")
        self.assertEqual(done.returncode, 0)
        self.assertIn("libeigen3-dev", done.stderr)
        self.assertEqual(self.calls("apt-get"), [])
        (self.tools / "ninja").unlink()
        done = self.uqw("build")
        self.assertEqual(done.returncode, 5)
        self.assertIn("ninja is missing", done.stderr)

    def test_a_foreign_configuration_is_replaced(self):
        for line in ("CMAKE_GENERATOR:INTERNAL=Unix Makefiles", "CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere"):
            self.uqw("build")
            cache = self.tree / "build/CMakeCache.txt"
            key = line.split(":")[0]
            cache.write_text("".join((line if old.startswith(key) else old) + "\n"
                                     for old in cache.read_text(encoding="utf-8").splitlines()), encoding="utf-8")
            done = self.uqw("build")
            self.assertIn("configuring afresh", done.stderr)
            self.assertIn("--fresh", self.calls("cmake")[0])
            cache.unlink()

    def test_two_at_once_build_one_after_the_other(self):
        self.uqw("build")
        self.log.write_text("", encoding="utf-8")
        gate = self.folder / "gate"
        first, second = (subprocess.Popen([str(self.tree / "uqw"), "build"], env={**self.env, "GATE": str(gate)},
                                          stderr=subprocess.PIPE, text=True) for _ in range(2))
        # One of them holds the lock in its build until the gate opens, so the other must say that it waits.
        waits = select.select([first.stderr, second.stderr], [], [], 60)[0]
        gate.touch()
        said = "".join(one.communicate(timeout=300)[1] for one in (first, second))
        self.assertTrue(waits)
        self.assertIn("waiting for another ./uqw", said)
        self.assertEqual([call.split()[0] for call in self.calls()], ["cmake", "end", "cmake", "end"])

    def test_a_section_that_is_not_there_is_an_error(self):
        packages = self.tree / "packages.txt"
        packages.write_text(packages.read_text(encoding="utf-8").replace("[test]", "[tests]"), encoding="utf-8")
        done = self.uqw("test")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no section [test]", done.stderr)
        self.assertEqual(self.calls(), [])

    def test_ccache_gets_a_folder_when_there_is_no_home(self):
        self.uqw("build", HOME="/nonexistent")
        text = (self.tools / "cmake").read_text(encoding="utf-8")
        (self.tools / "cmake").write_text(text.replace("\n", '\necho "ccache $CCACHE_DIR" >>"$LOGFILE"\n', 1),
                                          encoding="utf-8")
        self.uqw("build", HOME="/nonexistent")
        self.assertIn(f"ccache {self.tree}/build/ccache", self.calls())
        self.uqw("build", CCACHE_DIR="/given")
        self.assertIn("ccache /given", self.calls())


if __name__ == "__main__":
    unittest.main()
