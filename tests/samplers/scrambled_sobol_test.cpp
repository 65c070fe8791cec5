#include "samplers/sobol_sequence.hpp"
#include "tests/samplers/points.hpp"
#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"

#include <boost/math/distributions/chi_squared.hpp>

#include <bit>
#include <cmath>
#include <cstdint>

// Share of the suite's false-alarm budget (1e-4) of each statistical case here: at most 1e-5. Seeds
// are fixed, so a case that passes keeps passing.

namespace {

using uq::Index;
using uq::Matrix;
using uq::Seed;
using uq::UnitPoints;
using uq::Vector;
using uq::samplers::scrambled_sobol;
using uq::test::all;
using uq::test::is_net_in_plane;
using uq::test::is_stratified;

// Smooth, not additive, with mean 1 and variance prod(1 + c^2/12) - 1: c_j = 1 / (j + 1).
double smooth(const Eigen::RowVectorXd& u) {
  double product = 1;
  for (Index j = 0; j < u.size(); ++j) {
    product *= 1 + (u[j] - 0.5) / static_cast<double>(j + 1);
  }
  return product;
}

double smooth_variance(Index dims) {
  double product = 1;
  for (Index j = 0; j < dims; ++j) {
    product *= 1 + 1 / (12.0 * static_cast<double>((j + 1) * (j + 1)));
  }
  return product - 1;
}

double mean_of_smooth(const Matrix& u) {
  double sum = 0;
  for (Index i = 0; i < u.rows(); ++i) {
    sum += smooth(u.row(i));
  }
  return sum / static_cast<double>(u.rows());
}

}  // namespace

TEST_CASE("scrambled sobol: 2^m points fill each 1/2^m of every dimension once",
          "[sobol][property]") {
  for (const Index n : {64, 1024}) {
    const Matrix u = all(scrambled_sobol(n, 3667, 1, {7}));
    for (Index j = 0; j < u.cols(); ++j) {
      REQUIRE(is_stratified(u.col(j), n));
    }
  }
}

TEST_CASE("scrambled sobol: aligned later blocks are nets as well", "[sobol][property]") {
  const Matrix u = all(scrambled_sobol(4096, 20, 1, {3}));
  for (Index first = 0; first < u.rows(); first += 256) {
    for (Index j = 0; j < u.cols(); ++j) {
      REQUIRE(is_stratified(u.col(j).segment(first, 256), 256));
    }
  }
}

// Dimensions 1 and 2 of the sequence are a (0, m, 2)-net: Sobol' (1967); a linear scramble with
// unit lower triangular matrices and a shift permutes elementary intervals.
TEST_CASE("scrambled sobol: the first plane stays a (0, m, 2)-net", "[sobol][property]") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (const Index n : {1, 2, 16, 1024, 4096}) {
      const Matrix u = all(scrambled_sobol(n, 2, 1, {seed}));
      REQUIRE(is_net_in_plane(u.col(0), u.col(1)));
    }
  }
}

TEST_CASE("scrambled sobol: points share leading digits as the plain ones do",
          "[sobol][property]") {
  constexpr Index n = 256;
  constexpr Index dims = 30;
  Matrix plain(n, dims);
  uq::samplers::sobol_raw(uq::samplers::sobol_directions(dims), 0, plain);
  const Matrix u = all(scrambled_sobol(n, dims, 1, {11}));
  for (Index j = 0; j < dims; ++j) {
    for (Index a = 0; a < n; ++a) {
      for (Index b = 0; b < a; ++b) {
        using uq::test::digits_of;
        REQUIRE(std::countl_zero(digits_of(u(a, j)) ^ digits_of(u(b, j))) ==
                std::countl_zero(digits_of(plain(a, j)) ^ digits_of(plain(b, j))));
      }
    }
  }
}

TEST_CASE("scrambled sobol: all 53 digits vary and no u is 0 or 1", "[sobol][property]") {
  const Matrix u = all(scrambled_sobol(4096, 40, 1, {5}));
  CHECK(u.minCoeff() > 0);
  CHECK(u.maxCoeff() < 1);
  for (Index j = 0; j < u.cols(); ++j) {
    std::uint64_t ones = 0;
    std::uint64_t zeros = 0;
    for (const double x : u.col(j)) {
      ones |= uq::test::digits_of(x);
      zeros |= ~uq::test::digits_of(x);
    }
    REQUIRE((ones & zeros) == (std::uint64_t{1} << 53) - 1);
  }
}

TEST_CASE("scrambled sobol: any split into blocks gives the same bits", "[sobol][property]") {
  for (const Index replicates : {1, 3, 7}) {
    const UnitPoints points = scrambled_sobol(2100, 6, replicates, {9});
    CHECK(uq::test::all_in_pieces(points) == all(points));
  }
}

TEST_CASE("scrambled sobol: more dimensions, rows or replicates move no point",
          "[sobol][property]") {
  const Matrix u = all(scrambled_sobol(3 * 50, 5, 3, {2}));
  CHECK(all(scrambled_sobol(3 * 50, 9, 3, {2})).leftCols(5) == u);
  CHECK(all(scrambled_sobol(5 * 50, 5, 5, {2})).topRows(150) == u);
  const Matrix longer = all(scrambled_sobol(3 * 5000, 5, 3, {2}));
  for (Index r = 0; r < 3; ++r) {
    CHECK(longer.middleRows(r * 5000, 50) == u.middleRows(r * 50, 50));
  }
}

TEST_CASE("scrambled sobol: seeds and replicates differ in every dimension", "[sobol][unit]") {
  const Matrix u = all(scrambled_sobol(2, 12, 2, {0}));
  CHECK((u.row(0).array() != u.row(1).array()).all());
  const Matrix other = all(scrambled_sobol(2, 12, 2, {1}));
  CHECK((u.array() != other.array()).all());
  for (Index j = 1; j < 12; ++j) {
    CHECK(u(0, j) != u(0, j - 1));
  }
}

TEST_CASE("scrambled sobol: sizes that do not fit are refused", "[sobol][unit]") {
  CHECK_THROWS_AS(scrambled_sobol(100, 2, 3, {1}), uq::InvalidArgument);
  CHECK_THROWS_AS(scrambled_sobol(0, 2, 1, {1}), uq::InvalidArgument);
  CHECK_THROWS_AS(scrambled_sobol(10, 2, 0, {1}), uq::InvalidArgument);
  CHECK_THROWS_AS(scrambled_sobol(16, 3668, 1, {1}), uq::InvalidArgument);
  const UnitPoints points = scrambled_sobol(16, 2, 1, {1});
  Matrix u(8, 2);
  CHECK_THROWS_WITH(points.block(9, u), Catch::Contains("16 rows"));
  CHECK_THROWS_AS(points.block(-1, u), uq::InvalidArgument);
  Matrix wide(8, 3);
  CHECK_THROWS_AS(points.block(0, wide), uq::InvalidArgument);
}

// Chi-square over 16 x 16 cells, at 1e-6, of two coordinates of one point over seeds: the point is
// uniform in the plane, whatever its index.
TEST_CASE("scrambled sobol: each point is uniform over the seeds", "[sobol][statistical]") {
  constexpr int seeds = 25600;
  const double limit = boost::math::quantile(
      boost::math::complement(boost::math::chi_squared_distribution<double>(255), 1e-6));
  Eigen::MatrixXi first = Eigen::MatrixXi::Zero(16, 16);
  Eigen::MatrixXi later = Eigen::MatrixXi::Zero(16, 16);
  for (int seed = 0; seed < seeds; ++seed) {
    const UnitPoints points = scrambled_sobol(64, 4, 1, {static_cast<std::uint64_t>(seed)});
    const Matrix a = uq::test::rows(points, 0, 1);
    const Matrix b = uq::test::rows(points, 37, 1);
    ++first(static_cast<Index>(16 * a(0, 0)), static_cast<Index>(16 * a(0, 1)));
    ++later(static_cast<Index>(16 * b(0, 2)), static_cast<Index>(16 * b(0, 3)));
  }
  for (const Eigen::MatrixXi& hits : {first, later}) {
    const double expected = seeds / 256.0;
    CHECK((hits.cast<double>().array() - expected).square().sum() / expected < limit);
  }
}

// |z| > 4.9 has probability 1e-6 under a normal law; the mean over 2000 seeds is normal enough.
// Variance: an integrand this smooth has error variance of order n^-3 under scrambled nets; linear
// scrambles reach the order of nested ones here (Owen 2003). 100 times below Monte Carlo is far
// from the value seen (some 10^4) and far above chance: the ratio's relative error is 3 %.
TEST_CASE(
    "scrambled sobol: the mean of a smooth function is unbiased, its variance far below "
    "Monte Carlo's",
    "[sobol][statistical]") {
  constexpr Index n = 256;
  constexpr Index dims = 5;
  constexpr Index seeds = 2000;
  // 2000 replicates of one seed are 2000 independent scrambles.
  const UnitPoints points = scrambled_sobol(n * seeds, dims, seeds, {2024});
  Vector means(seeds);
  for (Index r = 0; r < seeds; ++r) {
    means[r] = mean_of_smooth(uq::test::rows(points, r * n, n));
  }
  const double mean = means.mean();
  const double variance = (means.array() - mean).square().sum() / static_cast<double>(seeds - 1);
  CHECK(std::abs(mean - 1) < 4.9 * std::sqrt(variance / static_cast<double>(seeds)));
  const double monte_carlo = smooth_variance(dims) / static_cast<double>(n);
  INFO("variance ratio " << monte_carlo / variance);
  CHECK(variance < monte_carlo / 100);
}
