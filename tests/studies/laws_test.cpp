#include "studies/tables/distributions.hpp"
#include "tests/studies/golden.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace uq::studies {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Distribution law_of(const std::string& keys,
                    const InputVariable& input,
                    const std::string& folder = {}) {
  Diagnostics problems;
  const auto law = read_law(read_toml(keys, "s.toml"), input, folder, problems);
  INFO(keys);
  for (const Diagnostic& problem : problems.all()) {
    INFO(render(problem, keys));
    CHECK(problem.code.empty());
  }
  REQUIRE(law);
  return law->law;
}

Distribution law_of(const std::string& keys, const std::string& unit = "1") {
  return law_of(keys, InputVariable{.name = "x", .unit = unit});
}

template <class Law>
Law as(const Distribution& distribution) {
  REQUIRE(std::holds_alternative<Law>(distribution.law));
  return std::get<Law>(distribution.law);
}

TEST_CASE("laws: parameters arrive in the unit of the model", "[laws][unit]") {
  const auto uniform = as<Uniform>(
      law_of("dist = \"uniform\"\nlo = \"3.0 TB/s\"\nhi = 3.35e12\nnominal = 3e12\n", "B/s"));
  CHECK(uniform.lo == 3e12);
  CHECK(uniform.hi == 3.35e12);
  const auto log =
      as<Loguniform>(law_of("dist = \"loguniform\"\nlo = \"1 KiB\"\nhi = \"1 MiB\"", "B"));
  CHECK(log.lo == 1024);
  CHECK(log.hi == 1048576);
  CHECK(as<Exponential>(law_of("dist = \"exponential\"\nmean = \"5 us\"", "s")).mean == 5e-6);
  const auto triangle =
      as<Triangular>(law_of("dist = \"triangular\"\nlo = 0.45\nmode = 0.6\nhi = 0.75"));
  CHECK(triangle.mode == 0.6);
  const auto histogram = as<Histogram>(
      law_of("dist = \"histogram\"\nedges = [1, \"2 ms\", 3]\nweights = [1, 0.5]", "ms"));
  CHECK(histogram.edges == std::vector<double>{1, 2, 3});
  CHECK(histogram.weights == std::vector<double>{1, 0.5});
}

TEST_CASE("laws: a relative sd is a share of the mean's magnitude", "[laws][unit]") {
  const auto normal =
      as<Normal>(law_of("dist = \"normal\"\nmean = \"-2 TB/s\"\nrel_sd = 0.1", "B/s"));
  CHECK(normal.mean == -2e12);
  CHECK(normal.sd == Approx(2e11).epsilon(1e-15));
  CHECK(as<Normal>(law_of("dist = \"normal\"\nmean = 1\nsd = 0.25")).sd == 0.25);
}

TEST_CASE("laws: three sets of keys give the same lognormal law", "[laws][unit]") {
  // ln x ~ N(1, 0.5): mean exp(1 + 0.125), variance (exp(0.25) - 1) exp(2.25), median e, gsd
  // exp(0.5).
  const auto direct = as<Lognormal>(law_of("dist = \"lognormal\"\nmean_log = 1\nsd_log = 0.5"));
  const double mean = std::exp(1.125), sd = std::sqrt(std::expm1(0.25) * std::exp(2.25));
  const auto moments =
      as<Lognormal>(law_of(fmt::format("dist = \"lognormal\"\nmean = {}\nsd = {}", mean, sd)));
  const auto median = as<Lognormal>(law_of(
      fmt::format("dist = \"lognormal\"\nmedian = {}\ngsd = {}", std::exp(1.0), std::exp(0.5))));
  CHECK(direct.mean_log == 1);
  CHECK(direct.sd_log == 0.5);
  for (const Lognormal& law : {moments, median}) {  // a few rounding errors of exp and log
    CHECK(law.mean_log == Approx(1).epsilon(1e-14));
    CHECK(law.sd_log == Approx(0.5).epsilon(1e-14));
  }
}

TEST_CASE("laws: truncation keeps open ends and meets the law's own bounds", "[laws][unit]") {
  const auto below = law_of("dist = \"normal\"\nmean = 0\nsd = 1\ntruncate = [\"-inf\", 2]");
  CHECK(below.lower == -infinity);
  CHECK(below.upper == 2);
  const auto above = law_of("dist = \"exponential\"\nmean = 1\ntruncate = [\"3 ms\", inf]", "ms");
  CHECK(above.lower == 3);
  CHECK(above.upper == infinity);
  const auto both =
      law_of("dist = \"truncnormal\"\nmean = 0\nsd = 1\nlo = -3\nhi = 1\ntruncate = [-1, 2]");
  CHECK(both.lower == -1);
  CHECK(both.upper == 1);
}

TEST_CASE("laws: JSON and short text name law, parameters and truncation", "[laws][unit]") {
  const auto cut = law_of("dist = \"truncnormal\"\nmean = 0.84\nsd = 0.044\nlo = 0.7\nhi = 0.97");
  CHECK(to_text(cut) == "truncnormal(mean 0.84, sd 0.044) on [0.7, 0.97]");
  CHECK(to_json(cut) == R"({"dist":"truncnormal","mean":0.84,"sd":0.044,"lo":0.7,"hi":0.97})");
  const auto half = law_of("dist = \"normal\"\nmean = 0\nsd = 1\ntruncate = [0, \"inf\"]");
  CHECK(to_text(half) == "normal(mean 0, sd 1) on [0, inf]");
  CHECK(to_json(half) == R"({"dist":"normal","mean":0.0,"sd":1.0,"truncate":[0.0,"inf"]})");
  const auto bins = law_of("dist = \"histogram\"\nedges = [0, 1, 4]\nweights = [1, 2]");
  CHECK(to_text(bins) == "histogram(2 bins, 0 to 4)");
  CHECK(to_json(bins) == R"({"dist":"histogram","edges":[0.0,1.0,4.0],"weights":[1.0,2.0]})");
}

TEST_CASE("laws: what JSON says reads back as the same law", "[laws][property]") {
  for (const LawInfo& info : laws()) {
    CHECK_FALSE(info.doc.empty());
    CHECK_FALSE(info.keys.empty());
  }
  for (const std::string keys : {"dist = \"uniform\"\nlo = 0.1\nhi = 0.3",
                                 "dist = \"lognormal\"\nmedian = 3\ngsd = 1.7",
                                 "dist = \"exponential\"\nmean = 0.1\ntruncate = [1, \"inf\"]",
                                 "dist = \"truncnormal\"\nmean = 1\nsd = 2\nlo = 0\nhi = 3",
                                 "dist = \"histogram\"\nedges = [0.1, 1, 4]\nweights = [1, 2]",
                                 "dist = \"pert\"\nlo = 1\nmode = 2\nhi = 5",
                                 "dist = \"beta\"\nalpha = 2\nbeta = 5\nlo = 0\nhi = 3",
                                 "dist = \"gamma\"\nshape = 2.5\nscale = 1.5",
                                 "dist = \"weibull\"\nshape = 1.5\nscale = 2",
                                 "dist = \"student\"\ndf = 4\nmean = 1\nscale = 2",
                                 "dist = \"logistic\"\nmean = 1\nscale = 2",
                                 "dist = \"pareto\"\nscale = 1\nshape = 2.5",
                                 "dist = \"gumbel\"\nmode = 1013\nscale = 558",
                                 "dist = \"integer\"\nlo = 1\nhi = 8",
                                 "dist = \"choice\"\nvalues = [16, 32]\nweights = [1, 2]",
                                 "dist = \"empirical\"\nvalues = [0.5, 0.5, 2]"}) {
    const std::string json = to_json(law_of(keys));
    const auto parsed = nlohmann::json::parse(json);
    std::string toml;
    for (const auto& [key, value] : parsed.items()) {
      toml += fmt::format("{} = {}\n", key, value.dump());
    }
    CHECK(to_json(law_of(toml)) == json);
  }
}

std::string test_folder() {
  return uq::test::source_dir() + "/tests/studies/laws";
}

std::vector<Diagnostic> problems_of(const std::string& text, const std::string& name) {
  Diagnostics problems;
  const Node root = read_toml(text, name);
  for (const Node::Entry& input : root.find("inputs")->value.table()) {
    const Node::Entry* unit = input.value.find("unit");
    InputVariable variable{.name = input.key};
    variable.unit = unit != nullptr ? unit->value.string() : "1";
    if (input.key.starts_with("gpu")) {
      variable.kind = InputKind::categorical;
      variable.categories = {"A100", "H100", "B200"};
    } else if (input.key.starts_with("count")) {
      variable.kind = InputKind::integer;
    }
    read_law(input.value, variable, test_folder(), problems);
  }
  try {
    problems.throw_if_errors();
  } catch (const StudyError& error) {
    return error.diagnostics;
  }
  return {};
}

TEST_CASE("laws: shapes are plain numbers, scales quantities", "[laws][unit]") {
  const auto gamma = as<Gamma>(law_of("dist = \"gamma\"\nshape = 2\nscale = \"5 us\"", "s"));
  CHECK(gamma.shape == 2);
  CHECK(gamma.scale == 5e-6);
  const auto beta = as<Beta>(law_of("dist = \"beta\"\nalpha = 2\nbeta = 5"));
  CHECK(beta.lo == 0);
  CHECK(beta.hi == 1);
  const auto hump =
      as<Beta>(law_of("dist = \"pert\"\nlo = \"1 ms\"\nmode = \"2 ms\"\nhi = \"5 ms\"", "ms"));
  CHECK(hump.alpha == 2);  // 1 + 4 (2 - 1) / (5 - 1)
  CHECK(hump.beta == 4);
  CHECK(hump.lo == 1);
  CHECK(hump.hi == 5);
  CHECK(as<Pareto>(law_of("dist = \"pareto\"\nscale = \"1 GB\"\nshape = 2.5", "B")).scale == 1e9);
}

TEST_CASE("laws: choices are sorted with their weights", "[laws][unit]") {
  const auto choice =
      as<Discrete>(law_of("dist = \"choice\"\nvalues = [\"32 GB\", 16]\nweights = [1, 3]", "GB"));
  CHECK(choice.values == std::vector<double>{16, 32});
  CHECK(choice.weights == std::vector<double>{3, 1});
  InputVariable gpu{.name = "gpu"};
  gpu.kind = InputKind::categorical;
  gpu.categories = {"A100", "H100", "B200"};
  const auto named = as<Discrete>(
      law_of("dist = \"choice\"\nvalues = [\"B200\", \"A100\"]\nweights = [1, 2]", gpu));
  CHECK(named.values == std::vector<double>{0, 2});
  CHECK(named.weights == std::vector<double>{2, 1});
}

TEST_CASE("laws: an empirical law reads a column in its own unit", "[laws][unit]") {
  const InputVariable clock{.name = "clock", .unit = "GHz"};
  const std::string file = "dist = \"empirical\"\nfile = \"clocks.csv\"\ncolumn = \"clock\"\n";
  CHECK(as<Empirical>(law_of(file, clock, test_folder())).values ==
        std::vector<double>{1335, 1410, 1410, 1980});
  CHECK(as<Empirical>(law_of(file + "unit = \"MHz\"", clock, test_folder())).values ==
        std::vector<double>{1.335, 1.41, 1.41, 1.98});
  Diagnostics problems;
  const auto law = read_law(read_toml(file, "s.toml"), clock, test_folder(), problems);
  REQUIRE(law);
  CHECK(law->source == "clocks.csv, column clock");
  CHECK(as<Empirical>(law_of("dist = \"empirical\"\nvalues = [3, 1, 2]")).values ==
        std::vector<double>{1, 2, 3});
}

TEST_CASE("laws: each faulty law gives exactly the expected text", "[laws][golden]") {
  test::check_golden("/tests/studies/laws", 17, problems_of);
}

}  // namespace
}  // namespace uq::studies
