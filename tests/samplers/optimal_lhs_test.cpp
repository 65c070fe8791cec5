#include "samplers/optimal_lhs.hpp"

#include "samplers/discrepancy.hpp"
#include "samplers/spread_detail.hpp"
#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"

#include <cmath>
#include <set>
#include <string>
#include <vector>

using Catch::Contains;
using uq::Index;
using uq::Matrix;
using uq::Seed;
using namespace uq::samplers;

namespace {

Matrix plain(Index n, Index dims, Seed seed) {
  Matrix u(n, dims);
  lhs(n, dims, 1, LatinPlace::random, seed).block(0, u);
  return u;
}

double centred(const Matrix& u) {
  return discrepancy(u, DiscrepancyKind::centred).squared;
}

bool is_latin(const Matrix& u) {
  const Index n = u.rows();
  for (Index k = 0; k < u.cols(); ++k) {
    std::set<Index> cells;
    for (Index i = 0; i < n; ++i) {
      cells.insert(static_cast<Index>(std::floor(u(i, k) * static_cast<double>(n))));
    }
    if (cells.size() != static_cast<std::size_t>(n)) {
      return false;
    }
  }
  return true;
}

/// Changes told by an energy, against its value computed anew, along random exchanges.
template <class Energy, class Anew>
void check_changes(Energy energy, double tolerance, Anew anew) {
  const Index n = energy.points().rows();
  const Index d = energy.points().cols();
  std::vector<double> u(300);
  uq::philox_uniforms(Seed{9}, 0, u);
  for (std::size_t k = 0; k + 3 <= u.size(); k += 3) {
    const auto column = static_cast<Index>(u[k] * static_cast<double>(d));
    const auto a = static_cast<Index>(u[k + 1] * static_cast<double>(n));
    const auto b = (a + 1 + static_cast<Index>(u[k + 2] * static_cast<double>(n - 1))) % n;
    const double before = anew(energy.points());
    const double change = energy.change(column, a, b);
    Matrix moved = energy.points();
    std::swap(moved(a, column), moved(b, column));
    CHECK(change == Approx(anew(moved) - before).margin(tolerance * before));
    energy.accept(column, a, b, change);
    if (energy.is_stale()) {
      energy.refresh();
    }
    CHECK((energy.points().array() == moved.array()).all());
  }
  const double told = energy.value();
  energy.refresh();
  CHECK(told == Approx(energy.value()).epsilon(1e-9));
}

}  // namespace

TEST_CASE("optimal lhs: changes of an exchange are those of the whole", "[optimal_lhs][property]") {
  const Index d = GENERATE(2, 3, 10);
  const Matrix u = plain(30, d, Seed{2});
  // Terms are (scale / squared distance)^(p/2), scale = d / 6.
  for (const Index p : {2, 10, 50}) {
    CAPTURE(d, p);
    check_changes(detail::Repulsion(u, p), 1e-9, [&](const Matrix& points) {
      return std::pow(phi_p(points, p) * std::sqrt(static_cast<double>(d) / 6),
                      static_cast<double>(p));
    });
  }
  check_changes(detail::Unevenness(u), 1e-9, centred);
}

TEST_CASE("optimal lhs: the value of an energy is what it stands for", "[optimal_lhs][unit]") {
  const Matrix u = plain(40, 6, Seed{3});
  CHECK(detail::Unevenness(u).value() == Approx(centred(u)).epsilon(1e-10));
  CHECK(std::pow(detail::Repulsion(u, 50).value(), 0.02) ==
        Approx(phi_p(u, 50)).epsilon(1e-12));  // scale 1
}

TEST_CASE("optimal lhs: phi_p of points whose distances are known", "[optimal_lhs][unit]") {
  Matrix u(3, 2);
  u << 0.1, 0.1, 0.4, 0.5, 0.4, 0.1;  // distances 0.5, 0.3, 0.4
  const auto power = [](double x) { return std::pow(x, -4); };
  CHECK(phi_p(u, 4) == Approx(std::pow(power(0.5) + power(0.3) + power(0.4), 0.25)));
  CHECK(phi_p(u, 100) == Approx(1 / 0.3).epsilon(1e-6));
  CHECK(phi_p(u.topRows(1), 4) == 0);
  u.row(1) = u.row(0);
  CHECK(std::isinf(phi_p(u, 4)));
  CHECK(phi_p(1e-100 * Matrix(u.bottomRows(2)), 50) == Approx(1e100 * phi_p(u.bottomRows(2), 50)));
}

TEST_CASE("optimal lhs: it stays a latin hypercube, better by its criterion",
          "[optimal_lhs][property]") {
  const Index n = GENERATE(2, 3, 10, 60);
  const Index d = GENERATE(1, 2, 8);
  CAPTURE(n, d);
  const Matrix begin = plain(n, d, Seed{5});
  const auto improved = [&](LatinCriterion criterion) {
    return optimal_lhs(
        n, d, {.criterion = criterion, .proposals = 4000}, LatinPlace::random, Seed{5});
  };
  const Matrix apart = improved(LatinCriterion::maximin);
  const Matrix repelled = improved(LatinCriterion::phi_p);
  const Matrix even = improved(LatinCriterion::centred_discrepancy);
  for (const Matrix& one : {apart, repelled, even}) {
    CHECK(is_latin(one));
    CHECK((one.array() > 0 && one.array() < 1).all());
  }
  const bool improvable = n == 60 && d > 1;
  CHECK(phi_p(repelled, 50) <= phi_p(begin, 50));
  CHECK(centred(even) <= centred(begin) * (1 + 1e-12));
  if (improvable) {
    CHECK(min_distance(apart) > 1.2 * min_distance(begin));
    CHECK(centred(even) < 0.9 * centred(begin));
  }
}

TEST_CASE("optimal lhs: n = 200 in ten dimensions is as good as published",
          "[optimal_lhs][reference]") {
  // OpenTURNS 1.20, SimulatedAnnealingLHS with phi_50: distance 0.574, phi_50 1.79; scipy 1.10,
  // random-cd: squared centred discrepancy 0.0077.
  const Matrix apart = optimal_lhs(200, 10, {}, LatinPlace::random, Seed{1});
  CHECK(min_distance(apart) > 0.75);
  CHECK(phi_p(apart, 50) < 1.45);
  const Matrix even = optimal_lhs(
      200, 10, {.criterion = LatinCriterion::centred_discrepancy}, LatinPlace::random, Seed{1});
  CHECK(centred(even) < 0.0072);
}

TEST_CASE("optimal lhs: same bits for any threads, more starts never worse",
          "[optimal_lhs][property]") {
  const LatinCriterion criterion =
      GENERATE(LatinCriterion::maximin, LatinCriterion::phi_p, LatinCriterion::centred_discrepancy);
  const auto with = [&](Index starts, int threads) {
    uq::set_threads(threads);
    Matrix u = optimal_lhs(40,
                           4,
                           {.criterion = criterion, .starts = starts, .proposals = 3000},
                           LatinPlace::random,
                           Seed{8});
    uq::set_threads(0);
    return u;
  };
  const Matrix one = with(6, 1);
  CHECK((one.array() == with(6, 2).array()).all());
  CHECK((one.array() == with(6, 5).array()).all());
  const Matrix first = with(1, 1);
  switch (criterion) {
    case LatinCriterion::maximin:
      CHECK(min_distance(one) >= min_distance(first));
      break;
    case LatinCriterion::phi_p:
      CHECK(phi_p(one, 50) <= phi_p(first, 50));
      break;
    case LatinCriterion::centred_discrepancy:
      CHECK(centred(one) <= centred(first));
      break;
  }
}

TEST_CASE("optimal lhs: fixed rows stay and repel", "[optimal_lhs][property]") {
  Matrix u = plain(60, 3, Seed{6});
  const Matrix apart = spread_apart(u, 40, {.proposals = 6000}, Seed{7});
  CHECK((apart.topRows(40).array() == u.topRows(40).array()).all());
  CHECK_FALSE((apart.bottomRows(20).array() == u.bottomRows(20).array()).all());
  const auto nearest = [](const Matrix& points) {  // of the movable ones
    double least = 9;
    for (Index i = 40; i < 60; ++i) {
      for (Index j = 0; j < i; ++j) {
        least = std::min(least, (points.row(i) - points.row(j)).norm());
      }
    }
    return least;
  };
  CHECK(nearest(apart) > nearest(u));
  for (Index k = 0; k < 3; ++k) {  // the same coordinates in another order
    std::multiset<double> before(u.col(k).data() + 40, u.col(k).data() + 60);
    std::multiset<double> after(apart.col(k).data() + 40, apart.col(k).data() + 60);
    CHECK(before == after);
  }
  CHECK((spread_apart(u, 59, {}, Seed{7}).array() == u.array()).all());
  CHECK_THROWS_AS(spread_apart(u, 61, {}, Seed{7}), uq::InvalidArgument);
}

TEST_CASE("optimal lhs: points that coincide are moved apart, not to infinity",
          "[optimal_lhs][property]") {
  Matrix u = plain(20, 3, Seed{6});
  u.row(1) = u.row(0);
  u.row(3) = u.row(2);
  for (const Index p : {2, 50, 100}) {
    const Matrix apart = spread_apart(u, 0, {.p = p, .proposals = 3000}, Seed{1});
    CHECK(min_distance(apart) > 0.05);
  }
}

TEST_CASE("optimal lhs: a point is uniform over the seeds, each column on its own",
          "[optimal_lhs][statistical]") {
  constexpr int repeats = 400;
  double sum = 0;
  double squares = 0;
  for (int k = 0; k < repeats; ++k) {
    const double x = optimal_lhs(
        10, 2, {.proposals = 500}, LatinPlace::random, Seed{static_cast<std::uint64_t>(k)})(3, 1);
    sum += x - 0.5;
    squares += (x - 0.5) * (x - 0.5);
  }
  // Mean 1/2 and variance 1/12, each within five standard errors.
  CHECK(std::abs(sum / repeats) < 5 * std::sqrt(1.0 / 12 / repeats));
  CHECK(std::abs(squares / repeats - 1.0 / 12) < 5 * std::sqrt(1.0 / 180 / repeats));
}

TEST_CASE("optimal lhs: what is refused is said", "[optimal_lhs][unit]") {
  CHECK(fault(200, 10, OptimalLhsOptions{}).empty());
  CHECK_THAT(fault(4001, 2, OptimalLhsOptions{}), Contains("2 to 4000 rows, not 4001"));
  CHECK_THAT(fault(1, 2, OptimalLhsOptions{}), Contains("not 1"));
  CHECK_THAT(fault(10, 0, OptimalLhsOptions{}), Contains("at least one input"));
  CHECK_THAT(fault(10, 2, {.p = 7}), Contains("p = 7 must be even"));
  CHECK_THAT(fault(10, 2, {.p = 102}), Contains("p = 102"));
  CHECK_FALSE(fault(10, 2, {.starts = 0}).empty());
  CHECK_THROWS_AS(optimal_lhs(1, 2, {}, LatinPlace::random, Seed{1}), uq::InvalidArgument);
}
