// Inputs that hang together, as a user states them: derived inputs, correlations, conditions.

#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"
#include "tests/support/statistics.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <string>
#include <vector>

using nlohmann::json;
using uq::test::run_uq;
using uq::test::TemporaryFolder;

namespace {

const std::string base = R"(format = 1
seed = 3
[model.expression]
y = "a + b"
p = "a * b"
[inputs]
a = { dist = "normal", mean = 1, sd = 2 }
b = { dist = "uniform", lo = 0, hi = 1 }
)";

/// Runs the study and returns what `show --json` says of its first analysis.
json result_of(const std::string& study, const std::vector<std::string>& more = {}) {
  const TemporaryFolder folder;
  folder.write("s.toml", study);
  std::vector<std::string> arguments{"run", "-q", "s.toml"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const auto run = run_uq(folder.path(), arguments);
  INFO(run.err);
  REQUIRE(run.code == 0);
  const auto shown = run_uq(folder.path(), {"show", "s.h5", "--json"});
  REQUIRE(shown.code == 0);
  return json::parse(shown.out);
}

struct Estimate {
  double value, lo, hi;
};

/// A variable of the first analysis, its first output.
Estimate of(const json& result, const std::string& name, std::size_t output = 0) {
  const json& variables = result["analyses"][0]["variables"];
  const json& interval = variables[name + "_ci"]["values"][output];
  return {variables[name]["values"][output], interval[0], interval[1]};
}

/// Whether the truth lies within the suite's allowance, taken from the 95 % interval.
bool agrees(const Estimate& estimate, double truth) {
  const double standard_error = (estimate.hi - estimate.lo) / (2 * 1.96);
  return uq::test::within_standard_errors(estimate.value, truth, standard_error);
}

const std::string propagate = "[[analysis]]\nmethod = \"propagate\"\nn = 20000\n";

}  // namespace

TEST_CASE("joint: correlated inputs change the variance of a sum as they must",
          "[joint][statistical]") {
  // Var(a + b) = 4 + 1/12 + 2 rho 2 / sqrt(12) for a Pearson correlation rho.
  const double rho = -0.6;
  const double sd = std::sqrt(4 + 1 / 12.0 + 2 * rho * 2 / std::sqrt(12.0));
  for (const std::string sampler : {"monte_carlo", "sobol", "lhs", "halton"}) {
    const json result = result_of(base + "[correlation]\npearson = [[\"a\", \"b\", -0.6]]\n" +
                                  propagate + "sampler = \"" + sampler + "\"\n");
    INFO(sampler);
    CHECK(agrees(of(result, "sd"), sd));
    CHECK(agrees(of(result, "mean"), 1.5));
  }
}

TEST_CASE("joint: the file holds the correlation of the scores and what was asked for",
          "[joint][unit]") {
  const json inputs =
      result_of(base + "[correlation]\nspearman = [[\"a\", \"b\", 0.7]]\n" + propagate)["inputs"];
  const double latent = inputs["variables"]["correlation"]["values"][0][1];
  CHECK(latent == Approx(2 * std::sin(std::acos(-1.0) * 0.7 / 6)).epsilon(1e-12));
  CHECK(inputs["attributes"]["correlations"][0] == "spearman a b 0.7");
}

TEST_CASE("joint: conditions give the conditional law and say how many draws met them",
          "[joint][statistical]") {
  // u, v uniform on the unit square and v < u^2: probability 1/3, E[u] = 3/4, E[v] = 3/10.
  const std::string square = R"(format = 1
seed = 5
[model.expression]
y = "u"
z = "v"
[inputs]
u = { dist = "uniform", lo = 0, hi = 1 }
v = { dist = "uniform", lo = 0, hi = 1 }
[constraints]
require = ["v < u^2"]
)";
  for (const std::string sampler : {"monte_carlo", "sobol", "halton"}) {
    const json result = result_of(square + propagate + "sampler = \"" + sampler + "\"\n");
    INFO(sampler);
    CHECK(agrees(of(result, "mean", 0), 0.75));
    CHECK(agrees(of(result, "mean", 1), 0.3));
    const json& attributes = result["analyses"][0]["attributes"];
    // 20000 draws accepted of about 60000: the share has a standard error of 0.0019.
    CHECK(uq::test::within_standard_errors(attributes["acceptance"], 1 / 3.0, 0.0019));
    CHECK(attributes["acceptance_ci"][0] < attributes["acceptance"]);
    CHECK(attributes["acceptance"] < attributes["acceptance_ci"][1]);
  }
}

TEST_CASE("joint: derived inputs reach the model in its unit", "[joint][unit]") {
  const TemporaryFolder folder;
  folder.write("s.toml", R"(format = 1
[model]
builtin = "roofline_llm"
config = { phase = "decode" }
[derived]
hbm_bw = "stacks * rate"
[inputs]
stacks = { dist = "choice", values = [4, 5] }
rate = { value = "0.6 TB/s", unit = "GB/s" }
[[analysis]]
method = "propagate"
)");
  const auto result = run_uq(folder.path(), {"eval", "s.toml", "--json", "--set", "stacks=5"});
  INFO(result.err);
  REQUIRE(result.code == 0);
  const json shown = json::parse(result.out);
  CHECK(shown["derived"]["hbm_bw"] == 3e12);
  CHECK_FALSE(shown["inputs"].contains("hbm_bw"));
  CHECK(shown["inputs"]["rate"] == 600);
}

TEST_CASE("joint: equal bits for any number of threads and any block", "[joint][property]") {
  const TemporaryFolder folder;
  folder.write("s.toml",
               base +
                   "[correlation]\nspearman = [[\"a\", \"b\", 0.5]]\n[constraints]\nrequire = "
                   "[\"a * b < 1\"]\n" +
                   "[[analysis]]\nmethod = \"propagate\"\nn = 4096\nsampler = \"sobol\"\n");
  std::vector<std::string> files;
  for (const auto& [threads, block] :
       {std::pair{"1", "1024"}, std::pair{"2", "1024"}, std::pair{"3", "77"}}) {
    const std::string file = std::string("r") + threads + block + ".h5";
    REQUIRE(
        run_uq(
            folder.path(),
            {"run", "-q", "s.toml", "--reproducible", "-o", file, "-j", threads, "--block", block})
            .code == 0);
    files.push_back(folder.read(file));
  }
  CHECK(files[0] == files[1]);
  CHECK(files[0] == files[2]);
}

namespace {

struct Fault {
  const char* what;
  std::string study;
  std::vector<std::string> says;
};

}  // namespace

TEST_CASE("joint: each fault is named with place and remedy, exit code 2", "[joint][unit]") {
  const std::string sobol = "[[analysis]]\nmethod = \"sobol\"\nn = 64\n";
  const auto correlation = [&](const std::string& pairs) {
    return base + "[correlation]\n" + pairs + "\n" + propagate;
  };
  const auto require = [&](const std::string& conditions) {
    return base + "[constraints]\nrequire = " + conditions + "\n" + propagate;
  };
  const auto derived = [&](const std::string& entries) {
    return base + "[derived]\n" + entries + "\n" + propagate;
  };
  const std::string three = R"(format = 1
[model.expression]
y = "a + b + c"
[inputs]
a = { dist = "normal", mean = 0, sd = 1 }
b = { dist = "normal", mean = 0, sd = 1 }
c = { dist = "exponential", mean = 1 }
[correlation]
)";
  const std::vector<Fault> faults{
      {"Sobol' with correlated inputs",
       base + "[correlation]\nspearman = [[\"a\", \"b\", -0.4]]\n" + sobol,
       {"U305",
        "`a` and `b` are correlated (-0.4)",
        "s.toml:11:1",
        "s.toml:10:13",
        "dependence = \"ignore\""}},
      {"Sobol' under a condition",
       base + "[constraints]\nrequire = [\"a < b\"]\n" + sobol,
       {"U315", "ties `a`, `b` to each other", "s.toml:11:1"}},
      {"Sobol' under a condition on one input",
       base + "[constraints]\nrequire = [\"b < 0.5\"]\n" + sobol,
       {"U315", "cuts the law of `b`", "truncate"}},
      {"a pair that is none",
       correlation("spearman = [[\"a\", 0.5]]"),
       {"U201", "two inputs and a number"}},
      {"an unknown name",
       correlation("spearman = [[\"a\", \"bb\", 0.5]]"),
       {"U104", "`bb`", "known: a, b"}},
      {"an input with itself",
       correlation("spearman = [[\"a\", \"a\", 0.5]]"),
       {"U311", "`a` cannot be correlated with itself"}},
      {"a correlation of one",
       correlation("spearman = [[\"a\", \"b\", 1]]"),
       {"U202", "[derived]"}},
      {"a pair named twice",
       correlation("spearman = [[\"a\", \"b\", 0.5]]\npearson = [[\"b\", \"a\", 0.1]]"),
       {"U113", "`b` and `a` are correlated twice"}},
      {"no list", correlation("spearman = 0.4"), {"U201", "`spearman` must be a list of pairs"}},
      {"contradicting pairs",
       three + "spearman = [[\"a\", \"b\", 0.9], [\"b\", \"c\", 0.9], [\"a\", \"c\", -0.9]]\n" +
           propagate,
       {"U312", "`a`, `b`, `c` contradict each other", "nearest", "instead of -0.9"}},
      {"a Pearson correlation out of reach",
       three + "pearson = [[\"a\", \"c\", -0.95]]\n" + propagate,
       {"U313", "cannot have a Pearson correlation of -0.95", "spearman"}},
      {"a condition nothing meets", require("[\"b > 2\"]"), {"U317", "none of 25600"}},
      {"conditions few meet",
       require("[\"b > 0.5\", \"b < 0.502\"]"),
       {"U317", "\"b > 0.5\" alone: 5", "required is 1 %"}},
      {"a condition on constants",
       base + "c = { value = 3 }\n[constraints]\nrequire = [\"c < 2\"]\n" + propagate,
       {"U314", "does not hold", "constant"}},
      {"a condition on nothing", require("[\"1 < 2\"]"), {"U314", "names no input"}},
      {"a condition that is no formula", require("[\"a <\"]"), {"U130", "ends too early"}},
      {"a condition on an unknown name",
       require("[\"a < bb\"]"),
       {"U130", "unknown variable `bb`", "known: a, b"}},
      {"no text", require("[3]"), {"U201", "a condition must be a formula"}},
      {"a swept condition",
       require("[\"a < b\"]") + "sweep = { b = [0.5, 1] }\n",
       {"U316", "`b` cannot be swept"}},
      {"a hypercube under a condition",
       require("[\"a < b\"]") + "sampler = \"lhs\"\n",
       {"U306", "strata", "s.toml:14:11"}},
      {"derived and given", derived("a = \"b\""), {"U135", "both derived and given"}},
      {"derived from itself",
       derived("c = \"d + 1\"\nd = \"c + 1\""),
       {"U135", "derived from itself"}},
      {"derived for nobody",
       "format = 1\n[model]\nbuiltin = \"known/ishigami\"\n[derived]\nx4 = \"x1\"\n" + sobol,
       {"U104", "unknown input `x4`"}},
      {"no formula", derived("c = 3"), {"U201", "must be a formula"}},
  };
  for (const Fault& fault : faults) {
    const TemporaryFolder folder;
    folder.write("s.toml", fault.study);
    const auto result = run_uq(folder.path(), {"check", "s.toml"});
    INFO(fault.what << "\n" << result.err);
    CHECK(result.code == 2);
    for (const std::string& words : fault.says) {
      INFO(words);
      CHECK(result.err.find(words) != std::string::npos);
    }
  }
}

TEST_CASE("joint: Sobol' of correlated inputs runs when asked to ignore it, and says so",
          "[joint][unit]") {
  const json result =
      result_of(base +
                "[correlation]\nspearman = [[\"a\", \"b\", -0.4]]\n[[analysis]]\nmethod = "
                "\"sobol\"\nn = 64\ndependence = \"ignore\"\n");
  const json& attributes = result["analyses"][0]["attributes"];
  CHECK(attributes["dependence"] == "ignore");
  CHECK(attributes["warnings"].dump().find("W023") != std::string::npos);
}

TEST_CASE("joint: Sobol' over inputs that are independent of each other is allowed",
          "[joint][unit]") {
  const json result = result_of(R"(format = 1
seed = 1
[model.expression]
y = "a + b + c"
[inputs]
a = { dist = "normal", mean = 0, sd = 1 }
b = { dist = "normal", mean = 0, sd = 1 }
c = { dist = "uniform", lo = 0, hi = 1 }
[correlation]
spearman = [["a", "b", 0.5]]
[constraints]
require = ["b < 1"]
[[analysis]]
method = "sobol"
n = 64
inputs = ["c", "a"]
)");
  CHECK(result["analyses"][0]["coordinates"]["input"] == json({"c", "a"}));
}
