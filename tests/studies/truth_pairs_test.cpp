// Pairs and groups: second-order and closed indices of functions for which they are known.

#include "samplers/saltelli.hpp"
#include "tests/studies/known_law.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/statistics.hpp"
#include "uq/core/evaluate.hpp"
#include "uq/propagation/intervals.hpp"
#include "uq/sensitivity/sobol.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

using uq::Index;
using uq::Seed;
using uq::test::known_problem;
using uq::test::reference;
using Json = nlohmann::json;

namespace {

const Index replicates = 8;

/// All cases of known_functions.json, and those of known_laws.json whose pairs stand in
/// performance_pairs.json.
std::vector<Json> cases_with_pairs() {
  std::vector<Json> cases = reference("known_functions.json").at("cases");
  const Json laws = reference("known_laws.json").at("cases");
  for (const Json& pairs : reference("performance_pairs.json").at("cases")) {
    for (Json known_case : laws) {
      if (known_case.at("id") == pairs.at("id")) {
        known_case["S2"] = pairs.at("S2");
        cases.push_back(known_case);
      }
    }
  }
  return cases;
}

/// Indices of n (2 d + 2) or n (groups + 2) evaluations with intervals from replicates.
uq::sensitivity::SobolIndices indices_of(const uq::Problem& problem,
                                         uq::samplers::SaltelliOptions options) {
  options.ci = uq::samplers::Interval::replicates;
  options.replicates = replicates;
  const auto design = uq::samplers::saltelli(problem.dims(), options, Seed{41});
  return uq::sensitivity::sobol(
      design, uq::evaluate(problem, design).y, {}, Seed{41}.child("intervals"));
}

/// Standard errors of a replicated estimate that a check allows at the suite's chance of a false
/// alarm: seven degrees of freedom.
double allowed() {
  return uq::propagation::student_t_quantile(
      1 - uq::test::suite_false_alarms / uq::test::statistical_checks / 2, replicates - 1);
}

double standard_error(double lower, double upper) {
  return (upper - lower) / 2 / uq::propagation::student_t_quantile(0.975, replicates - 1);
}

}  // namespace

TEST_CASE("truth: second-order indices of all functions meet the exact ones",
          "[truth][statistical]") {
  // Strong products of many inputs err more at this n: n^-1/2 times the size of the integrand.
  static const std::set<std::string> tangled{
      "g-20-linear", "g-5-zero", "gstar-10-5", "morris-20", "max-uniform-8"};
  std::size_t compared = 0;
  for (const Json& known_case : cases_with_pairs()) {
    const std::string id = known_case.at("id");
    const auto problem = known_problem(known_case);
    REQUIRE(problem.has_value());
    const auto result = indices_of(*problem, {.n = 8192, .second_order = true});
    CHECK(result.undefined.at(0).empty());
    std::size_t far = 0;
    std::size_t seen = 0;
    for (const Json& pair : known_case.at("S2")) {
      const auto i = pair.at(0).get<Index>();
      const auto j = pair.at(1).get<Index>();
      const double exact = pair.at(2).get<double>();
      const double value = result.S2.at({0, i, j});
      const double lower = result.S2_ci.at({0, i, j, 0});
      const double upper = result.S2_ci.at({0, i, j, 1});
      const double error =
          std::max(0.0, std::abs(value - exact) - known_case.at("index_tol").get<double>() - 1e-12);
      CAPTURE(id, i, j, exact, value, lower, upper);
      CHECK(error <= allowed() * standard_error(lower, upper));
      CHECK(error <= (tangled.contains(id) ? 0.05 : 0.02));
      far += error > 5 * standard_error(lower, upper) ? 1 : 0;
      ++seen;
    }
    const auto d = static_cast<std::size_t>(problem->dims());
    CHECK(seen == d * (d - 1) / 2);
    // One in 600 strays further than five standard errors of seven degrees of freedom.
    CAPTURE(id, far, seen);
    CHECK(static_cast<double>(far) <= 0.05 * static_cast<double>(seen) + 1);
    compared += seen;
  }
  CHECK(compared == 841);
}

TEST_CASE("truth: the closed index of a pair is S1 of both and their S2", "[truth][statistical]") {
  for (const Json& known_case : cases_with_pairs()) {
    const std::string id = known_case.at("id");
    const auto problem = known_problem(known_case);
    const auto first = known_case.at("S1").get<std::vector<double>>();
    const auto& pairs = known_case.at("S2");
    // The pair that interacts most.
    const Json& pair = *std::max_element(
        pairs.begin(), pairs.end(), [](const Json& a, const Json& b) { return a.at(2) < b.at(2); });
    const auto i = pair.at(0).get<Index>();
    const auto j = pair.at(1).get<Index>();
    std::vector<std::vector<Index>> groups{{i, j}};
    for (Index k = 0; k < problem->dims(); ++k) {
      if (k != i && k != j) {
        groups.push_back({k});
      }
    }
    const auto result = indices_of(*problem, {.n = 16384, .groups = groups});
    const double exact = first[static_cast<std::size_t>(i)] + first[static_cast<std::size_t>(j)] +
                         pair.at(2).get<double>();
    const double error = std::abs(result.S1.at({0, 0}) - exact) -
                         3 * known_case.at("index_tol").get<double>() - 1e-12;
    const double lower = result.S1_ci.at({0, 0, 0});
    const double upper = result.S1_ci.at({0, 0, 1});
    CAPTURE(id, i, j, exact, result.S1.at({0, 0}), lower, upper);
    CHECK(error <= allowed() * standard_error(lower, upper));
    CHECK(error <= 0.012);
    // What the pair does with all others is left to its total index.
    CHECK(result.ST.at({0, 0}) >= result.S1.at({0, 0}) - 0.012);
  }
}
