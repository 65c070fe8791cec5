"""Compiles single files for their diagnostics alone, with the flags of the build, several at once, and
skips what has not changed since it last passed."""

import hashlib
import json
import os
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def product_commands(build, folders):
    """Source file -> its flags (definitions, include paths, warnings), from compile_commands.json."""
    commands = {}
    for entry in json.loads(Path(build, "compile_commands.json").read_text(encoding="utf-8")):
        root, source = source_root(build), entry["file"]
        top = os.path.relpath(source, root).split(os.sep)[0]
        if top in folders and source.endswith(".cpp"):
            commands[source] = flags_of(shlex.split(entry["command"]), source)
    return commands


def source_root(build):
    for line in Path(build, "CMakeCache.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("CMAKE_HOME_DIRECTORY:INTERNAL="):
            return line.split("=", 1)[1]
    raise SystemExit(f"{build} is not a build folder")


def flags_of(words, source):
    """The command without launcher, compiler, files and precompiled header."""
    first = next(i for i, word in enumerate(words) if word.startswith("-"))
    flags, skip = [], 0
    for i, word in enumerate(words[first:], first):
        if skip:
            skip -= 1
        elif word in ("-o", "-c", "-MF", "-MT", "-include"):
            skip = word not in ("-c",)
        elif word != source and word not in ("-MD", "-Winvalid-pch"):
            flags.append(word)
    return flags


class Checker:
    """Runs `compiler -fsyntax-only`; a stamp per job holds the hash of the command, a dependency file
    the headers it read."""

    def __init__(self, build):
        self.folder = Path(build, "checked")
        self.folder.mkdir(exist_ok=True)

    def fresh(self, stamp, key):
        try:
            text, made = stamp.read_text(encoding="utf-8"), stamp.stat().st_mtime_ns
            deps = stamp.with_suffix(".d").read_text(encoding="utf-8").replace("\\\n", " ").split()
            return text == key and all(os.stat(d).st_mtime_ns < made for d in deps if not d.endswith(":"))
        except OSError:
            return False

    def run(self, command, source, text=None):
        """(passed, diagnostics, ran); `text`, if given, is compiled in place of the file's own."""
        key = hashlib.sha256("\0".join([*command, source, text or ""]).encode()).hexdigest()
        stamp = self.folder / f"{key[:24]}.ok"
        if self.fresh(stamp, key):
            return True, "", False
        # The build's flags may name warnings of gcc alone.
        known = ["-Wno-unknown-warning-option"] if command[0].endswith("clang++") else []
        line = [command[0], *known, *command[1:], "-fsyntax-only", "-MD", "-MT", "x", "-MF", str(stamp.with_suffix(".d"))]
        line += ["-x", "c++", "-"] if text else [source]
        done = subprocess.run(line, input=text, capture_output=True, text=True, encoding="utf-8",
                              env={**os.environ, "LC_ALL": "C.UTF-8"}, check=False)
        if done.returncode == 0:
            stamp.write_text(key, encoding="utf-8")
        return done.returncode == 0, done.stderr, True

    def run_all(self, jobs):
        """Results of jobs (command, source, text) in their order."""
        with ThreadPoolExecutor(max_workers=len(os.sched_getaffinity(0))) as pool:
            return list(pool.map(lambda job: self.run(*job), jobs))
