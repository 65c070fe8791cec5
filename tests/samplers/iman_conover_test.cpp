#include "samplers/iman_conover.hpp"

#include "samplers/independent.hpp"
#include "tests/samplers/points.hpp"
#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/dependence/correlation.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

using uq::IndependentDesign;
using uq::Index;
using uq::Matrix;
using uq::Vector;
using uq::samplers::iman_conover;
using uq::samplers::iman_conover_fault;
using uq::test::all;

namespace {

IndependentDesign stored(const Matrix& x, uq::PointKind kind, Index replicates) {
  const auto held = std::make_shared<Matrix>(x);
  return {{x.rows(),
           x.cols(),
           [held](Index first, uq::MutableMatrixRef u) { u = held->middleRows(first, u.rows()); }},
          kind,
          replicates};
}

std::vector<Index> order(const Vector& x) {
  std::vector<Index> result(static_cast<std::size_t>(x.size()));
  std::iota(result.begin(), result.end(), Index{0});
  std::sort(result.begin(), result.end(), [&](Index a, Index b) { return x[a] < x[b]; });
  return result;
}

// Each column of each replicate: one value in each of the n/R strata, in random order.
IndependentDesign latin_hypercube(Index n, Index d, Index replicates, uq::Seed seed) {
  const Index rows = n / replicates;
  Matrix x = all(uq::samplers::independent(d, {.n = n}, seed).points);
  for (Index r = 0; r < replicates; ++r) {
    for (Index j = 0; j < d; ++j) {
      const Vector u = x.col(j).segment(r * rows, rows);
      Index stratum = 0;
      for (const Index row : order(u)) {
        x(r * rows + row, j) =
            (static_cast<double>(stratum++) + u[row]) / static_cast<double>(rows);
      }
    }
  }
  return stored(x, uq::PointKind::lhs, replicates);
}

Matrix spearman(const Matrix& x) {
  const auto n = static_cast<double>(x.rows());
  Matrix ranks(x.rows(), x.cols());
  for (Index j = 0; j < x.cols(); ++j) {
    double rank = 0;
    for (const Index row : order(x.col(j))) {
      ranks(row, j) = rank++ - (n - 1) / 2;
    }
  }
  return ranks.transpose() * ranks / (n * (n * n - 1) / 12);
}

Matrix target() {
  return Matrix{{1, 0.8, -0.3}, {0.8, 1, 0.2}, {-0.3, 0.2, 1}};
}

Matrix sorted(Matrix x) {
  for (Index j = 0; j < x.cols(); ++j) {
    std::sort(x.col(j).begin(), x.col(j).end());
  }
  return x;
}

}  // namespace

TEST_CASE("iman-conover: columns of each replicate keep their values", "[iman_conover][property]") {
  const IndependentDesign before = latin_hypercube(600, 3, 4, {5});
  const IndependentDesign after = iman_conover(before, target());
  CHECK(after.dependent);
  CHECK(after.kind == uq::PointKind::lhs);
  CHECK(after.replicates == 4);
  for (Index r = 0; r < 4; ++r) {
    const Matrix x = uq::test::rows(after.points, 150 * r, 150);
    CHECK(sorted(x) == sorted(uq::test::rows(before.points, 150 * r, 150)));
    for (Index j = 0; j < 3; ++j) {
      CHECK(uq::test::is_stratified(x.col(j), 150));
    }
  }
  CHECK(uq::test::all_in_pieces(after.points) == all(after.points));
}

// Exchanging two neighbouring ranks moves a rank correlation by at most 12 / n^2 times their
// distance in the other column: the rounds end within a few steps of 1/n of the aim, where chance
// alone would leave 1 / sqrt(n).
TEST_CASE("iman-conover: rank correlations meet the target far closer than chance",
          "[iman_conover][property]") {
  const Matrix wanted = target().unaryExpr([](double r) { return uq::spearman_from_latent(r); });
  for (const Index n : {50, 200, 1000, 10000}) {
    for (const std::uint64_t seed : {1, 2, 3}) {
      INFO("n = " << n << ", seed " << seed);
      const IndependentDesign design = latin_hypercube(n, 3, 1, {seed});
      const Matrix reached = spearman(all(iman_conover(design, target()).points));
      CHECK((reached - wanted).cwiseAbs().maxCoeff() < 1.0 / static_cast<double>(n));
    }
  }
}

TEST_CASE("iman-conover: no correlation asked for takes chance correlations out",
          "[iman_conover][property]") {
  const IndependentDesign design = latin_hypercube(300, 5, 1, {8});
  const Matrix identity = Matrix::Identity(5, 5);
  const Matrix before = spearman(all(design.points)) - identity;
  const Matrix after = spearman(all(iman_conover(design, identity).points)) - identity;
  CHECK(before.cwiseAbs().maxCoeff() > 0.03);
  CHECK(after.cwiseAbs().maxCoeff() < 1.0 / 300);
  const IndependentDesign one = latin_hypercube(300, 1, 1, {8});
  CHECK(all(iman_conover(one, Matrix::Ones(1, 1)).points) == all(one.points));
}

TEST_CASE("iman-conover: strong correlations", "[iman_conover][property]") {
  Matrix strong = Matrix::Constant(6, 6, 0.99);
  strong.diagonal().setOnes();
  const IndependentDesign design = latin_hypercube(2000, 6, 1, {8});
  const Matrix reached = spearman(all(iman_conover(design, strong).points));
  Matrix wanted = Matrix::Constant(6, 6, uq::spearman_from_latent(0.99));
  wanted.diagonal().setOnes();
  CHECK((reached - wanted).cwiseAbs().maxCoeff() < 1.0 / 2000);
}

TEST_CASE("iman-conover: replicates do not know of each other", "[iman_conover][property]") {
  const Matrix x = all(latin_hypercube(400, 3, 2, {9}).points);
  const Matrix together = all(iman_conover(stored(x, uq::PointKind::lhs, 2), target()).points);
  for (Index r = 0; r < 2; ++r) {
    const auto alone = stored(x.middleRows(200 * r, 200), uq::PointKind::lhs, 1);
    CHECK(all(iman_conover(alone, target()).points) == together.middleRows(200 * r, 200));
  }
  uq::set_threads(1);
  const Matrix serial = all(iman_conover(stored(x, uq::PointKind::lhs, 2), target()).points);
  uq::set_threads(0);
  CHECK(serial == together);
}

TEST_CASE("iman-conover: permuted inputs give permuted points", "[iman_conover][property]") {
  const Matrix x = all(latin_hypercube(500, 3, 1, {9}).points);
  const std::vector<Index> turn{2, 0, 1};
  const Matrix c = target();
  const Matrix straight = all(iman_conover(stored(x, uq::PointKind::lhs, 1), c).points);
  const Matrix turned =
      all(iman_conover(stored(x(Eigen::all, turn), uq::PointKind::lhs, 1), c(turn, turn)).points);
  CHECK(turned == straight(Eigen::all, turn));
}

TEST_CASE("iman-conover: what cannot be rearranged is refused", "[iman_conover][unit]") {
  using Catch::Contains;
  const IndependentDesign design = latin_hypercube(60, 3, 4, {5});
  CHECK(iman_conover_fault(design, target()).empty());
  CHECK_THAT(iman_conover_fault(design, Matrix::Identity(2, 2)), Contains("2 by 2"));
  CHECK_THAT(iman_conover_fault(design, Matrix::Ones(3, 3)), Contains("positive definite"));
  CHECK_THAT(iman_conover_fault(latin_hypercube(12, 3, 4, {5}), target()),
             Contains("n of at least 16"));
  CHECK_THROWS_WITH(iman_conover(iman_conover(design, target()), target()), Contains("already"));
  Matrix alike = all(design.points);
  alike.col(1) = alike.col(0);
  CHECK_THROWS_WITH(iman_conover(stored(alike, uq::PointKind::lhs, 4), target()),
                    Contains("ordered alike"));
}
