"""What code may not do: the four rules of docs/adr/0001 and the bit contract of docs/adr/0005."""

import re

from tree import NUMERICS, PRODUCT, code_only, lines_matching, rule

CPP = (".hpp", ".cpp", ".h", ".inc")
PARALLEL = "uq/core/parallel.cpp"
GUARD = "perfmodels/plugin/output_guard.cpp"  # leads standard output away from foreign code
CPUS = "uq/core/cpus.cpp"  # how many CPUs the process may use, which affinity and cgroup files tell


def forbid(tree, folders, pattern, why, exempt=()):
    """Problems for every match of the pattern in the code (comments and literals aside) of the folders."""
    for path, text in tree.select(CPP, folders):
        if path not in exempt:
            for line, match in lines_matching(pattern, code_only(text)):
                yield f"{path}:{line}: `{match.group().strip()}`: {why}"


@rule("only studies writes to the terminal",
      bad=[{"uq/core/a.cpp": 'void f() { std::cout << "x"; }'}, {"samplers/a.cpp": 'void f() { printf("x"); }'},
           {"perfmodels/a.cpp": 'void f() { fmt::print("x"); }'}, {"uq/core/a.cpp": 'void f() { std::fputs("x", stderr); }'},
           {"uq/core/a.hpp": "#include <iostream>"}],
      good=[{"studies/a.cpp": "void f() { std::cout << 1; }"}, {"uq/core/a.cpp": "// never std::cout\nint print_width;"},
            {"perfmodels/a.cpp": 'auto s = "std::cerr";'}])
def no_terminal(tree):
    yield from forbid(
        tree, NUMERICS,
        r"\bstd::(?:cout|cerr|clog|print(?:ln)?)\b|\bfmt::print\b|<iostream>|\bstd(?:out|err)\b"
        r"|(?<![\w.>])(?:v?f?printf|f?puts|f?putc|putchar|perror)\s*\(",
        "only studies writes to the terminal", exempt=(GUARD,))


@rule("only studies touches files",
      bad=[{"uq/core/a.cpp": "std::ifstream file(name);"}, {"samplers/a.cpp": 'auto* f = fopen("a", "r");'},
           {"perfmodels/a.cpp": "#include <filesystem>"}, {"uq/core/a.cpp": 'int fd = ::open("a", 0);'}],
      good=[{"studies/a.cpp": "std::ofstream file;"}, {CPUS: 'std::ifstream quota("/sys/fs/cgroup/cpu.max");'},
            {"uq/core/a.cpp": "bool open = limits.open;"}])
def no_files(tree):
    yield from forbid(
        tree, NUMERICS,
        r"\bstd::(?:basic_)?[io]?fstream\b|<(?:fstream|filesystem|fcntl\.h)>|\bstd::filesystem\b"
        r"|(?<![\w.>])(?:f?re|f)?open\s*\(|\bmmap\s*\(",
        "only studies touches files", exempt=(CPUS, GUARD))


@rule("only studies reads clocks and the environment",
      bad=[{"uq/core/a.cpp": "auto t = std::chrono::steady_clock::now();"}, {"samplers/a.cpp": "seed = time(nullptr);"},
           {"perfmodels/a.cpp": 'std::getenv("HOME");'}],
      good=[{"studies/a.cpp": "auto t = std::chrono::system_clock::now();"}, {"uq/core/a.cpp": "double time(int k);"}])
def no_clock(tree):
    yield from forbid(tree, NUMERICS,
                      r"\bstd::chrono::\w+_clock\b|(?<![\w.>])time\s*\(\s*(?:nullptr|NULL|0)\s*\)|\bgetenv\s*\(",
                      "a result may not depend on the clock or the environment", exempt=(PARALLEL,))


@rule("threads are made in one place",
      bad=[{"uq/core/a.cpp": "#pragma omp parallel for\nfor (;;) {}"}, {"samplers/a.cpp": "std::jthread t(f);"},
           {"studies/a.cpp": "#pragma omp simd"}, {"uq/core/a.cpp": "#include <omp.h>"},
           {"uq/core/a.cpp": "std::for_each(std::execution::par, a, b, f);"}],
      good=[{PARALLEL: "#include <omp.h>\n#pragma omp parallel\n"}, {"uq/core/a.cpp": "// no #pragma omp here"}])
def parallel_place(tree):
    yield from forbid(tree, PRODUCT, r"#\s*pragma\s+omp\b|<omp\.h>", f"OpenMP is used in {PARALLEL} only",
                      exempt=(PARALLEL,))
    yield from forbid(tree, NUMERICS, r"\bstd::(?:j?thread|async|execution::\w+)\b",
                      "parallel work goes through parallel_for", exempt=(PARALLEL,))


@rule("randomness comes from Philox alone",
      bad=[{"uq/core/a.cpp": "std::mt19937 g;"}, {"samplers/a.cpp": "std::uniform_real_distribution<> d;"},
           {"tests/a.cpp": "std::normal_distribution<> d;"}, {"perfmodels/a.cpp": "int k = std::rand();"},
           {"uq/core/a.cpp": "std::shuffle(a, b, g);"}, {"uq/core/a.cpp": "std::random_device r;"}],
      good=[{"studies/a.cpp": "std::random_device entropy;"}, {"samplers/a.cpp": "boost::random::sobol s(3);"},
            {"tests/a.cpp": "std::mt19937_64 g(1);"}])
def no_std_random(tree):
    why = "streams are Philox keyed by (seed, purpose, item)"
    yield from forbid(tree, PRODUCT,
                      r"\bstd::(?:mt19937(?:_64)?|minstd_rand0?|ranlux\w+|knuth_b|default_random_engine|shuffle|sample)\b"
                      r"|(?<![\w.>])s?rand\s*\(", why)
    yield from forbid(tree, NUMERICS, r"\brandom_device\b|<random>", why)
    yield from forbid(tree, PRODUCT + ("tests", "bench"),
                      r"\bstd::(?:uniform_(?:real|int)|normal|lognormal|exponential|gamma|weibull|bernoulli|poisson"
                      r"|student_t|discrete|piecewise_\w+)_distribution\b",
                      "std distributions differ between standard libraries")


@rule("same bits: no order left to chance",
      bad=[{"uq/core/a.hpp": "std::unordered_map<int, int> m;"}, {"studies/a.cpp": "std::unordered_set<int> s;"},
           {"uq/core/a.cpp": "std::atomic<double> sum;"}, {"uq/core/a.cpp": "double s = std::reduce(a, b);"}],
      good=[{"uq/core/a.cpp": "std::map<int, int> m; std::atomic<int> done;"}])
def fixed_order(tree):
    yield from forbid(tree, PRODUCT, r"\bstd::unordered_\w+", "its order differs between runs and libraries")
    yield from forbid(tree, PRODUCT, r"\batomic(?:_ref)?<\s*(?:double|float)\s*>|\bstd::(?:transform_)?reduce\b",
                      "sums go through the fixed tree")


@rule("no fast-math anywhere",
      bad=[{"CMakeLists.txt": "target_compile_options(uq PRIVATE -ffast-math)"}, {"bench/CMakeLists.txt": 'set(X "-Ofast")'},
           {"uq/core/a.cpp": '__attribute__((optimize("fast-math"))) void f();'},
           {"uq/core/a.cpp": '#pragma GCC optimize("O3,unsafe-math-optimizations")\n'},
           {"CMakePresets.json": '{"CMAKE_CXX_FLAGS": "-funsafe-math-optimizations"}'},
           {"uqw": "cmake -D CMAKE_CXX_FLAGS=-march=native\n"}, {"CMakeLists.txt": "add_compile_options(-ffp-contract=fast)"}],
      good=[{"CMakeLists.txt": "# never -ffast-math\nadd_compile_options(-ffp-contract=off)"}])
def no_fast_math(tree):
    pattern = r"fast-math|Ofast|unsafe-math|associative-math|reciprocal-math|finite-math-only|ffp-contract=(?!off)\w+|-march=|-mfma\b"
    for path, text in tree.items():
        name = path.rsplit("/", 1)[-1]
        if name == "CMakeLists.txt" or path.endswith(".cmake") or path in ("uqw", "CMakePresets.json", ".ci/run"):
            text = re.sub(r"(?m)(^|\s)#.*$", "", text)
        elif path.endswith(CPP):
            text = re.sub(r"//[^\n]*", "", text)
        else:
            continue
        for line, match in lines_matching(pattern, text):
            yield f"{path}:{line}: `{match.group()}` changes bits"


@rule("no using namespace in headers",
      bad=[{"uq/core/a.hpp": "using namespace std;"}, {"tests/a.hpp": "  using namespace uq;"}],
      good=[{"uq/core/a.cpp": "using namespace std::string_view_literals;"}, {"uq/core/a.hpp": "// using namespace std;"}])
def no_using_namespace(tree):
    for path, text in tree.select((".hpp", ".h")):
        for line, _ in lines_matching(r"\busing\s+namespace\b", code_only(text)):
            yield f"{path}:{line}: using namespace in a header"


@rule("only main exits",
      bad=[{"uq/core/a.cpp": "void f() { std::abort(); }"}, {"studies/file/a.cpp": "void f() { exit(2); }"}],
      good=[{"studies/cli/main.cpp": "int main() { std::exit(2); }"}, {"studies/foreign/exit_watch.cpp": "void on_exit() { ::_exit(1); }"},
            {"studies/run/a.cpp": "void f() { r.exit(1); int exit_code; }"}])
def no_exit(tree):
    for path, text in tree.select(CPP, PRODUCT):
        # The exit watch runs when the process is ending already.
        if not path.startswith("studies/cli/") and path != "studies/foreign/exit_watch.cpp":
            for line, match in lines_matching(r"(?<![\w.>])(?:_?exit|abort|quick_exit|terminate)\s*\(", code_only(text)):
                yield f"{path}:{line}: `{match.group()}`: a library throws, only main exits"
