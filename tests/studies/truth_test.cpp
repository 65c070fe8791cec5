// From laws to indices, bands and intervals: what the engine says of functions whose mean,
// variance, Sobol' indices and quantiles are known.

#include "samplers/independent.hpp"
#include "samplers/saltelli.hpp"
#include "tests/studies/known_law.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/statistics.hpp"
#include "uq/core/evaluate.hpp"
#include "uq/propagation/intervals.hpp"
#include "uq/propagation/propagate.hpp"
#include "uq/sensitivity/sobol.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using uq::Index;
using uq::Seed;
using uq::test::known_problem;
using uq::test::reference;
using Json = nlohmann::json;

namespace {

const Index rows = 16384;
const Index replicates = 8;

/// Chance that one check fails although all is right (tests/support/statistics.hpp).
const double false_alarm = uq::test::suite_false_alarms / uq::test::statistical_checks;

const Json& all_cases() {
  static const Json data = reference("known_laws.json");
  return data.at("cases");
}

/// The cases all of whose laws exist; `skipped` gets the names of the others.
std::vector<Json> known_cases(std::vector<std::string>* skipped = nullptr) {
  std::vector<Json> cases;
  for (const Json& known_case : all_cases()) {
    if (known_problem(known_case)) {
      cases.push_back(known_case);
    } else if (skipped != nullptr) {
      skipped->push_back(known_case.at("id"));
    }
  }
  return cases;
}

uq::sensitivity::SobolIndices indices_of(const uq::Problem& problem, std::uint64_t seed) {
  const auto design = uq::samplers::saltelli(
      problem.dims(),
      {.n = rows, .ci = uq::samplers::Interval::replicates, .replicates = replicates},
      Seed{seed});
  return uq::sensitivity::sobol(
      design, uq::evaluate(problem, design).y, {}, Seed{seed}.child("intervals"));
}

/// One estimate with its 95 % interval, beside the truth.
struct Cell {
  std::string what;
  bool is_index;
  double estimate, lower, upper, truth, tolerance;

  double error() const { return std::max(0.0, std::abs(estimate - truth) - tolerance); }
  /// The reported standard error: half width over Student's quantile.
  double standard_error() const {
    static const double t = uq::propagation::student_t_quantile(0.975, replicates - 1);
    return (upper - lower) / 2 / t;
  }
};

/// Mean, variance, first- and total-order indices.
std::vector<Cell> all_cells(const uq::sensitivity::SobolIndices& result, const Json& known_case) {
  std::vector<Cell> cells;
  const auto number = [&](const char* what, const uq::NdArray& value, const uq::NdArray& interval) {
    const Json& truth = known_case.at(what);
    cells.push_back({what,
                     false,
                     value.at({0}),
                     interval.at({0, 0}),
                     interval.at({0, 1}),
                     truth.at("v").get<double>(),
                     truth.at("tol").get<double>()});
  };
  const auto indices =
      [&](const char* what, const uq::NdArray& value, const uq::NdArray& interval) {
        const Json& truth = known_case.at(what);
        for (Index i = 0; i < value.shape[1]; ++i) {
          cells.push_back({what + std::to_string(i),
                           true,
                           value.at({0, i}),
                           interval.at({0, i, 0}),
                           interval.at({0, i, 1}),
                           truth.at(static_cast<std::size_t>(i)).get<double>(),
                           known_case.at("index_tol").get<double>()});
        }
      };
  number("mean", result.mean, result.mean_ci);
  number("variance", result.variance, result.variance_ci);
  indices("S1", result.S1, result.S1_ci);
  indices("ST", result.ST, result.ST_ci);
  return cells;
}

/// Largest index error of 16384 rows. Independent points err by about 1 / sqrt(16384) = 0.008 times
/// the size of the integrand; a sequence does better, the more so the fewer inputs act together.
double index_bar(const std::string& id) {
  // Products of many inputs, kinks of infinite slope, the largest of many.
  static const std::set<std::string> tangled{
      "g-20-linear", "g-5-zero", "gstar-10-5", "morris-20", "max-uniform-8"};
  // Two or three inputs that matter, no product of theirs beyond the smooth.
  static const std::set<std::string> plain{"wing-weight",
                                           "otl-circuit",
                                           "piston-narrow",
                                           "roofline-1",
                                           "roofline-3layer",
                                           "roofline-allcompute",
                                           "max-uniform-2",
                                           "mm1-1"};
  return tangled.contains(id) ? 0.012 : plain.contains(id) ? 0.001 : 0.005;
}

uq::propagation::Bands bands_of(const uq::Problem& problem,
                                uq::samplers::Sampler sampler,
                                const uq::propagation::BandOptions& options) {
  const auto design = uq::samplers::independent(
      problem.dims(), {.n = 2 * rows, .sampler = sampler, .replicates = replicates}, Seed{2026});
  std::vector<uq::Vector> y;
  for (const uq::Matrix& output : uq::evaluate(problem, design).y) {
    y.emplace_back(output.col(0));
  }
  return uq::propagation::bands(design, {y}, {}, options);
}

}  // namespace

TEST_CASE("truth: no case is left out", "[truth][reference]") {
  std::vector<std::string> skipped;
  CHECK(known_cases(&skipped).size() == 33);
  CHECK(skipped.empty());
}

TEST_CASE("truth: every function meets the check points of its case", "[truth][reference]") {
  // A wrong port of a function is no wrong estimator.
  for (const Json& known_case : all_cases()) {
    if (!known_case.contains("check_points")) {
      CHECK(known_case.at("id") == "batch-64");
      continue;
    }
    const auto value = uq::test::known_function(known_case);
    CHECK(known_case.at("check_points").size() == 5);
    for (const Json& point : known_case.at("check_points")) {
      const auto x = point.at("x").get<std::vector<double>>();
      CAPTURE(known_case.at("id").get<std::string>(), x);
      CHECK(value(x.data()) == Approx(point.at("y").get<double>()).epsilon(1e-12).margin(1e-12));
    }
  }
}

TEST_CASE("truth: indices, mean and variance of 16384 rows meet the exact ones",
          "[truth][statistical]") {
  // The t statistic of eight replicates has seven degrees of freedom: a check with the suite's
  // chance of a false alarm allows more standard errors than that of a normal estimate.
  const double allowed = uq::propagation::student_t_quantile(1 - false_alarm / 2, replicates - 1);
  for (const Json& known_case : known_cases()) {
    const std::string id = known_case.at("id");
    const auto result = indices_of(*known_problem(known_case), 2024);
    CHECK(result.ci_method == "replicates");
    CHECK(result.undefined.at(0).empty());
    for (const Cell& each : all_cells(result, known_case)) {
      CAPTURE(id, each.what, each.estimate, each.truth, each.standard_error());
      CHECK(each.error() <= allowed * each.standard_error());
      if (each.is_index) {
        CHECK(each.error() <= index_bar(id));
      }
    }
    CHECK(result.variance.at({0}) ==
          Approx(known_case.at("variance").at("v").get<double>()).epsilon(0.05));
  }
}

TEST_CASE("truth: the intervals hold the exact values as often as they say",
          "[truth][statistical]") {
  // A seed is a cluster: its cells of one function come from the same outputs, those of different
  // functions from the same points.
  uq::test::Coverage coverage;
  std::map<std::string, std::pair<int, int>> far;
  const std::uint64_t seeds = 8;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    for (const Json& known_case : known_cases()) {
      auto& [strayed, seen] = far[known_case.at("id")];
      const auto result = indices_of(*known_problem(known_case), seed);
      for (const Cell& each : all_cells(result, known_case)) {
        coverage.add(each.lower - each.tolerance, each.upper + each.tolerance, each.truth);
        strayed += each.error() > 4 * each.standard_error() ? 1 : 0;
        ++seen;
      }
    }
    coverage.end_repeat();
  }
  INFO("covered " << coverage.mean() << " +- " << coverage.standard_error());
  CHECK(coverage.acceptable());
  // With seven degrees of freedom half a percent strays further than four standard errors.
  for (const auto& [id, counts] : far) {
    CAPTURE(id, counts.first, counts.second);
    CHECK(counts.first <= 0.05 * counts.second);
  }
}

TEST_CASE("truth: quantiles of 32768 rows meet the exact ones", "[truth][statistical]") {
  std::size_t checked = 0;
  for (const Json& known_case : known_cases()) {
    if (!known_case.contains("quantiles")) {
      continue;
    }
    const auto problem = known_problem(known_case);
    std::vector<double> levels;
    for (const Json& quantile : known_case.at("quantiles")) {
      levels.push_back(quantile.at("p").get<double>());
    }
    using uq::samplers::Sampler;
    // Exact order-statistic intervals of any level: these fail with the suite's chance of a false
    // alarm.
    const auto sure = bands_of(
        *problem, Sampler::monte_carlo, {.quantiles = levels, .confidence = 1 - false_alarm});
    const auto usual = bands_of(*problem, Sampler::monte_carlo, {.quantiles = levels});
    const auto sequence = bands_of(*problem, Sampler::sobol, {.quantiles = levels});
    for (std::size_t k = 0; k < levels.size(); ++k) {
      const auto p = static_cast<Index>(k);
      const double truth = known_case.at("quantiles")[k].at("v").get<double>();
      const double tolerance = known_case.at("quantiles")[k].at("tol").get<double>();
      const auto bound = [&](const uq::propagation::Bands& bands, Index side) {
        return bands.quantile_ci.at({0, p, 0, side});
      };
      CAPTURE(known_case.at("id").get<std::string>(), levels[k], truth);
      CHECK(bound(sure, 0) <= truth + tolerance);
      CHECK(truth - tolerance <= bound(sure, 1));
      // The sequence errs less than independent points may.
      CAPTURE(sequence.quantile.at({0, p, 0}), bound(usual, 0), bound(usual, 1));
      CHECK(std::abs(sequence.quantile.at({0, p, 0}) - truth) <=
            (bound(usual, 1) - bound(usual, 0)) / 2 + tolerance);
      ++checked;
    }
  }
  CHECK(checked > 150);
}
