#!/usr/bin/env python3
"""What must compile, and what must not. Needs a configured build folder (compile_commands.json).

  check_compile.py clang BUILD      every source of the product passes clang++ with our warnings
  check_compile.py headers BUILD    every header compiles alone with g++
  check_compile.py mismatch BUILD   files of mismatch/: `// expect: REGEX` must fail with that message and no
                                    other error, `// compiles` must pass
"""

import re
import sys
from pathlib import Path

from compile import Checker, product_commands, source_root
from tree import PRODUCT, Tree


def report(what, jobs, results):
    failed = [(job, text) for job, (passed, text, _) in zip(jobs, results) if not passed]
    for (command, source, _), text in failed:
        print(f"--- {source} ({command[0]})\n{text}")
    ran = sum(result[2] for result in results)
    print(f"{what}: {len(jobs)} compiled ({len(jobs) - ran} unchanged since they passed), {len(failed)} failed")
    return 1 if failed or not jobs else 0


def clang(build):
    jobs = [(["clang++", *flags], source, None)
            for source, flags in sorted(product_commands(build, PRODUCT).items())]
    return report("clang", jobs, Checker(build).run_all(jobs))


def flags_by_folder(build):
    """Flags of one source of each folder; a header is compiled as the sources beside it are. Examples for
    authors of plugins are built as elsewhere, without the folders of this project."""
    root = source_root(build)
    return {Path(source).relative_to(root).parts[0]: flags
            for source, flags in product_commands(build, PRODUCT).items() if "/examples/" not in source}


def headers(build):
    root, flags, jobs = source_root(build), flags_by_folder(build), []
    # A source that includes a header before all else has proved it; sources get no precompiled header.
    first = (re.search(r'(?m)^#include ["<]([^">]+)', Path(source).read_text(encoding="utf-8"))
             for source in product_commands(build, PRODUCT))
    proved = {match.group(1) for match in first if match}
    paths = [path for path, _ in Tree.read(root).select((".hpp",), PRODUCT) if path.split("/")[0] in flags]
    for path in paths:
        # A *_detail.hpp may be the tail of the header that includes it.
        if not path.endswith("_detail.hpp") and path not in proved:
            jobs.append((["g++", *flags[path.split("/")[0]]], path, f'#include "{path}"\n'))
    print(f"{len(proved & set(paths))} of {len(paths)} headers come first in a source of the build")
    return report("headers", jobs, Checker(build).run_all(jobs))


def mismatch(build):
    flags, faults = flags_by_folder(build)["uq"], 0
    files = sorted(Path(__file__).with_name("mismatch").glob("*.cpp"))
    jobs = [([compiler, *flags, "-fno-caret-diagnostics" if compiler == "clang++" else "-fno-diagnostics-show-caret"],
             str(file), None) for file in files for compiler in ("g++", "clang++")]
    expected = {"control": 0, "refused": 0}
    for (command, source, _), (passed, text, _) in zip(jobs, Checker(build).run_all(jobs)):
        first = Path(source).read_text(encoding="utf-8").split("\n")[0]
        errors = re.findall(r"(?m)^.*\berror: .*$", text)
        wanted = re.match(r"// expect: (.+)", first)
        if wanted:
            expected["refused"] += 1
            fine = not passed and len(errors) == 1 and re.search(wanted.group(1), text)
        else:
            expected["control"] += first.startswith("// compiles")
            fine = passed and first.startswith("// compiles")
        if not fine:
            faults += 1
            print(f"--- {source} ({command[0]}): {first}\n{text or 'it compiles'}")
    print(f"mismatch: {expected['refused']} refusals and {expected['control']} passes expected, {faults} faults")
    return 1 if faults or 0 in expected.values() else 0


if __name__ == "__main__":
    actions = {"clang": clang, "headers": headers, "mismatch": mismatch}
    if len(sys.argv) != 3 or sys.argv[1] not in actions:
        sys.exit(__doc__)
    sys.exit(actions[sys.argv[1]](sys.argv[2]))
