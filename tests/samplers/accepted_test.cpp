#include "samplers/accepted.hpp"

#include "samplers/independent.hpp"
#include "tests/samplers/points.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

using uq::IndependentDesign;
using uq::Index;
using uq::Matrix;
using uq::samplers::Acceptance;
using uq::samplers::accepted;
using uq::samplers::Accepted;
using uq::samplers::independent;
using uq::samplers::Sampler;
using uq::test::all;

namespace {

constexpr double false_alarm = uq::test::suite_false_alarms / uq::test::statistical_checks;

void all_hold(uq::MatrixRef, std::span<bool> holds) {
  std::fill(holds.begin(), holds.end(), true);
}

// The triangle u_0 < u_1: half of the square.
void rises(uq::MatrixRef u, std::span<bool> holds) {
  for (Index i = 0; i < u.rows(); ++i) {
    holds[static_cast<std::size_t>(i)] = u(i, 0) < u(i, 1);
  }
}

// One row in a hundred.
void rarely(uq::MatrixRef u, std::span<bool> holds) {
  for (Index i = 0; i < u.rows(); ++i) {
    holds[static_cast<std::size_t>(i)] = u(i, 0) < 0.01;
  }
}

IndependentDesign monte_carlo(Index n) {
  return independent(2, {.n = n}, {3});
}

IndependentDesign sobol(Index n, Index replicates) {
  return independent(2, {.n = n, .sampler = Sampler::sobol, .replicates = replicates}, {3});
}

// Row indices of u among the candidates; REQUIREs that each is there.
std::vector<Index> found_at(const Matrix& u, const Matrix& candidates) {
  std::vector<Index> rows;
  Index at = 0;
  for (Index i = 0; i < u.rows(); ++i) {
    while (at < candidates.rows() && candidates.row(at) != u.row(i)) {
      ++at;
    }
    REQUIRE(at < candidates.rows());
    rows.push_back(at++);
  }
  return rows;
}

}  // namespace

TEST_CASE("accepted: a condition always true keeps the candidates as they are",
          "[accepted][property]") {
  const IndependentDesign candidates = sobol(8000, 4);
  const Accepted result = accepted(candidates, all_hold, 1000);
  REQUIRE(result.design);
  CHECK(result.design->dependent);
  CHECK(result.design->kind == uq::PointKind::sobol);
  CHECK(result.design->replicates == 4);
  const Matrix u = all(result.design->points);
  for (Index r = 0; r < 4; ++r) {
    CHECK(u.middleRows(250 * r, 250) == uq::test::rows(candidates.points, 2000 * r, 250));
  }
  CHECK(result.acceptance.accepted == 1000);
  CHECK(result.acceptance.tried == 1000);
  CHECK(result.acceptance.rate() == 1);
  CHECK(result.acceptance.interval(0.95).upper == 1);
}

TEST_CASE("accepted: the first rows of each replicate that hold, in their order",
          "[accepted][property]") {
  const IndependentDesign candidates = sobol(4 * 65536, 4);
  for (const auto& predicate : {rises, rarely}) {
    const Accepted result = accepted(candidates, predicate, 400);
    REQUIRE(result.design);
    Index tried = 0;
    for (Index r = 0; r < 4; ++r) {
      const Matrix of_replicate = uq::test::rows(candidates.points, 65536 * r, 65536);
      const Matrix u = uq::test::rows(result.design->points, 100 * r, 100);
      const std::vector<Index> rows = found_at(u, of_replicate);
      const auto holds = std::make_unique<bool[]>(65536);
      predicate(of_replicate, {holds.get(), 65536});
      CHECK(std::count(holds.get(), holds.get() + rows.back() + 1, true) == 100);
      tried += rows.back() + 1;
    }
    CHECK(result.acceptance.tried == tried);
    CHECK(result.acceptance.accepted == 400);
    CHECK(result.acceptance.complete);
  }
}

TEST_CASE("accepted: threads and blocks change no bit", "[accepted][property]") {
  const IndependentDesign candidates = sobol(4 * 65536, 4);
  for (const auto& predicate : {rises, rarely}) {
    uq::set_threads(1);
    const Accepted serial = accepted(candidates, predicate, 2000);
    for (const int threads : {2, 3, 7}) {
      uq::set_threads(threads);
      const Accepted parallel = accepted(candidates, predicate, 2000);
      CHECK(all(parallel.design->points) == all(serial.design->points));
      CHECK(parallel.acceptance.tried == serial.acceptance.tried);
    }
    uq::set_threads(0);
    CHECK(uq::test::all_in_pieces(serial.design->points) == all(serial.design->points));
  }
}

TEST_CASE("accepted: too few that hold come back as numbers, not as a design", "[accepted][unit]") {
  const auto never = [](uq::MatrixRef, std::span<bool> holds) {
    std::fill(holds.begin(), holds.end(), false);
  };
  const Accepted none = accepted(monte_carlo(5000), never, 10);
  CHECK_FALSE(none.design);
  CHECK_FALSE(none.acceptance.complete);
  CHECK(none.acceptance.accepted == 0);
  CHECK(none.acceptance.tried == 5000);
  CHECK(none.acceptance.interval(0.95).lower == 0);
  CHECK(none.acceptance.interval(0.95).upper == Approx(1 - std::pow(0.025, 1 / 5000.0)));

  const Accepted few = accepted(sobol(8000, 4), rarely, 400);
  CHECK_FALSE(few.design);
  CHECK(few.acceptance.accepted == Approx(80).margin(8));
  CHECK(few.acceptance.tried == 8000);
  CHECK_THROWS_AS(accepted(sobol(8000, 4), rises, 401), uq::InvalidArgument);
  CHECK_THROWS_AS(accepted(monte_carlo(50), rises, 0), uq::InvalidArgument);
}

// On the triangle u_0 is the smaller of two uniforms: mean 1/3, variance 1/18, P(u_1 <= x) = x^2;
// covariance 1/36, of which the estimate has a standard error below 0.1 / sqrt(n) (the product of
// the deviations has a variance below 0.01). Dvoretzky, Kiefer, Wolfowitz bound the largest
// deviation of an empirical distribution function.
TEST_CASE("accepted: the points follow the conditioned law", "[accepted][statistical]") {
  constexpr Index n = 20000;
  const Accepted result = accepted(monte_carlo(10 * n), rises, n);
  REQUIRE(result.design);
  const Matrix u = all(result.design->points);
  CHECK((u.col(0).array() < u.col(1).array()).all());
  const Eigen::ArrayXd x = u.col(0).array() - 1.0 / 3;
  const Eigen::ArrayXd y = u.col(1).array() - 2.0 / 3;
  CHECK(uq::test::within_standard_errors(x.mean(), 0, std::sqrt(1.0 / 18 / n)));
  CHECK(uq::test::within_standard_errors(y.mean(), 0, std::sqrt(1.0 / 18 / n)));
  CHECK(uq::test::within_standard_errors((x * y).mean(), 1.0 / 36, 0.1 / std::sqrt(1.0 * n)));

  uq::Vector sorted = u.col(1);
  std::sort(sorted.begin(), sorted.end());
  double largest = 0;
  for (Index i = 0; i < n; ++i) {
    const double expected = sorted[i] * sorted[i];
    largest = std::max({largest,
                        std::abs(expected - static_cast<double>(i) / n),
                        std::abs(expected - static_cast<double>(i + 1) / n)});
  }
  CHECK(largest < std::sqrt(std::log(2 / false_alarm) / (2.0 * n)));
}

TEST_CASE("accepted: the interval of the rate holds the probability", "[accepted][statistical]") {
  const Accepted half = accepted(monte_carlo(200000), rises, 20000);
  const auto [lower, upper] = half.acceptance.interval(1 - false_alarm);
  CHECK(lower < 0.5);
  CHECK(upper > 0.5);
  CHECK(upper - lower < 0.03);
  CHECK(half.acceptance.rate() == Approx(0.5).margin(0.015));
}

// P(T <= t) = P(Bin(t, p) >= k) for the trial T of the k-th success: at the ends of the interval
// each tail has half of what the level leaves, whereas trials fixed beforehand would put
// P(Bin(t, p) <= k) there.
TEST_CASE("accepted: the interval is that of the trials until the last row", "[accepted][unit]") {
  for (const auto& [k, t] : std::vector<std::pair<Index, Index>>{{3, 40}, {1, 7}, {50, 55}}) {
    const auto [lower, upper] = Acceptance{k, t, true}.interval(0.9);
    CHECK(1 - uq::propagation::binomial_cdf(k - 1, t, lower) == Approx(0.05).epsilon(1e-9));
    CHECK(uq::propagation::binomial_cdf(k - 1, t - 1, upper) == Approx(0.05).epsilon(1e-9));
    const auto fixed = Acceptance{k, t, false}.interval(0.9);
    CHECK(fixed.lower == lower);
    CHECK(uq::propagation::binomial_cdf(k, t, fixed.upper) == Approx(0.05).epsilon(1e-9));
  }
}

// Rows of two replicates are as good as independent: correlation 0 with error 1 / sqrt(n).
TEST_CASE("accepted: replicates are disjoint and uncorrelated", "[accepted][statistical]") {
  constexpr Index rows = 4096;
  const Accepted result = accepted(sobol(2 * 10 * rows, 2), rises, 2 * rows);
  const Matrix a = uq::test::rows(result.design->points, 0, rows);
  const Matrix b = uq::test::rows(result.design->points, rows, rows);
  std::set<double> seen(a.col(0).begin(), a.col(0).end());
  CHECK(std::none_of(b.col(0).begin(), b.col(0).end(), [&](double u) { return seen.contains(u); }));
  const double products = ((a.col(0).array() - 1.0 / 3) * (b.col(0).array() - 1.0 / 3)).mean();
  CHECK(uq::test::within_standard_errors(18 * products, 0, 1 / std::sqrt(1.0 * rows)));
}
