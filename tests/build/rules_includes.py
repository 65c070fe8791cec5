"""Who may include what: the dependency graph of docs/adr/0001."""

import re

from tree import NUMERICS, PRODUCT, code_only, lines_matching, rule

CPP = (".hpp", ".cpp", ".h", ".inc")
MAY_INCLUDE = {
    "uq": {"uq"},
    "samplers": {"uq", "samplers"},
    "surrogates": {"uq", "surrogates"},
    "perfmodels": {"uq", "perfmodels"},
    "studies": set(PRODUCT),
    "tests": set(PRODUCT) | {"tests"},
    "bench": set(PRODUCT) | {"bench", "tests"},
}
# Headers that are neither ours nor the standard library's, by folder; studies, tests and bench take what
# they link.
THIRD_PARTY = {
    "uq": ("Eigen/", "boost/", "nlopt.hpp", "ceres/", "omp.h", "sched.h", "immintrin.h"),
    "samplers": ("Eigen/", "boost/", "immintrin.h"),
    "surrogates": ("Eigen/", "boost/", "immintrin.h"),
    "perfmodels": ("Eigen/", "boost/", "muParser.h", "httplib.h", "nlohmann/", "dlfcn.h", "fcntl.h",
                   "malloc.h", "poll.h", "signal.h", "spawn.h", "stdio_ext.h", "sys/", "unistd.h", "immintrin.h"),
}
# What authors of plugins get: C headers, and headers that stand in one folder wherever that is.
SHIPPED = ("perfmodels/plugin/uq_plugin.", "perfmodels/plugin/examples/")
SHIPPED_MAY = ("uq_plugin.h", "uq_plugin.hpp", "math.h", "stddef.h", "stdint.h", "stdlib.h", "string.h")
# Inside uq: core and distributions are the ground (a problem holds laws); propagation (moments, quantiles and
# their intervals) stands on it; every other estimator may use these three and itself, so that each can be read alone.
GROUND = ("uq/core/", "uq/distributions/")
ESTIMATOR_MAY = GROUND + ("uq/propagation/",)
# The variables of polynomials are those of the inputs' joint law.
FOLDER_MAY = {"uq/polynomials/": ("uq/dependence/",)}
# Public headers are read by every file that uses the library: only light ones, and no dependency but Eigen.
HEAVY = r"boost/|iostream|ostream|istream|sstream|fstream|iomanip|regex|filesystem|hdf5|H5|toml|fmt/|nlohmann/" \
        r"|CLI/|muParser|httplib|nlopt|ceres/|omp\.h|random$|thread$|mutex$|future$|Eigen/(?!Core$)"


def includes(text):
    """(line, file name, quoted) of each include."""
    for number, match in lines_matching(r'^\s*#\s*include\s*(["<])([^">]+)[">]', code_only(text)):
        yield number, match.group(2), match.group(1) == '"'


@rule("folders include only what they may",
      bad=[{"uq/core/a.cpp": '#include "samplers/lhs.hpp"\n', "samplers/lhs.hpp": ""},
           {"samplers/a.cpp": '#include "perfmodels/b.hpp"\n', "perfmodels/b.hpp": ""},
           {"perfmodels/a.cpp": '#include "studies/b.hpp"\n', "studies/b.hpp": ""},
           {"studies/a.cpp": '#include "tests/b.hpp"\n', "tests/b.hpp": ""},
           {"uq/core/a.cpp": "#include <hdf5.h>\n"},
           {"samplers/a.cpp": "#include <muParser.h>\n"},
           {"uq/core/a.cpp": '#include "uq/core/gone.hpp"\n'},
           {"uq/core/a.cpp": '#include "b.hpp"\n', "uq/core/b.hpp": ""},
           {"uq/core/a.cpp": '#include "uq/sensitivity/b.hpp"\n', "uq/sensitivity/b.hpp": ""},
           {"uq/distributions/a.cpp": '#include "uq/propagation/b.hpp"\n', "uq/propagation/b.hpp": ""},
           {"perfmodels/plugin/uq_plugin.hpp": '#include "uq/core/b.hpp"\n', "uq/core/b.hpp": ""},
           {"perfmodels/plugin/load.hpp": '#include "uq_plugin.h"\n', "perfmodels/plugin/uq_plugin.h": ""},
           {"uq/propagation/a.cpp": '#include "uq/sensitivity/b.hpp"\n', "uq/sensitivity/b.hpp": ""},
           {"uq/sensitivity/a.cpp": '#include "uq/pareto/b.hpp"\n', "uq/pareto/b.hpp": ""},
           {"uq/dependence/a.cpp": '#include "uq/polynomials/b.hpp"\n', "uq/polynomials/b.hpp": ""}],
      good=[{"studies/a.cpp": '#include "uq/core/b.hpp"\n#include <hdf5.h>\n', "uq/core/b.hpp": ""},
            {"uq/core/a.hpp": '#include "uq/distributions/b.hpp"\n#include <vector>\n', "uq/distributions/b.hpp": ""},
            {"uq/sensitivity/a.cpp": '#include "uq/propagation/b.hpp"\n', "uq/propagation/b.hpp": ""},
            {"uq/polynomials/a.cpp": '#include "uq/dependence/b.hpp"\n', "uq/dependence/b.hpp": ""},
            {"uq/core/a.cpp": '// #include "studies/b.hpp"\n#include <boost/math/policies/policy.hpp>\n'},
            {"perfmodels/plugin/uq_plugin.hpp": '#include "uq_plugin.h"\n#include <vector>\n'},
            {"bench/a.cpp": '#include "studies/b.hpp"\n#include <benchmark/benchmark.h>\n', "studies/b.hpp": ""}])
def include_graph(tree):
    for path, text in tree.select(CPP, MAY_INCLUDE):
        top = path.split("/")[0]
        for line, name, quoted in includes(text):
            where = f"{path}:{line}"
            if path.startswith(SHIPPED):
                if name not in SHIPPED_MAY and (quoted or re.search(r"[./]", name)):
                    yield f"{where}: what is shipped to authors of plugins may not include {name}"
                continue
            if quoted and name not in tree:
                yield f"{where}: \"{name}\" is not a file of this project (paths start at the root)"
            elif quoted and name.split("/")[0] not in MAY_INCLUDE[top]:
                yield f"{where}: {top} may not include {name}"
            elif quoted and top == "uq" and name.split("/")[:2] != path.split("/")[:2] \
                    and not name.startswith(GROUND if path.startswith(ESTIMATOR_MAY) else ESTIMATOR_MAY) \
                    and not name.startswith(FOLDER_MAY.get("/".join(path.split("/")[:2]) + "/", "\0")):
                yield f"{where}: {'/'.join(path.split('/')[:2])} may not include {name}"
            elif not quoted and top in THIRD_PARTY and re.search(r"[./]", name) \
                    and not name.startswith(THIRD_PARTY[top]):
                yield f"{where}: {top} may not use <{name}>"


@rule("private headers stay in their library",
      bad=[{"studies/run/a.cpp": '#include "uq/core/b_detail.hpp"\n', "uq/core/b_detail.hpp": ""},
           {"samplers/a.cpp": '#include "uq/core/b_detail.hpp"\n', "uq/core/b_detail.hpp": ""}],
      good=[{"studies/tables/a.cpp": '#include "studies/file/b_detail.hpp"\n', "studies/file/b_detail.hpp": ""},
            {"tests/a.cpp": '#include "studies/file/b_detail.hpp"\n', "studies/file/b_detail.hpp": ""}])
def private_headers(tree):
    for path, text in tree.select(CPP, PRODUCT):
        for line, name, _ in includes(text):
            if name.endswith("_detail.hpp") and name.split("/")[0] != path.split("/")[0]:
                yield f"{path}:{line}: {name} is private to {name.split('/')[0]}"


@rule("public headers are light",
      bad=[{"uq/core/a.hpp": "#include <iostream>\n"}, {"samplers/a.hpp": "#include <boost/random/sobol.hpp>\n"},
           {"perfmodels/a.hpp": "#include <muParser.h>\n"}, {"uq/core/a.hpp": "#include <Eigen/Dense>\n"},
           {"uq/core/a.hpp": '#include "uq/core/b_detail.hpp"\n'}],
      good=[{"uq/core/a.hpp": "#include <Eigen/Core>\n#include <string>\n"},
            {"uq/core/a_detail.hpp": "#include <boost/math/policies/policy.hpp>\n"},
            {"uq/core/a.cpp": "#include <Eigen/Dense>\n"}])
def light_headers(tree):
    for path, text in tree.select((".hpp", ".h"), NUMERICS):
        if path.endswith("_detail.hpp"):
            continue
        for line, name, quoted in includes(text):
            if quoted and name.endswith("_detail.hpp"):
                yield f"{path}:{line}: a public header includes the private {name}"
            elif not quoted and re.match(HEAVY, name):
                yield f"{path}:{line}: <{name}> belongs in a .cpp or _detail.hpp"


@rule("headers begin with #pragma once",
      bad=[{"uq/core/a.hpp": "#include <vector>\n#pragma once\n"}, {"tests/a.hpp": "int f();\n"}],
      good=[{"uq/core/a.hpp": "#pragma once\n"}, {"studies/a.hpp": "// Why it is here.\n\n#pragma once\n"}])
def pragma_once(tree):
    for path, text in tree.select((".hpp",)):
        if not re.match(r"\s*#pragma once\b", code_only(text)):
            yield f"{path}:1: #pragma once comes first"
