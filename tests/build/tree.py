"""The project's files as text, and the registry of rules that check_tree.py runs over them."""

import fnmatch
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

NOT_OURS = ["*.uq", "__pycache__", ".git", ".cache", ".venv", ".idea", ".vscode"]
BINARY = ["*.h5", "*.png", "*.pyc", "*.gz"]
PRODUCT = ("uq", "samplers", "surrogates", "perfmodels", "studies")
NUMERICS = ("uq", "samplers", "surrogates", "perfmodels")


class Tree(dict):
    """Path relative to the root -> text."""

    @classmethod
    def read(cls, root):
        tree = cls()
        for folder, folders, files in os.walk(root):
            ignored = NOT_OURS + (["build", "build-*"] if Path(folder) == Path(root) else [])
            folders[:] = [f for f in folders if not any(fnmatch.fnmatch(f, p) for p in ignored)]
            for name in files:
                path = Path(folder, name)
                if path.is_file() and name != ".git" and not any(fnmatch.fnmatch(name, p) for p in BINARY):
                    tree[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8", errors="replace")
        return tree

    def select(self, suffixes, folders=None):
        """(path, text) of the files with these suffixes, in these top-level folders."""
        for path in sorted(self):
            if path.endswith(suffixes) and (folders is None or path.split("/")[0] in folders):
                yield path, self[path]

    def exists(self, path):
        """A file or a folder of the tree."""
        return path in self or any(other.startswith(path.rstrip("/") + "/") for other in self)


_TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<d>[^(\s]{0,16})\(.*?\)(?P=d)"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'',
    re.DOTALL)


def code_only(text):
    """C++ without comments and without the contents of literals; lines stay where they are.
    Includes keep their file names."""
    def blank(match):
        token = match.group()
        line = text.rfind("\n", 0, match.start()) + 1
        if token[0] == '"' and text[line:match.start()].lstrip().startswith("#"):
            return token
        return ("" if token[0] == "/" else '""') + "\n" * token.count("\n")
    return _TOKEN.sub(blank, text)


def lines_matching(pattern, text):
    """(line number, match) of every match of the pattern."""
    for number, line in enumerate(text.split("\n"), 1):
        for match in re.finditer(pattern, line):
            yield number, match


@dataclass
class Rule:
    name: str
    check: object
    bad: list = field(default_factory=list)
    good: list = field(default_factory=list)


RULES = []


def rule(name, bad, good=()):
    """Registers check(tree) -> iterable of "path:line: problem". `bad` lists trees it must object to, one
    reason each, `good` trees it must accept: what --self-test runs."""
    def register(check):
        RULES.append(Rule(name, check, list(bad), list(good)))
        return check
    return register
