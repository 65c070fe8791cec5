// What `uq plan` promises against what a run delivers, and what `method = "auto"` chooses, run.

#include "studies/rows/expected.hpp"
#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <string>
#include <vector>

using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::TemporaryFolder;
using namespace uq::studies;  // NOLINT: one namespace under test

namespace {

constexpr double level = 0.95;

const std::string ishigami = R"(format = 1
seed = 9
output = "s.h5"
[model]
builtin = "known/ishigami"
[inputs]
x1 = { dist = "uniform", lo = -3.14159265358979, hi = 3.14159265358979 }
x2 = { dist = "uniform", lo = -3.14159265358979, hi = 3.14159265358979 }
x3 = { dist = "uniform", lo = -3.14159265358979, hi = 3.14159265358979 }
)";

/// Shares of the variance 0.6, 0.3, 0.1.
const std::string additive = R"(format = 1
seed = 9
output = "s.h5"
[model.expression]
y = "7.745966692 * x1 + 5.477225575 * x2 + 3.16227766 * x3"
[inputs]
x1 = { dist = "uniform", lo = 0, hi = 1 }
x2 = { dist = "normal", mean = 0, sd = 0.288675134594813 }
x3 = { dist = "uniform", lo = 0, hi = 1 }
)";

struct Ran {
  nlohmann::json expected;  ///< of the analysis `x`
  Shown shown;

  double width(const std::string& figure, const std::string& input = "") const {
    uq::test::Labels at{{"output", "y"}};
    if (!input.empty()) {
      at.emplace_back("input", input);
    }
    const auto [low, high] = shown.interval("x", figure, at);
    return high - low;
  }
  double planned(const std::string& figure) const {
    for (const auto& one : expected) {
      if (one.at("figure") == figure) {
        return one.at("width").get<double>();
      }
    }
    FAIL("nothing is expected of " << figure);
    return 0;
  }
};

Ran run(const TemporaryFolder& folder, const std::string& text) {
  folder.write("s.toml", text);
  const ProcessResult ran = run_uq(folder.path(), {"run", "--force", "s.toml"});
  INFO(text << ran.err);
  REQUIRE(ran.code == 0);
  const auto plan = nlohmann::json::parse(run_uq(folder.path(), {"plan", "s.toml", "--json"}).out);
  for (const auto& analysis : plan.at("analyses")) {
    if (analysis.at("name") == "x") {
      return {analysis.at("expected"), Shown(folder.path(), "s.h5")};
    }
  }
  FAIL("no analysis x");
  return {{}, Shown(folder.path(), "s.h5")};
}

void within(double real, double planned, double factor) {
  CAPTURE(real, planned, real / planned);
  CHECK(real < factor * planned);
  CHECK(real > planned / factor);
}

/// First and total indices of Ishigami's function and of the sum.
const std::map<std::string, std::pair<double, double>> ishigami_indices{
    {"x1", {0.3139, 0.5576}}, {"x2", {0.4424, 0.4424}}, {"x3", {0, 0.2437}}};
const std::map<std::string, std::pair<double, double>> additive_indices{
    {"x1", {0.6, 0.6}}, {"x2", {0.3, 0.3}}, {"x3", {0.1, 0.1}}};

}  // namespace

TEST_CASE("planning: Sobol' intervals are as wide as planned", "[planning][cli]") {
  const TemporaryFolder folder;
  for (const auto& [model, indices] :
       {std::pair{ishigami, ishigami_indices}, std::pair{additive, additive_indices}}) {
    for (const std::string ci : {"bootstrap", "bca", "asymptotic"}) {
      CAPTURE(model, ci);
      const Ran ran = run(folder,
                          model + "[[analysis]]\nname = \"x\"\nmethod = \"sobol\"\nn = 512\n" +
                              "second_order = true\nci = \"" + ci + "\"\n");
      CHECK(ran.planned("S1 = 0.5") == Approx(sobol_width(0.5, 512, level)));
      CHECK(ran.planned("ST = 0.1") == Approx(sobol_total_width(0.1, 512, level)));
      for (const auto& [input, index] : indices) {
        CAPTURE(input);
        if (index.first > 0) {  // Eq. 1 is 0 where an input does nothing alone
          within(ran.width("S1", input), sobol_width(index.first, 512, level), 2.5);
        }
        within(ran.width("ST", input), sobol_total_width(index.second, 512, level), 2.5);
      }
      const auto [low, high] =
          ran.shown.interval("x", "S2", {{"output", "y"}, {"input", "x1"}, {"input2", "x2"}});
      within(high - low,
             sobol_pair_width(indices.at("x1").first, indices.at("x2").first, 512, level),
             2.5);
      CHECK(ran.planned("S2 = 0 of two S1 = 0.25") ==
            Approx(sobol_pair_width(0.25, 0.25, 512, level)));
    }
    // Replicates see how smooth the output is: the plan is a ceiling.
    const Ran ran =
        run(folder, model + "[[analysis]]\nname = \"x\"\nmethod = \"sobol\"\nn = 4096\n");
    CHECK(ran.width("S1", "x2") < ran.planned("S1 = 0.5"));
    CHECK(ran.width("ST", "x2") < ran.planned("ST = 0.5"));
  }
}

TEST_CASE("planning: a stop is reached with about the rows it is planned to take",
          "[planning][cli]") {
  const TemporaryFolder folder;
  for (const std::string& model : {ishigami, additive}) {
    const Ran ran = run(folder,
                        model + "[[analysis]]\nname = \"x\"\nmethod = \"sobol\"\nn = 128\n" +
                            "ci = \"bootstrap\"\n"
                            "stop = { ci_width = 0.15, max_evaluations = 1_000_000 }\n");
    CHECK(ran.planned("S1 and ST, at the stop") == 0.15);
    CHECK(ran.width("S1", "x1") <= 0.15);
    CHECK(ran.width("ST", "x1") <= 0.15);
    // 0.5: 2 z sqrt(1 / n) <= 0.15 from n = 683 on, so 1024.
    const std::string basis = ran.expected.back().at("basis");
    CHECK_THAT(basis, Catch::Contains("n = 1024 does"));
    const double reached = ran.shown.analysis("x").at("attributes").at("n_reached");
    within(reached, 1024, 4.1);
  }
}

TEST_CASE("planning: bands are as wide as planned", "[planning][cli]") {
  const TemporaryFolder folder;
  for (const std::string& model : {ishigami, additive}) {
    CAPTURE(model);
    const Ran ran = run(folder,
                        model + "[[analysis]]\nname = \"x\"\nmethod = \"propagate\"\nn = 2000\n" +
                            "sampler = \"monte_carlo\"\nquantiles = [0.05, 0.5, 0.95]\n");
    const double sd = ran.shown.value("x", "sd", {{"output", "y"}});
    within(ran.width("mean"), sd * ran.planned("mean"), 1.1);
    for (const auto& [name, p] : {std::pair{"q05", "0.05"}, std::pair{"q95", "0.95"}}) {
      const auto [low, high] =
          ran.shown.interval("x", "quantile", {{"output", "y"}, {"probability", p}});
      within(high - low, sd * ran.planned(name), 2);
    }
  }
}

TEST_CASE("planning: elementary effects are within their plan", "[planning][cli]") {
  const TemporaryFolder folder;
  for (const int r : {20, 100}) {
    const std::string analysis =
        "[[analysis]]\nname = \"x\"\nmethod = \"morris\"\ntrajectories = " + std::to_string(r) +
        "\n";
    const Ran ran = run(folder, ishigami + analysis);
    CHECK(ran.planned("mu_star") == Approx(morris_width(r, level)));
    // x1 and x3: effects of both signs and many sizes. x2: of one size at four levels, none.
    for (const char* input : {"x1", "x3"}) {
      CAPTURE(r, input);
      const double mu_star = ran.shown.value("x", "mu_star", {{"output", "y"}, {"input", input}});
      within(ran.width("mu_star", input), mu_star * ran.planned("mu_star"), 3);
    }
    const Ran sum = run(folder, additive + analysis);
    CHECK(sum.width("mu_star", "x1") < 1e-6);  // a ceiling: equal effects have no spread
  }
}

TEST_CASE("planning: indices of given data are as wide as planned", "[planning][cli]") {
  const TemporaryFolder folder;
  struct Case {
    std::string sampler, estimator;
    double factor;
  };
  for (const Case& c : {Case{"monte_carlo", "rank", 1.6},
                        Case{"monte_carlo", "binned", 3},
                        Case{"sobol", "rank", 2.5},  // binned, whatever is asked
                        Case{"lhs", "rank", 1.6}}) {
    for (const int n : {256, 2048}) {
      for (const auto& [model, indices] :
           {std::pair{ishigami, ishigami_indices}, std::pair{additive, additive_indices}}) {
        CAPTURE(c.sampler, c.estimator, n, model);
        const Ran ran =
            run(folder,
                model + "[[analysis]]\nname = \"sample\"\nmethod = \"propagate\"\nn = " +
                    std::to_string(n) + "\nsampler = \"" + c.sampler +
                    "\"\n[[analysis]]\nname = \"x\"\nmethod = \"given_data\"\n"
                    "estimator = \"" +
                    c.estimator + "\"\n");
        const bool binned = c.estimator == "binned" || c.sampler == "sobol";
        const auto plan = [&](double s) {
          return binned ? binned_width(s, n, level, c.sampler != "sobol")
                        : given_data_width(s, n, level);
        };
        CHECK(ran.planned("S1 = 0.1") == Approx(plan(0.1)));
        CHECK(ran.planned("S1 = 0.5") == Approx(plan(0.5)));
        for (const auto& [input, index] : indices) {
          CAPTURE(input);
          within(ran.width("S1", input), plan(index.first), c.factor);
        }
      }
    }
  }
  // The rows of a Sobol' analysis are A and B.
  const Ran ran = run(folder,
                      additive +
                          "[[analysis]]\nname = \"s\"\nmethod = \"sobol\"\nn = 256\n"
                          "[[analysis]]\nname = \"x\"\nmethod = \"given_data\"\n");
  CHECK(ran.planned("S1 = 0.5") == Approx(binned_width(0.5, 512, level, false)));
  CHECK(ran.shown.value("x", "rows", {{"output", "y"}}) == 512);
}
