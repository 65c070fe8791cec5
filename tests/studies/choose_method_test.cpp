// `method = "auto"`: which method a budget buys.

#include "studies/tables/choose_method.hpp"

#include "studies/rows/expected.hpp"
#include "studies/tables/methods.hpp"
#include "tests/support/catch.hpp"

#include <cmath>
#include <string>

using namespace uq::studies;  // NOLINT: one namespace under test
using uq::Index;

namespace {

std::int64_t whole(const Decision& decision, const std::string& key) {
  for (const auto& [name, value] : decision.options) {
    if (name == key) {
      return std::get<std::int64_t>(value);
    }
  }
  return -1;
}

}  // namespace

TEST_CASE("auto: the most a budget affords is chosen", "[auto][unit]") {
  struct Case {
    Index inputs;
    double budget;
    const char* method;
  };
  for (const Case& c : {Case{5, 1024 * 7, "sobol"},
                        Case{5, 1024 * 7 - 1, "morris"},
                        Case{5, 10 * 6, "morris"},
                        Case{5, 10 * 6 - 1, "oat"},
                        Case{5, 11, "oat"},
                        Case{5, 10, ""},
                        Case{10, 109, "oat"},
                        Case{11, 119, ""},  // eleven inputs are too many for a look
                        Case{100, 1010, "morris"},
                        Case{1, 3072, "sobol"}}) {
    CAPTURE(c.inputs, c.budget);
    const Decision decision = choose_method(Goal::any, c.inputs, c.budget);
    CHECK(decision.method == c.method);
    CHECK(decision.evaluations <= c.budget);
    CHECK_FALSE(decision.reasons.empty());
    CHECK(decision.affordable.empty() == !decision.method.empty());
  }
}

TEST_CASE("auto: what is left of the budget goes into accuracy", "[auto][unit]") {
  CHECK(whole(choose_method(Goal::any, 5, 7 * 5000), "n") == 4096);
  CHECK(whole(choose_method(Goal::indices, 5, 1e12), "n") == 1048576);
  // 22 that measure, 11 that check their step; below 30 there is no check.
  const Decision checked = choose_method(Goal::screen, 5, 6 * 33 + 5);
  CHECK(whole(checked, "trajectories") == 22);
  CHECK(checked.evaluations == 6 * 33);
  CHECK(whole(choose_method(Goal::screen, 5, 6 * 29), "trajectories") == 29);
  CHECK(whole(choose_method(Goal::screen, 5, 1e12), "trajectories") == 1000);
}

TEST_CASE("auto: a goal is met or refused, never traded for another", "[auto][unit]") {
  const Decision indices = choose_method(Goal::indices, 8, 5000);
  CHECK(indices.method.empty());
  CHECK_THAT(
      indices.reasons.front(),
      Catch::Contains("10240") && Catch::Contains("surrogate"));
  REQUIRE(indices.affordable.size() == 3);  // a look, a screening and a surrogate
  CHECK_THAT(indices.affordable[1], Catch::Contains("370 trajectories"));
  CHECK_THAT(indices.affordable[2],
             Catch::Contains("method = \"sample\" with n = 500") && Catch::Contains("`on`"));
  // Ten points an input, thirty at least.
  const auto advises = [](Index inputs, double budget) {
    const Decision decision = choose_method(Goal::indices, inputs, budget);
    return std::any_of(decision.affordable.begin(), decision.affordable.end(), [](const auto& text) {
      return text.find("surrogate") != std::string::npos;
    });
  };
  CHECK(advises(2, 30));
  CHECK_FALSE(advises(2, 29));
  CHECK(advises(8, 80));
  CHECK_FALSE(advises(8, 79));
  CHECK(choose_method(Goal::rank, 8, 5120).method == "sobol");
  CHECK(choose_method(Goal::rank, 8, 5119).method == "morris");
  CHECK(choose_method(Goal::rank, 8, 20 * 9 - 1).method.empty());
  CHECK(choose_method(Goal::screen, 8, 1e6).method == "morris");
  CHECK(choose_method(Goal::screen, 8, 89).method.empty());
  CHECK(choose_method(Goal::look, 8, 1e6).method == "oat");
  CHECK(choose_method(Goal::look, 11, 1e6).method.empty());
  CHECK(choose_method(Goal::look, 8, 16).method.empty());
}

TEST_CASE("auto: every method tells the outline of its results", "[auto][unit]") {
  for (const Method& method : methods()) {
    CAPTURE(method.name);
    CHECK(method.outline != nullptr);
  }
}

TEST_CASE("expected: intervals as the formulas have them", "[expected][unit]") {
  // 2 * 1.959964 * sqrt(2 * 0.5 / 1024)
  CHECK(sobol_width(0.5, 1024, 0.95) == Approx(0.1224977).epsilon(1e-6));
  // 2 * 1.959964 * sqrt((pi / 2 - 1) / 20)
  CHECK(morris_width(20, 0.95) == Approx(0.6622221).epsilon(1e-6));
  const auto sobol = expected_sobol({{"n", std::int64_t{1024}}, {"replicates", std::int64_t{1}}});
  REQUIRE(sobol.size() == 4);
  CHECK(sobol[0].figure == "S1 = 0.5");
  CHECK(sobol[0].width == Approx(0.1224977).epsilon(1e-6));
  CHECK(sobol[0].advice == "n = 2048 for a width of 0.1");
  CHECK(sobol[1].width == Approx(2 * 1.959964 * 0.5 * std::sqrt(2.0 / 1024)).epsilon(1e-6));
  // t with 7 degrees of freedom over the normal quantile: 2.364624 / 1.959964
  const auto replicated =
      expected_sobol({{"n", std::int64_t{1024}}, {"replicates", std::int64_t{8}}});
  CHECK(replicated[0].width == Approx(0.1224977 * 1.206463).epsilon(1e-5));
  CHECK_THAT(replicated[0].basis, Catch::Contains("at most"));
}

TEST_CASE("expected: quantiles by their order statistics", "[expected][unit]") {
  const auto bands = expected_bands({{"n", std::int64_t{1000}},
                                     {"sampler", std::string("monte_carlo")},
                                     {"quantiles", std::vector<double>{0.5, 0.05, 0.95}},
                                     {"confidence", 0.95}});
  REQUIRE(bands.size() == 3);
  CHECK(bands[0].width == Approx(2 * 1.959964 / std::sqrt(1000.0)).epsilon(1e-6));
  CHECK(bands[1].figure == "q05");
  CHECK(bands[2].figure == "q95");
  // Normal approximation: 2 z sqrt(p (1 - p) / n) / phi(z_p) = 0.262, within the grain of ranks.
  CHECK(bands[2].width == Approx(0.262).epsilon(0.1));
  const auto few = expected_bands(
      {{"n", std::int64_t{20}}, {"quantiles", std::vector<double>{0.99}}, {"confidence", 0.95}});
  CHECK(std::isnan(few[1].width));
  CHECK_THAT(few[1].advice, Catch::Contains("is the least"));
}
