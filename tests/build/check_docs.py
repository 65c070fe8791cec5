#!/usr/bin/env python3
"""Outputs printed in the documentation are what the program prints.

  check_docs.py ROOT PROGRAM     runs every documented command and compares
  check_docs.py --self-test      with a stand-in program

In a page (README.md, CONTRIBUTING.md, docs/**.md) a comment says what the fenced block after it shows:

  <!-- run: uq show ishigami.h5 -->            its standard output, exactly
  <!-- run: uq check bad.toml; exit 2 -->      with its exit code, 0 unless said; what it wrote to stderr counts too
  <!-- run: uq run ishigami.toml; silent -->   no block follows: the command prepares later ones

  <!-- file: bad.toml -->                      the block is written to that file, for the commands after it

The commands of one page run in order in one copy of studies/gallery, with `uq` (or `./uqw`) the built program; `cmake`
is the only other one.
A line "..." in the block stands for any lines; "<any>" for any text within a line: times, dates, versions.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

MARK = re.compile(r"^<!-- (?P<kind>run|file): (?P<command>.+?)(?:; (?P<mode>exit \d+|silent))? -->\n"
                  r"(?:\n?```\w*\n(?P<block>.*?)^```$)?", re.MULTILINE | re.DOTALL)


def pattern_of(block):
    """Regular expression of the block: "..." lines and <any> stand for anything."""
    lines = [r"(?:.*\n)*?" if line.strip() == "..." else r"[^\n]*?".join(map(re.escape, line.split("<any>"))) + r"\n"
             for line in block.splitlines()]
    return re.compile("".join(lines))


def commands_of(page):
    """(line, command, expected exit code, block or None) of each mark of a page; exit code None: a file to write."""
    for match in MARK.finditer(page):
        if match["kind"] == "file":
            yield page.count("\n", 0, match.start()) + 1, match["command"], None, match["block"] or ""
            continue
        mode, block = match["mode"] or "", match["block"]
        code = int(mode.split()[1]) if mode.startswith("exit") else 0
        yield page.count("\n", 0, match.start()) + 1, match["command"], code, None if mode == "silent" else block or ""


def run(command, program, folder):
    """Exit code and output (stdout, then stderr) of a documented command."""
    words = shlex.split(command)
    words[0] = {"uq": program, "./uqw": program, "cmake": "cmake"}.get(words[0]) or sys.exit(f"{words[0]} is not run")
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=300, check=False,
                          stdin=subprocess.DEVNULL, env={**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "XDG_CONFIG_HOME": f"{folder}/.config"})
    return done.returncode, done.stdout, done.stderr


def check_page(path, text, gallery, program):
    """Problems of one page, and how many commands it runs."""
    problems, count = [], 0
    if len(re.findall(r"<!-- (?:run|file):", text)) != len(list(commands_of(text))):
        problems.append(f"{path}: a <!-- run: … --> or <!-- file: … --> is malformed")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(gallery, Path(folder, "studies/gallery"))
        for line, command, wanted, block in commands_of(text):
            if wanted is None:
                Path(folder, command).write_text(block, encoding="utf-8")
                continue
            count += 1
            # Pages name studies from the root of the tree, as a reader calls them.
            code, out, err = run(command, program, folder)
            shown = out if wanted == 0 else out + err
            if code != wanted:
                problems.append(f"{path}:{line}: `{command}` ends with {code}, not {wanted}:\n{out}{err}")
            elif block is not None and not block.replace("...", "").strip():
                problems.append(f"{path}:{line}: no block with output follows `{command}`")
            elif block is not None and not pattern_of(block).fullmatch("".join(l.rstrip() + "\n" for l in shown.splitlines())):
                problems.append(f"{path}:{line}: `{command}` prints\n{shown}--- the page says\n{block}")
    return problems, count


def check(root, program):
    root = Path(root)
    pages = [p for p in (root / "README.md", root / "CONTRIBUTING.md") if p.exists()] + sorted(root.glob("docs/**/*.md"))
    problems, count = [], 0
    for page in pages:
        found, ran = check_page(page.relative_to(root), page.read_text(encoding="utf-8"), root / "studies/gallery", program)
        problems, count = problems + found, count + ran
    print("\n".join(problems))
    print(f"{count} commands of {len(pages)} pages: {len(problems)} problems")
    return 1 if problems or not count else 0


def self_test():
    fence = "```text\n{}```\n".format
    cases = [  # page, number of problems
        ("<!-- run: uq say one two -->\n" + fence("one\ntwo\n"), 0),
        ("<!-- run: uq say one two -->\n\n" + fence("one\ntwo\n"), 0),
        ("<!-- run: uq say one two -->\n" + fence("one\n"), 1),
        ("<!-- run: uq say one two three -->\n" + fence("one\n...\nthree\n"), 0),
        ("<!-- run: uq say one two three -->\n" + fence("one\n...\ntwo\n"), 1),
        ("<!-- run: uq say took=3ms. -->\n" + fence("took=<any>.\n"), 0),
        ("<!-- run: uq say took=3ms. -->\n" + fence("took=<any>s\n"), 1),
        ("<!-- run: uq fail; exit 2 -->\n" + fence("wrong\n"), 0),
        ("<!-- run: uq fail -->\n" + fence("wrong\n"), 1),
        ("<!-- run: uq say one; exit 2 -->\n" + fence("one\n"), 1),
        ("<!-- run: uq make f; silent -->\n\n<!-- run: uq list -->\n" + fence("f\nstudies\n"), 0),
        ("<!-- run: uq list -->\n" + fence("f\nstudies\n"), 1),
        ("<!-- run: uq say one -->\n\ntext\n", 1),
        ("<!-- run:uq say one-->\n" + fence("one\n"), 1),
        ("<!-- run: uq say one -->\n" + fence("...\n"), 1),
        ("<!-- file: a.txt -->\n" + fence("one\n") + "<!-- run: uq cat a.txt -->\n" + fence("one\n"), 0),
        ("<!-- file: a.txt -->\n" + fence("one\n") + "<!-- run: uq cat a.txt -->\n" + fence("two\n"), 1),
        ("<!--file: a.txt-->\n<!-- file:a.txt -->\n" + fence("one\n"), 1),
        ("<!-- run: uq say x{1} -->\n" + fence("x{1}\n"), 0),
    ]
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "uq")
        program.write_text('#!/bin/sh\nverb=$1; shift\ncase $verb in say) printf "%s\\n" "$@" ;; make) : >"$1" ;; list) ls ;; cat) cat "$@" ;;\n'
                           "fail) echo wrong >&2; exit 2 ;; esac\n", encoding="utf-8")
        program.chmod(0o755)
        gallery = Path(folder, "gallery")
        gallery.mkdir()
        for page, expected in cases:
            problems, _ = check_page("page", page, gallery, str(program))
            if len(problems) != expected:
                faults += 1
                print(f"{expected} problems expected, {len(problems)} found in\n{page}\n{problems}")
    print(f"{len(cases)} cases: {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(self_test())
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(check(*sys.argv[1:]))
