#include "uq/sensitivity/failure_dependence.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "uq/core/error.hpp"
#include "uq/core/philox.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

using uq::Index;
using uq::Matrix;
using uq::Seed;
using uq::Vector;
using uq::sensitivity::failure_dependence;
using uq::sensitivity::FailureSide;

namespace {

Matrix uniforms(Index n, Index d, Seed seed) {
  Matrix x(n, d);
  for (Index j = 0; j < d; ++j) {
    uq::philox_uniforms(seed.child("column", static_cast<std::uint64_t>(j)),
                        0,
                        {x.col(j).data(), static_cast<std::size_t>(n)});
  }
  return x;
}

std::vector<bool> none(Index count) {
  return std::vector<bool>(static_cast<std::size_t>(count), false);
}

// Standardised sum over the failed points, with mean and variance over every subset of their size.
double by_enumeration(const std::vector<double>& scores, const std::vector<bool>& failed) {
  const auto size = std::count(failed.begin(), failed.end(), true);
  double sum = 0;
  double squares = 0;
  double subsets = 0;
  double own = 0;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    own += failed[k] ? scores[k] : 0;
  }
  for (unsigned mask = 0; mask < (1U << scores.size()); ++mask) {
    if (std::popcount(mask) != size) {
      continue;
    }
    double total = 0;
    for (std::size_t k = 0; k < scores.size(); ++k) {
      total += (mask >> k & 1U) != 0 ? scores[k] : 0;
    }
    sum += total;
    squares += total * total;
    subsets += 1;
  }
  const double mean = sum / subsets;
  return (own - mean) / std::sqrt(squares / subsets - mean * mean);
}

}  // namespace

TEST_CASE("failure dependence: Lepage's statistic, variances from every possible set of failures",
          "[failure][unit]") {
  // Two ties; ranks by hand.
  const Vector x{{3, -1, 7, 7, 0, 12, 2, -5, 9, 4}};
  const std::vector<double> ranks{5, 2, 7.5, 7.5, 3, 10, 4, 1, 9, 6};
  const std::vector<bool> failed{false, true, true, false, false, true, false, true, true, false};
  std::vector<double> distance;
  for (const double rank : ranks) {
    distance.push_back(std::abs(rank - 5.5));
  }
  const double location = by_enumeration(ranks, failed);
  const double spread = by_enumeration(distance, failed);
  const auto result = failure_dependence(x, failed, none(1));
  CHECK(result.p_value[0] ==
        Approx(std::exp(-0.5 * (location * location + spread * spread))).epsilon(1e-12));
  CHECK(result.side[0] == FailureSide::ends);
}

TEST_CASE("failure dependence: names are compared by Pearson's chi-squared", "[failure][unit]") {
  // 2 x 2: 16 of 20 fail at one level, 4 of 20 at the others: statistic 14.4, one degree of
  // freedom.
  Vector x(40);
  std::vector<bool> failed(40, false);
  for (Index k = 0; k < 40; ++k) {
    x[k] = k < 20 ? 2 : k < 38 ? 0 : 1;  // the two of a third name are too few, and join the second
    failed[static_cast<std::size_t>(k)] = k < 16 || k >= 36;
  }
  const auto result = failure_dependence(x, failed, {true});
  CHECK(result.p_value[0] == Approx(std::erfc(std::sqrt(14.4 / 2))).epsilon(1e-12));
  CHECK(result.side[0] == FailureSide::levels);
  // One level only: nothing to depend on.
  CHECK(failure_dependence(Vector::Zero(40), failed, {true}).p_value[0] == 1);
  CHECK(failure_dependence(Vector::Zero(40), failed, {false}).p_value[0] == 1);
}

TEST_CASE("failure dependence: Holm's adjustment multiplies by the hypotheses that are left",
          "[failure][unit]") {
  const Matrix x = uniforms(200, 3, Seed{7});
  std::vector<bool> failed(200);
  for (Index k = 0; k < 200; ++k) {
    failed[static_cast<std::size_t>(k)] = x(k, 1) + 0.5 * x(k, 2) > 1.1;
  }
  const auto together = failure_dependence(x, failed, none(3));
  std::array<double, 3> alone{};
  for (Index j = 0; j < 3; ++j) {
    alone[static_cast<std::size_t>(j)] = failure_dependence(x.col(j), failed, none(1)).p_value[0];
  }
  REQUIRE(alone[1] < alone[2]);
  REQUIRE(alone[2] < alone[0]);
  CHECK(together.p_value[1] == 3 * alone[1]);
  CHECK(together.p_value[2] == std::max(3 * alone[1], 2 * alone[2]));
  CHECK(together.p_value[0] == std::max(together.p_value[2], alone[0]));
}

TEST_CASE("failure dependence: finds where failures lie, and says nothing of a handful",
          "[failure][unit]") {
  const Matrix x = uniforms(4096, 3, Seed{3});
  std::vector<bool> failed(4096);
  const auto fail_where = [&](auto&& where) {
    for (Index k = 0; k < 4096; ++k) {
      failed[static_cast<std::size_t>(k)] = where(x.row(k));
    }
    return failure_dependence(x, failed, none(3));
  };
  const auto corner = fail_where([](const auto& r) { return r[0] > 0.92 && r[1] < 0.15; });
  CHECK(corner.p_value[0] < 1e-10);
  CHECK(corner.p_value[1] < 1e-10);
  CHECK(corner.p_value[2] > 1e-3);
  CHECK(corner.side[0] == FailureSide::high);
  CHECK(corner.side[1] == FailureSide::low);
  const auto both = fail_where(
      [](const auto& r) { return std::abs(r[0] - 0.5) > 0.47 && std::abs(r[1] - 0.5) < 0.2; });
  CHECK(both.side[0] == FailureSide::ends);
  CHECK(both.side[1] == FailureSide::middle);
  CHECK(both.p_value[0] < 1e-10);
  CHECK(both.p_value[1] < 1e-10);
  failed.assign(4096, false);
  failed[1] = failed[20] = failed[300] = failed[4000] = true;
  CHECK(std::isnan(failure_dependence(x, failed, none(3)).p_value[0]));
  failed.flip();
  CHECK(std::isnan(failure_dependence(x, failed, none(3)).p_value[0]));
  CHECK_THROWS_AS(failure_dependence(x, failed, none(2)), uq::InvalidArgument);
}

TEST_CASE("failure dependence: alarms on failures that depend on nothing as seldom as it says",
          "[failure][statistical]") {
  constexpr int repeats = 4000;
  for (const Index n : {40, 400}) {
    int alarms = 0;
    for (int r = 0; r < repeats; ++r) {
      const Seed seed = Seed{11}.child("repeat", static_cast<std::uint64_t>(r));
      const Matrix x = uniforms(n, 4, seed.child("x"));
      const Matrix u = uniforms(n, 1, seed.child("failed"));
      std::vector<bool> failed(static_cast<std::size_t>(n));
      for (Index k = 0; k < n; ++k) {
        failed[static_cast<std::size_t>(k)] = u(k, 0) < 0.3;
      }
      alarms += (failure_dependence(x, failed, none(4)).p_value.array() < 0.05).any() ? 1 : 0;
    }
    const double rate = static_cast<double>(alarms) / repeats;
    const double se = std::sqrt(0.05 * 0.95 / repeats);
    CHECK(rate < 0.05 + uq::test::allowed_standard_errors * se);
    CHECK(rate > 0.05 - 2 * uq::test::allowed_standard_errors * se);
  }
}

TEST_CASE("failure dependence: rare names raise no more alarms than the level allows",
          "[failure][statistical]") {
  // Points per level: expected failures far below 1 in the rare ones.
  const std::vector<std::vector<int>> cases{
      {4056, 40}, {3976, 40, 40, 40}, std::vector<int>(100, 41)};
  constexpr int repeats = 2000;
  for (const auto& counts : cases) {
    std::vector<double> names;
    for (std::size_t level = 0; level < counts.size(); ++level) {
      names.insert(
          names.end(), static_cast<std::size_t>(counts[level]), static_cast<double>(level));
    }
    const Vector x = Eigen::Map<const Vector>(names.data(), static_cast<Index>(names.size()));
    for (const double failures : {6.0, 12.0, 400.0}) {
      int alarms = 0;
      for (int r = 0; r < repeats; ++r) {
        const Matrix u =
            uniforms(x.size(), 1, Seed{13}.child("repeat", static_cast<std::uint64_t>(r)));
        std::vector<bool> failed(names.size());
        for (Index k = 0; k < x.size(); ++k) {
          failed[static_cast<std::size_t>(k)] = u(k, 0) < failures / static_cast<double>(x.size());
        }
        alarms += failure_dependence(x, failed, {true}).p_value[0] < 0.01 ? 1 : 0;
      }
      CAPTURE(counts.size(), failures, alarms);
      const double se = std::sqrt(0.01 * 0.99 / repeats);
      CHECK(alarms <= repeats * (0.01 + uq::test::allowed_standard_errors * se));
    }
  }
}

TEST_CASE("failure dependence: monotone transforms and the order of points change nothing",
          "[failure][property]") {
  const Matrix x = uniforms(300, 1, Seed{5});
  std::vector<bool> failed(300);
  for (Index k = 0; k < 300; ++k) {
    failed[static_cast<std::size_t>(k)] = x(k, 0) > 0.4 && x(k, 0) < 0.5;
  }
  const double p = failure_dependence(x, failed, none(1)).p_value[0];
  CHECK(failure_dependence(x.array().exp() * 1e30, failed, none(1)).p_value[0] == p);
  std::reverse(failed.begin(), failed.end());
  CHECK(failure_dependence(x.colwise().reverse(), failed, none(1)).p_value[0] ==
        Approx(p).epsilon(1e-9));
}
