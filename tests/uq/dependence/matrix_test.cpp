#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"
#include "uq/core/philox.hpp"
#include "uq/dependence/correlation.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>
#include <vector>

using uq::Index;
using uq::Matrix;
using uq::Vector;

namespace {

// Symmetric with unit diagonal and entries in (-1, 1): rarely definite beyond a few inputs.
Matrix arbitrary(Index d, std::uint64_t seed) {
  std::vector<double> u(static_cast<std::size_t>(d * d));
  uq::philox_uniforms({seed}, 0, u);
  const Matrix a = 2 * Eigen::Map<const Matrix>(u.data(), d, d).array() - 1;
  Matrix symmetric = a.triangularView<Eigen::StrictlyLower>();
  symmetric += symmetric.transpose().eval();
  symmetric.diagonal().setOnes();
  return symmetric;
}

Matrix valid(Index d, std::uint64_t seed) {
  return uq::nearest_correlation(arbitrary(d, seed), 0.01);
}

// a contradicts b and c: the first two follow the third, but not each other.
Matrix contradiction() {
  return Matrix{{1, 0.9, 0.9}, {0.9, 1, -0.5}, {0.9, -0.5, 1}};
}

}  // namespace

TEST_CASE("correlation factor: lower triangular, unit rows, its square the matrix",
          "[correlation][property]") {
  for (const Index d : {1, 2, 5, 30}) {
    const Matrix c = valid(d, 3);
    const Matrix l = uq::correlation_factor(c).value();
    CHECK((l * l.transpose() - c).cwiseAbs().maxCoeff() < 1e-14);
    CHECK((l.rowwise().norm().array() - 1).abs().maxCoeff() < 1e-15);
    CHECK(Matrix(l.triangularView<Eigen::StrictlyUpper>()).isZero(0));
    CHECK((l.diagonal().array() > 0).all());
  }
  CHECK_FALSE(uq::correlation_factor(contradiction()));
  CHECK_FALSE(uq::correlation_factor(Matrix{{1, 1}, {1, 1}}));
}

TEST_CASE("correlation factor: other matrices are refused with what they lack",
          "[correlation][unit]") {
  using Catch::Contains;
  CHECK_THROWS_WITH(uq::correlation_factor(Matrix::Ones(2, 3)), Contains("square"));
  CHECK_THROWS_WITH(uq::correlation_factor(Matrix{{1, 0.1}, {0.2, 1}}), Contains("symmetric"));
  CHECK_THROWS_WITH(uq::correlation_factor(Matrix{{2, 0.1}, {0.1, 1}}), Contains("diagonal"));
  CHECK_THROWS_WITH(uq::correlation_factor(Matrix{{1, NAN}, {NAN, 1}}), Contains("finite"));
  CHECK_THROWS_AS(uq::smallest_eigenvalue(Matrix(0, 0)), uq::InvalidArgument);
  CHECK_THROWS_AS(uq::nearest_correlation(Matrix::Identity(2, 2), 1), uq::InvalidArgument);
}

TEST_CASE("smallest eigenvalue: closed form of equal correlations", "[correlation][unit]") {
  // 1 + (d - 1) rho once and 1 - rho (d - 1 times).
  Matrix c = Matrix::Constant(4, 4, 0.3);
  c.diagonal().setOnes();
  CHECK(uq::smallest_eigenvalue(c) == Approx(0.7).epsilon(1e-14));
  c = Matrix::Constant(4, 4, -0.2);
  c.diagonal().setOnes();
  CHECK(uq::smallest_eigenvalue(c) == Approx(0.4).epsilon(1e-14));
}

// Higham (2002), section 4: both results to the four decimals printed there.
TEST_CASE("nearest correlation: the published examples", "[correlation][reference]") {
  const Matrix tridiagonal{{2, -1, 0, 0}, {-1, 2, -1, 0}, {0, -1, 2, -1}, {0, 0, -1, 2}};
  const Matrix nearest{{1, -0.8084, 0.1916, 0.1068},
                       {-0.8084, 1, -0.6562, 0.1916},
                       {0.1916, -0.6562, 1, -0.8084},
                       {0.1068, 0.1916, -0.8084, 1}};
  CHECK((uq::nearest_correlation(tridiagonal, 0) - nearest).cwiseAbs().maxCoeff() < 5.1e-5);
  const Matrix three{{1, 1, 0}, {1, 1, 1}, {0, 1, 1}};
  const Matrix of_three{{1, 0.7607, 0.1573}, {0.7607, 1, 0.7607}, {0.1573, 0.7607, 1}};
  CHECK((uq::nearest_correlation(three, 0) - of_three).cwiseAbs().maxCoeff() < 5.1e-5);
}

// Optimal when X - A = diag(y) + Z with Z positive semidefinite and Z (X - least I) = 0: with the
// null space N of X - least I, Z = N M N^T, so (X - A) V = diag(y) V on the rest V of the space.
TEST_CASE("nearest correlation: meets the conditions of optimality", "[correlation][property]") {
  for (const Index d : {3, 5, 8, 12}) {
    for (const double least : {1e-8, 0.05}) {
      const Matrix a = arbitrary(d, 7 + static_cast<std::uint64_t>(d));
      REQUIRE(uq::smallest_eigenvalue(a) < 0);
      const Matrix x = uq::nearest_correlation(a, least);
      INFO("d = " << d << ", least = " << least);
      CHECK(x.diagonal() == Vector::Ones(d));
      CHECK(x == x.transpose());
      const Eigen::SelfAdjointEigenSolver<Matrix> eigen(x);
      CHECK(eigen.eigenvalues()[0] >= least - 1e-12);
      const Index active = (eigen.eigenvalues().array() < least + 1e-7).count();
      REQUIRE(active >= 1);
      const Matrix null = eigen.eigenvectors().leftCols(active);
      const Matrix free = eigen.eigenvectors().rightCols(d - active);
      // y solves min |(X - A - diag(y)) V|, row by row.
      const Matrix difference = (x - a) * free;
      Vector y(d);
      for (Index i = 0; i < d; ++i) {
        y[i] = difference.row(i).dot(free.row(i)) / free.row(i).squaredNorm();
      }
      const Matrix z = x - a - Matrix(y.asDiagonal());
      CHECK((z * free).cwiseAbs().maxCoeff() < 1e-8);
      const Matrix multiplier = null.transpose() * z * null;
      CHECK(uq::smallest_eigenvalue(0.5 * (multiplier + multiplier.transpose())) > -1e-8);
    }
  }
}

TEST_CASE("nearest correlation: a correlation matrix stays as it is", "[correlation][property]") {
  for (const Index d : {2, 6}) {
    const Matrix c = valid(d, 21);
    CHECK(uq::nearest_correlation(c) == c);
    const Matrix x = uq::nearest_correlation(arbitrary(d + 3, 5));
    CHECK((uq::nearest_correlation(x) - x).cwiseAbs().maxCoeff() < 1e-11);
  }
  CHECK(uq::nearest_correlation(Matrix::Identity(3, 3)) == Matrix::Identity(3, 3));
}

TEST_CASE("contradicting inputs: the fewest that contradict each other", "[correlation][unit]") {
  CHECK(uq::contradicting_inputs(Matrix::Identity(4, 4)).empty());
  CHECK(uq::contradicting_inputs(contradiction()) == std::vector<Index>{0, 1, 2});
  Matrix six = Matrix::Identity(6, 6);
  const std::vector<Index> three{1, 3, 4};
  six(three, three) = contradiction();
  CHECK(uq::contradicting_inputs(six) == three);
  six(0, 5) = six(5, 0) = 1;
  CHECK(uq::contradicting_inputs(six) == std::vector<Index>{0, 5});
  // Four that contradict, though no three do: equal correlations below -1/3 but not below -1/2.
  Matrix four = Matrix::Constant(4, 4, -0.4);
  four.diagonal().setOnes();
  CHECK(uq::contradicting_inputs(four) == std::vector<Index>{0, 1, 2, 3});
}

TEST_CASE("contradicting inputs: too many subsets still end in one that cannot be reduced",
          "[correlation][property]") {
  // Among 100 inputs 13 with equal correlations of -1/11.9: any 12 of them are compatible.
  Matrix c = Matrix::Identity(100, 100);
  std::vector<Index> members;
  for (Index i = 0; i < 13; ++i) {
    members.push_back(7 * i + 2);
  }
  Matrix equal = Matrix::Constant(13, 13, -1 / 11.9);
  equal.diagonal().setOnes();
  c(members, members) = equal;
  CHECK(uq::contradicting_inputs(c) == members);
}
