#!/usr/bin/env python3
"""What is installed can be used: check_install.py ROOT BUILD

Installs into a fresh folder; lets the installed program write plugins; builds, in one project outside of the tree,
a program on the libraries, plugins in C and in C++ and those just written; runs them all."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def run(*command, folder, env=None):
    """Standard output of a command that must succeed."""
    done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, encoding="utf-8",
                          check=False, env={**os.environ, **(env or {})})
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ends with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def cached(build, name):
    found = re.search(rf"(?m)^{name}:\w+=(.*)$", Path(build, "CMakeCache.txt").read_text(encoding="utf-8"))
    return found.group(1) if found else ""


def expect(condition, what):
    if not condition:
        sys.exit(f"failed: {what}")


def main(root, build):
    root = Path(root).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prefix, work = folder / "prefix", folder / "work"
        work.mkdir()
        run("cmake", "--install", build, "--prefix", prefix, folder=folder)
        uq = prefix / "bin/uq"
        expect((prefix / "share/uq/gallery/ishigami.toml").exists(), "the gallery is installed")
        targets = "".join(p.read_text(encoding="utf-8") for p in prefix.rglob("*.cmake"))
        expect(str(root) not in targets and str(build) not in targets, "the package names no folder of the build")

        run(uq, "new-plugin", "mine", folder=work)
        run(uq, "new-plugin", "--c", "mine_c", folder=work)
        flags = f"-fsanitize={cached(build, 'UQ_SANITIZE')}" if cached(build, "UQ_SANITIZE") else ""
        run("cmake", "-G", "Ninja", "-S", root / "tests/build/consumer", "-B", folder / "build",
            f"-DCMAKE_PREFIX_PATH={prefix}", f"-DEXAMPLES={root / 'perfmodels/plugin/examples'}", f"-DWRITTEN={work}",
            f"-DCMAKE_CXX_COMPILER={cached(build, 'CMAKE_CXX_COMPILER')}",
            f"-DCMAKE_C_COMPILER={cached(build, 'CMAKE_C_COMPILER')}", f"-DCMAKE_CXX_FLAGS={flags}",
            f"-DCMAKE_C_FLAGS={flags}", folder=folder)
        run("cmake", "--build", folder / "build", folder=folder)
        print(run(folder / "build/consumer", folder / "build/libroofline_c.so", folder=folder), end="")

        trusted = {"XDG_CONFIG_HOME": str(folder / "config")}
        for plugin in (folder / "build/libroofline_c.so", folder / "build/libroofline_cpp.so",
                       work / "mine/build/libmine.so", work / "mine_c/build/libmine_c.so"):
            said = run(uq, "check-plugin", plugin, folder=folder)
            expect(" 0 errors" in said, said)
        tables = {}
        for plugin in ("mine", "mine_c"):
            library = work / plugin / f"build/lib{plugin}.so"
            said = run(uq, "check-plugin", library, folder=folder)
            expect(" 0 warnings" in said, f"a new plugin has no warnings:\n{said}")
            run(uq, "trust", library, folder=folder, env=trusted)
            tables[plugin] = run(uq, "run", work / plugin / "study.toml", folder=folder, env=trusted)
            expect("bandwidth" in tables[plugin], tables[plugin])
        same = [re.search(r"(?s)drivers: .*rows", table).group() for table in tables.values()]
        expect(same[0] == same[1], "the plugins in C and in C++ give the same indices")
    print("installed, built outside of the tree, run")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
