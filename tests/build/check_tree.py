#!/usr/bin/env python3
"""Checks the rules of the source tree that no compiler checks.

  check_tree.py ROOT              every rule on the tree; lists what breaks them, exit 1 if anything does
  check_tree.py --self-test       every rule objects to each of its bad samples and to none of its good ones
"""

import sys

import rules_code  # noqa: F401  (registers its rules)
import rules_includes  # noqa: F401
import rules_project  # noqa: F401
from tree import RULES, Tree


def check(root):
    tree = Tree.read(root)
    if "CMakeLists.txt" not in tree or not any(tree.select((".cpp",), ("uq",))):
        print(f"check_tree: {root} is not the project's root")
        return 2
    broken = 0
    for rule in RULES:
        for problem in rule.check(tree):
            print(f"{problem}   [{rule.name}]")
            broken += 1
    print(f"{len(RULES)} rules, {len(tree)} files: {broken or 'no'} problem{'s' * (broken != 1)}")
    return 1 if broken else 0


def self_test():
    faults = 0
    for rule in RULES:
        for sample in rule.bad:
            if not list(rule.check(Tree(sample))):
                print(f"[{rule.name}] accepts {sample}")
                faults += 1
        for sample in rule.good:
            for problem in rule.check(Tree(sample)):
                print(f"[{rule.name}] objects to {sample}: {problem}")
                faults += 1
        if not rule.bad or not rule.good:
            print(f"[{rule.name}] has no samples")
            faults += 1
    print(f"{len(RULES)} rules, {sum(len(r.bad) + len(r.good) for r in RULES)} samples: {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(self_test() if sys.argv[1] == "--self-test" else check(sys.argv[1]))
