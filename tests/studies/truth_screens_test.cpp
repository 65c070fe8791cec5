// What Morris' screening and given samples say of functions whose indices are known.

#include "samplers/independent.hpp"
#include "samplers/morris.hpp"
#include "samplers/morris_scale.hpp"
#include "tests/studies/known_law.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/statistics.hpp"
#include "uq/core/evaluate.hpp"
#include "uq/sensitivity/given_data.hpp"
#include "uq/sensitivity/morris.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using uq::Index;
using uq::Seed;
using uq::test::known_problem;
using uq::test::reference;
using Json = nlohmann::json;

namespace {

std::vector<Json> all_cases() {
  return reference("known_laws.json").at("cases");
}

uq::Grouping each_alone(const Json& known_case) {
  uq::Grouping groups;
  for (const Json& input : known_case.at("inputs")) {
    groups.members.push_back({groups.size()});
    groups.names.push_back(input.at("name"));
  }
  return groups;
}

/// Indices of a random sample of a case.
uq::sensitivity::GivenData given(const Json& known_case,
                                 Index n,
                                 std::uint64_t seed,
                                 const uq::sensitivity::GivenDataOptions& options = {}) {
  const auto problem = known_problem(known_case);
  const auto design = uq::samplers::independent(
      problem->dims(), {.n = n, .sampler = uq::samplers::Sampler::monte_carlo}, Seed{seed});
  std::vector<uq::Vector> y;
  for (const uq::Matrix& output : uq::evaluate(*problem, design).y) {
    y.emplace_back(output.col(0));
  }
  // Neighbours and ranks are those of the places in the unit cube.
  uq::Matrix u(n, problem->dims());
  design.points.block(0, u);
  return uq::sensitivity::given_data(
      u, y, uq::PointKind::monte_carlo, options, Seed{seed}.child("intervals"));
}

}  // namespace

TEST_CASE("truth: Morris finds the inputs that matter, and none that does not",
          "[truth][statistical]") {
  std::size_t compared = 0;
  for (const Json& known_case : all_cases()) {
    const std::string id = known_case.at("id");
    const auto problem = known_problem(known_case);
    const auto groups = each_alone(known_case);
    const auto design = uq::samplers::morris(
        uq::samplers::morris_inputs(*problem), groups, {.trajectories = 200, .levels = 8}, Seed{7});
    const auto evaluations =
        uq::evaluate(*problem, uq::samplers::physical_points(*problem, design));
    const auto effects =
        uq::sensitivity::morris(design, evaluations.y, {.resamples = 200}, Seed{8});
    CHECK(effects.undefined.at(0).empty());
    const auto total = known_case.at("ST").get<std::vector<double>>();
    for (Index i = 0; i < problem->dims(); ++i) {
      const double own = total[static_cast<std::size_t>(i)];
      const double star = effects.mu_star.at({0, i});
      CAPTURE(id, i, own, star);
      // Inert means exactly so; the reference's integrals leave 1e-40 of it.
      CHECK((star == 0) == (std::abs(own) < 1e-20));
      CHECK((effects.dead.at({0, i}) == 1) == (std::abs(own) < 1e-20));
      for (Index j = 0; j < problem->dims(); ++j) {
        const double other = total[static_cast<std::size_t>(j)];
        CAPTURE(j, other, effects.mu_star.at({0, j}));
        // ST goes with the square of a typical effect: 16 in ST is 4 in mu*, clearly apart.
        if (own > 16 * other && own > 0.02) {
          CHECK(star > effects.mu_star.at({0, j}));
          ++compared;
        }
      }
    }
  }
  CHECK(compared > 200);
}

TEST_CASE("truth: given samples rank inputs as their first-order indices do",
          "[truth][statistical]") {
  std::size_t compared = 0;
  for (const Json& known_case : all_cases()) {
    const std::string id = known_case.at("id");
    const auto first = known_case.at("S1").get<std::vector<double>>();
    const auto found = given(known_case, 8192, 3, {.regression = false});
    CHECK(found.undefined.at(0).empty());
    for (std::size_t i = 0; i < first.size(); ++i) {
      const auto own = static_cast<Index>(i);
      const double half = (found.S1_ci.at({0, own, 1}) - found.S1_ci.at({0, own, 0})) / 2;
      CAPTURE(id, i, first[i], found.S1.at({0, own}), half);
      CHECK(uq::test::within_standard_errors(found.S1.at({0, own}), first[i], half / 1.96 + 1e-12));
      for (std::size_t j = 0; j < first.size(); ++j) {
        if (first[i] > first[j] + 0.1) {
          CHECK(found.S1.at({0, own}) > found.S1.at({0, static_cast<Index>(j)}));
          ++compared;
        }
      }
    }
  }
  CHECK(compared > 100);
}

TEST_CASE("truth: the intervals of given samples hold the exact S1 as often as they say",
          "[truth][statistical]") {
  uq::test::Coverage coverage;
  // A seed is a cluster: the functions' samples come from the same points.
  for (std::uint64_t seed = 100; seed < 108; ++seed) {
    for (const Json& known_case : all_cases()) {
      const auto found = given(known_case, 1000, seed, {.regression = false});
      const auto first = known_case.at("S1").get<std::vector<double>>();
      for (std::size_t i = 0; i < first.size(); ++i) {
        const auto at = static_cast<Index>(i);
        coverage.add(found.S1_ci.at({0, at, 0}), found.S1_ci.at({0, at, 1}), first[i]);
      }
    }
    coverage.end_repeat();
  }
  INFO("covered " << coverage.mean() << " +- " << coverage.standard_error());
  CHECK(coverage.acceptable());
  CHECK(coverage.mean() < 0.995);
}
