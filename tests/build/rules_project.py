"""What must agree between files: lists, citations, references, notes and links."""

import json
import posixpath
import re

from tree import NUMERICS, PRODUCT, lines_matching, rule

CPP = (".hpp", ".cpp", ".h", ".inc")
OWN = "tests/build/"  # the rules quote what they forbid


def cmake_list_of(tree, path):
    """(CMakeLists.txt nearest above the file, the file's name relative to it)."""
    folder = posixpath.dirname(path)
    while folder and f"{folder}/CMakeLists.txt" not in tree:
        folder = posixpath.dirname(folder)
    lists = f"{folder}/CMakeLists.txt" if folder else "CMakeLists.txt"
    return lists, posixpath.relpath(path, folder or ".")


@rule("every source and public header is listed",
      bad=[{"uq/core/CMakeLists.txt": "target_sources(uq PRIVATE b.cpp)", "uq/core/a.cpp": "", "uq/core/b.cpp": ""},
           {"uq/core/CMakeLists.txt": "# a.hpp", "uq/core/a.hpp": ""},
           {"tests/uq/CMakeLists.txt": "uq_test(x SOURCES b_test.cpp)", "tests/uq/a_test.cpp": ""},
           {"bench/CMakeLists.txt": "uq_bench(ab LIBRARIES uq::uq)", "bench/a_bench.cpp": ""},
           {"samplers/CMakeLists.txt": "FILES a_detail.hpp", "samplers/a_detail.hpp": ""}],
      good=[{"perfmodels/CMakeLists.txt": "PRIVATE known/a.cpp\nFILES a.hpp)", "perfmodels/known/a.cpp": "",
             "perfmodels/a.hpp": "", "perfmodels/b_detail.hpp": ""},
            {"bench/CMakeLists.txt": "uq_bench(a LIBRARIES uq::uq)", "bench/a_bench.cpp": ""},
            {"tests/build/mismatch/a.cpp": ""}, {"studies/a.hpp": ""}])
def listed(tree):
    for path, _ in tree.select((".cpp", ".hpp"), PRODUCT + ("tests", "bench")):
        private = path.endswith("_detail.hpp")
        if path.startswith(OWN) or path.endswith(".hpp") and path.split("/")[0] not in NUMERICS:
            continue
        lists, name = cmake_list_of(tree, path)
        text = re.sub(r"#.*", "", tree.get(lists, ""))
        bench = re.sub(r"_bench\.cpp$", "", name) if path.startswith("bench/") else None
        found = re.search(rf"(?<![\w/.]){re.escape(name)}(?![\w.])|uq_bench\({bench}[\s)]", text) is not None
        if found == private:
            yield f"{path}:1: {'a private header is' if private else 'not'} listed in {lists}"


@rule("cited equations exist",
      bad=[{"uq/a.cpp": "// docs/methods/x.md Eq. 2", "docs/methods/x.md": "$$a = b \\tag{1}$$"},
           {"uq/a.cpp": "// docs/methods/gone.md"}, {"uq/a.cpp": "// by Eq. 3 it holds"},
           {"uq/a.cpp": "// Eq. 3", "uq/a.hpp": "// docs/methods/x.md", "docs/methods/x.md": "a = b (Eq. 1)"},
           {"uq/a.cpp": "// Eq. 3", "uq/b.hpp": "// docs/methods/x.md", "docs/methods/x.md": "a = b (Eq. 1)"},
           {"uq/a.cpp": "// Eqs. 1-2, docs/methods/x.md", "docs/methods/x.md": "a = b (Eq. 1)"}],
      good=[{"uq/a.cpp": "// Eq. 2", "uq/a.hpp": "// docs/methods/x.md", "docs/methods/x.md": "**Eq. 2**"},
            {"uq/a.cpp": "// Eq. 1", "uq/b.hpp": "// docs/methods/x.md", "docs/methods/x.md": "(Eq. 1)"},
            {"uq/a_kernel.cpp": "// Eq. 1", "uq/a_kernel_detail.hpp": "// docs/methods/x.md", "docs/methods/x.md": "(Eq. 1)"},
            {"uq/x_detail.hpp": "// Eq. 2", "docs/methods/x.md": "a = b   (2)\n"},
            {"uq/a.cpp": "// docs/methods/x.md Eq. 1", "docs/methods/x.md": "$$a \\tag{1}$$"}])
def equations(tree):
    pages = {path: numbers_of(text) for path, text in tree.items() if re.match(r"docs/methods/.*\.md$", path)}
    for path, text in tree.select(CPP):
        stem = re.sub(r"(_detail|_test)?\.\w+$", "", path)
        family = [other for other in (path, f"{stem}.hpp", f"{stem}.cpp", f"{stem}_detail.hpp") if other in tree]
        named = [page for other in family for page in re.findall(r"docs/methods/\w+\.md", tree[other])]
        folder = posixpath.dirname(path)
        if not named:  # then the page of the folder: the one its files name
            named = [page for other in tree if other.endswith(CPP) and posixpath.dirname(other) == folder
                     for page in re.findall(r"docs/methods/\w+\.md", tree[other])]
        named.append(f"docs/methods/{stem.rsplit('/', 1)[-1]}.md")
        for line, match in lines_matching(r"docs/methods/\w+\.md", text):
            if match.group() not in pages:
                yield f"{path}:{line}: {match.group()} does not exist"
        for line, match in lines_matching(r"(docs/methods/\w+\.md,? )?\bEqs?\. ?(\d+)(?:(?:-|–|, | and )(\d+))?", text):
            where = [match.group(1).rstrip(", ")] if match.group(1) else named
            for number in filter(None, match.group(2, 3)):
                if not any(number in pages.get(page, ()) for page in where):
                    yield f"{path}:{line}: Eq. {number} is in none of {', '.join(sorted(set(where)))}"


def numbers_of(page):
    """Numbers a page gives its equations: \\tag{N}, (Eq. N), **Eq. N**, "Eq. N:" or "(N)" at the line's
    end. A mention in running text does not define one."""
    labels = (r"\\tag\{(\d+)\}", r"(?:\(|\*\*\(?)Eq\. (\d+)", r"(?m)^\s*Eq\. (\d+)", r"(?m)\((\d+)\)`?(?:\$\$)?[ .]*$")
    return {number for label in labels for number in re.findall(label, page)}


@rule("reference data tell their provenance",
      bad=[{"tests/reference/a.json": '{"value": 1}'}, {"tests/reference/a.json": '{"provenance": "paper"}'},
           {"tests/reference/a.csv": "x,y\n1,2\n"}],
      good=[{"tests/reference/a.json": json.dumps({"provenance": "closed form of Ishigami & Homma (1990), 40 digits"})},
            {"tests/reference/a.csv": "# source: a paper, its table, how it was read\nx,y\n"}])
def provenance(tree):
    for path, text in tree.select((".json", ".csv", ".txt"), ("tests",)):
        if not path.startswith("tests/reference/"):
            continue
        if path.endswith(".json"):
            told = json.loads(text).get("provenance", "") if text.lstrip().startswith("{") else ""
            fine = len(told if isinstance(told, str) else json.dumps(told)) >= 30
        else:
            fine = text.startswith("#") and len(text.split("\n")[0]) >= 30
        if not fine:
            yield f"{path}:1: says not what it is, where it is from and how it was obtained (\"provenance\")"


@rule("test names state subject and claim",
      bad=[{"tests/a_test.cpp": 'TEST_CASE("sobol works", "[sobol][unit]") {}'},
           {"tests/a_test.cpp": 'TEST_CASE("sobol: sums to one", "[sobol]") {}'},
           {"tests/a_test.cpp": 'TEST_CASE("Test1") {}'}],
      good=[{"tests/a_test.cpp": 'TEST_CASE("sobol: sums; (to) {one}, \\"1\\"", "[sobol][property]") {}'},
            {"tests/a_test.cpp": 'TEST_CASE("sobol: sums\\"",\n          "[sobol][.long][statistical]") {}'}])
def test_names(tree):
    kinds = r"\[(?:unit|property|reference|statistical|golden|cli)\]"
    for path, text in tree.select((".cpp",), ("tests",)):
        for match in re.finditer(r'\bTEST_CASE\s*\(((?:\s*(?:"(?:\\.|[^"\\])*"|,))*)', text):
            line = text.count("\n", 0, match.start()) + 1
            named = re.match(r'\s*(?:"(?:\\.|[^"\\])*"\s*)+', match.group(1))
            tags = match.group(1)[named.end():] if named else ""
            if not named or not re.match(r'\s*"[^":]+: \S', match.group(1)):
                yield f"{path}:{line}: a test is named \"subject: claim\""
            elif not re.search(kinds, tags):
                yield f"{path}:{line}: a test has a tag for its kind: unit, property, reference, statistical, golden or cli"


@rule("decision records are short and complete",
      bad=[{"docs/adr/0001-a.md": "# 1. A\n\n## Context\n\n## Decision\n"}, {"docs/adr/adr-a.md": ""},
           {"docs/adr/0001-a.md": "# 1. A\n## Context\n## Decision\n## Consequences\n" + "x\n" * 60},
           {"docs/adr/0002-a.md": "# 1. A\n## Context\n## Decision\n## Consequences\n"}],
      good=[{"docs/adr/0001-a.md": "# 1. A\n## Context\n## Decision\n## Consequences\n"}])
def decision_records(tree):
    seen = {}
    for path, text in tree.select((".md",), ("docs",)):
        if not path.startswith("docs/adr/"):
            continue
        number = re.match(r"docs/adr/(\d{4})-[a-z0-9-]+\.md$", path)
        if not number:
            yield f"{path}:1: is named NNNN-title.md"
            continue
        if not text.startswith(f"# {int(number.group(1))}. "):
            yield f"{path}:1: the title begins with the record's number"
        if number.group(1) in seen:
            yield f"{path}:1: has the number of {seen[number.group(1)]}"
        seen[number.group(1)] = path
        if text.count("\n") > 60:
            yield f"{path}:61: a record has at most 60 lines"
        for part in ("Context", "Decision", "Consequences"):
            if f"## {part}" not in text:
                yield f"{path}:1: has no section {part}"


@rule("links lead somewhere",
      bad=[{"README.md": "[a](docs/gone.md)"}, {"docs/a.md": "[b](../b.md#part)"}, {"docs/a.md": "![x](x.svg)"},
           {"docs/a.md": "[b](#nowhere)\n# Somewhere"}],
      good=[{"docs/a.md": "[b](../b.md#the-part-b)", "b.md": "## The part `b`\n"},
            {"README.md": "[a](docs) [c](https://example.org/x)", "docs/b.md": ""}, {"docs/a.md": "```\n[a](b.md)\n```"}])
def links(tree):
    for path, text in tree.select((".md",)):
        text = re.sub(r"(?ms)^```.*?^```", lambda m: "\n" * m.group().count("\n"), text)
        text = re.sub(r"`[^`\n]*`", "", text)
        for line, match in lines_matching(r"\]\(([^)\s]+)\)", text):
            target, _, anchor = match.group(1).partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            full = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
            if not tree.exists(full):
                yield f"{path}:{line}: {target} does not exist"
            elif anchor and full.endswith(".md") and anchor not in anchors(tree[full]):
                yield f"{path}:{line}: {full} has no heading #{anchor}"


def anchors(page):
    return {re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")
            for title in re.findall(r"(?m)^#+ +(.*)$", page)}


@rule("no paths of one machine, no registry hosts, nothing left open",
      bad=[{"a.md": "see /home/someone/uq"}, {"package-lock.json": '"resolved": "https://registry.example.org/vega"'},
           {"uq/a.cpp": "// TODO: later"}, {"CMakeLists.txt": "set(X /Users/me)"}, {"docs/a.md": "<<<<<<< HEAD"}],
      good=[{"a.md": "docs/home/page.md, `/sys/fs/cgroup`"}, {"uq/a.cpp": "auto s = \"todos\";"}])
def clean(tree):
    pattern = r"(?<![\w.-])/(?:work|home|Users|root|srv|mnt|opt)/\w|(?:registry|mirror|proxy|deb|files)\.\w+\.\w+" \
              r"|\"resolved\":|\b(?:TODO|FIXME|XXX|HACK)\b|^(?:<<<<<<<|>>>>>>>) "
    for path, text in tree.items():
        if not path.startswith(OWN + "rules_"):
            for line, match in lines_matching(pattern, text):
                yield f"{path}:{line}: `{match.group()}`"
