#include "uq/dependence/transform.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "uq/core/error.hpp"
#include "uq/core/philox.hpp"
#include "uq/dependence/correlation.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

using uq::Index;
using uq::Matrix;
using uq::to_dependent;
using uq::to_independent;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

// Correlations falling off with distance, the strongest `strength`.
Matrix correlation(Index d, double strength) {
  Matrix c(d, d);
  for (Index i = 0; i < d; ++i) {
    for (Index j = 0; j < d; ++j) {
      c(i, j) = std::pow(strength, std::abs(static_cast<double>(i - j)));
    }
  }
  return c;
}

Matrix uniforms(Index n, Index d) {
  Matrix u(n, d);
  for (Index j = 0; j < d; ++j) {
    uq::philox_uniforms(uq::Seed{11}.child("column", static_cast<std::uint64_t>(j)),
                        0,
                        {u.col(j).data(), static_cast<std::size_t>(n)});
  }
  return u;
}

double below(double z) {
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

// The transforms ask a problem for its inputs only.
struct Unused {
  std::vector<uq::InputVariable> none;
  std::vector<uq::OutputVariable> outputs_;

  const std::vector<uq::InputVariable>& inputs() const { return none; }
  const std::vector<uq::OutputVariable>& outputs() const { return outputs_; }
  std::string id() const { return "unused"; }
  void evaluate(uq::MatrixRef, uq::BatchResult&) const {}
};

uq::Problem problem(const std::vector<uq::Distribution>& laws, const Matrix& correlation) {
  std::vector<uq::UncertainInput> inputs;
  for (const uq::Distribution& law : laws) {
    const auto i = static_cast<Index>(inputs.size());
    inputs.push_back({"x" + std::to_string(i), "1", i, law, mean(law)});
  }
  return {Unused{}, inputs, {}, {}, correlation, {}};
}

std::vector<uq::Distribution> laws() {
  return {{uq::Uniform{0, 3}},
          {uq::Triangular{0, 0.25, 1}},
          {uq::Loguniform{1, 1000}},
          {uq::Exponential{2}},
          {uq::Histogram{{0, 1, 3, 4, 7}, {2, 1, 1, 3}}},
          {uq::Normal{0, 2}},
          {uq::Lognormal{0.3, 0.5}},
          {uq::Normal{0, 1}, -9, inf},
          {uq::Normal{0.84, 0.044}, 0.7, 0.97}};
}

double density(double z) {
  return std::exp(-0.5 * z * z) / std::sqrt(2 * std::numbers::pi);
}

}  // namespace

TEST_CASE("copula: uniforms there and back", "[copula][property]") {
  for (const Index d : {1, 2, 5, 10}) {
    for (const double strength : {-0.6, 0.3, 0.99}) {
      INFO("d = " << d << ", strength " << strength);
      const Matrix factor = uq::correlation_factor(correlation(d, strength)).value();
      // A score carries a few roundings, forward substitution grows them by the inverse factor. A
      // uniform near 1 is known to 1e-16 only: its score, hence others, by that over the density.
      const double growth = factor.inverse().cwiseAbs().rowwise().sum().maxCoeff();
      const Matrix u = uniforms(3000, d).cwiseMin(0.9999);
      Matrix v = u;
      to_dependent(factor, v);
      CHECK(v.minCoeff() > 0);
      CHECK(v.maxCoeff() < 1);
      const Matrix dependent = v;
      to_independent(factor, v);
      for (Index i = 0; i < u.rows(); ++i) {
        const double highest = dependent.row(i).maxCoeff();
        const double loss = 1e-16 / (1 - highest) * growth;
        REQUIRE((v.row(i) - u.row(i)).cwiseAbs().maxCoeff() < 1e-13 * growth + loss);
      }
    }
  }
}

TEST_CASE("copula: lower tails keep their relative accuracy", "[copula][property]") {
  const Matrix factor = uq::correlation_factor(correlation(3, 0.99)).value();
  for (const double tail : {1e-3, 1e-6, 1e-10}) {
    Matrix u = Matrix::Constant(1, 3, tail);
    u(0, 1) = 0.4;
    const Matrix before = u;
    to_dependent(factor, u);
    to_independent(factor, u);
    CHECK(((u - before).array() / before.array()).abs().maxCoeff() < 1e-11);
  }
}

TEST_CASE("copula: rows have the same bits in any block", "[copula][property]") {
  const Matrix factor = uq::correlation_factor(correlation(4, 0.7)).value();
  const Matrix u = uniforms(1999, 4);
  Matrix whole = u;
  to_dependent(factor, whole);
  Matrix pieces = u;
  for (Index first = 0, size = 1; first < u.rows(); size = size * 5 % 211) {
    const Index count = std::min(size, u.rows() - first);
    to_dependent(factor, pieces.middleRows(first, count));
    first += count;
  }
  CHECK(pieces == whole);
}

TEST_CASE("copula: no correlation leaves the points, extremes stay inside", "[copula][property]") {
  Matrix u = uniforms(500, 3);
  const Matrix before = u;
  to_dependent(Matrix::Identity(3, 3), u);
  CHECK((u - before).cwiseAbs().maxCoeff() < 1e-15);
  Matrix extreme{{0x1p-54, 0x1p-54}, {1 - 0x1p-53, 1 - 0x1p-53}, {0x1p-54, 1 - 0x1p-53}};
  to_dependent(uq::correlation_factor(correlation(2, 0.7)).value(), extreme);
  CHECK(extreme.minCoeff() > 0);
  CHECK(extreme.maxCoeff() < 1);
}

// The sample Spearman correlation has a standard error of at most 1 / sqrt(n - 1) (its value at
// rho = 0), and so has the mean of the products of ranks used here; uniform columns: 1 / sqrt(12
// n).
TEST_CASE("copula: uniform columns with the Spearman correlations asked for",
          "[copula][statistical]") {
  constexpr Index n = 200000;
  const Matrix c = correlation(3, -0.7);
  Matrix u = uniforms(n, 3);
  to_dependent(uq::correlation_factor(c).value(), u);
  const Eigen::ArrayXXd centred = u.array() - 0.5;
  for (Index j = 0; j < 3; ++j) {
    CHECK(uq::test::within_standard_errors(centred.col(j).mean(), 0, 1 / std::sqrt(12.0 * n)));
    for (Index k = 0; k < j; ++k) {
      const double spearman = 12 * (centred.col(j) * centred.col(k)).mean();
      CHECK(uq::test::within_standard_errors(
          spearman, uq::spearman_from_latent(c(j, k)), 1 / std::sqrt(static_cast<double>(n))));
    }
  }
}

// Both tails out to 1e-10 (6.3613). A value x is known to a rounding, so a score is to that
// rounding times the density of x over that of z: nothing near 0 and far out, much near other
// bounds.
TEST_CASE("standard space: there and back in both tails, for all laws", "[copula][property]") {
  for (const uq::Distribution& law : laws()) {
    const uq::Problem p = problem({law}, Matrix());
    for (const double z : {-6.3613, -4.0, -1.0, 0.0, 0.5, 3.0, 6.3613}) {
      const Matrix x = from_standard(p, Matrix::Constant(1, 1, z));
      const double rounding = 1e-15 * std::abs(x(0, 0)) * pdf(law, x(0, 0)) / density(z);
      INFO("law " << law.law.index() << ", score " << z);
      CHECK(std::abs(to_standard(p, x)(0, 0) - z) < 1e-12 + rounding);
    }
  }
}

// Forward substitution grows the roundings of a score by the inverse factor.
TEST_CASE("standard space: there and back under strong correlations", "[copula][property]") {
  for (const Index d : {2, 5, 10}) {
    for (const double strength : {-0.5, 0.99}) {
      std::vector<uq::Distribution> all;
      for (Index j = 0; j < d; ++j) {
        all.push_back(j % 2 == 0 ? uq::Distribution{uq::Normal{0, 2}}
                                 : uq::Distribution{uq::Lognormal{0.3, 0.5}});
      }
      const uq::Problem p = problem(all, correlation(d, strength));
      const double growth = uq::copula_factor(p).inverse().cwiseAbs().rowwise().sum().maxCoeff();
      for (const double tail : {-6.3613, -1.0, 0.5, 6.3613}) {
        Matrix z = uniforms(100, d).array() - 0.5;
        z.col(0).setConstant(tail);
        z.col(d - 1).array() += tail;
        INFO(d << " inputs, strength " << strength << ", tail " << tail);
        CHECK((to_standard(p, from_standard(p, z)) - z).cwiseAbs().maxCoeff() < 1e-13 * growth);
      }
    }
  }
}

TEST_CASE("standard space: inputs follow the copula's uniforms", "[copula][unit]") {
  const uq::Problem p = problem(laws(), correlation(9, 0.6));
  const Matrix z{{-1, 0.2, 1.3, -0.4, 0.9, 0.1, -2, 1, 0.3}};
  Matrix u = z.unaryExpr([](double value) { return below(value); });
  to_dependent(uq::copula_factor(p), u);
  const Matrix x = from_standard(p, z);
  for (Index j = 0; j < 5; ++j) {
    CHECK(x(0, j) == Approx(quantile(laws()[static_cast<std::size_t>(j)], u(0, j))).epsilon(1e-12));
  }
}

TEST_CASE("standard space: a discrete law has no way back", "[copula][unit]") {
  using Catch::Contains;
  for (const uq::Distribution& law : {uq::Distribution{uq::Integer{0, 5}},
                                      {uq::Discrete{{0, 1}, {1, 1}}},
                                      {uq::Empirical{{0, 1, 1}}}}) {
    const uq::Problem p = problem({{uq::Normal{0, 1}}, law}, Matrix());
    const Matrix x = from_standard(p, Matrix::Zero(1, 2));
    CHECK_THROWS_AS(to_standard(p, x), uq::InvalidArgument);
    CHECK_THROWS_WITH(to_standard(p, x), Contains("input `x1` is discrete"));
  }
}

TEST_CASE("copula: contradicting correlations name their inputs", "[copula][unit]") {
  using Catch::Contains;
  uq::Problem p =
      problem({3, {uq::Normal{0, 1}}}, Matrix{{1, 0.9, 0.9}, {0.9, 1, -0.5}, {0.9, -0.5, 1}});
  CHECK_THAT(correlation_fault(p), Contains("`x0`, `x1`, `x2` contradict each other"));
  CHECK_THROWS_WITH(copula_factor(p), Contains("contradict"));
  CHECK_THROWS_WITH(from_standard(p, Matrix::Zero(1, 3)), Contains("contradict"));
  p.correlation = Matrix::Identity(2, 2);
  CHECK_THAT(correlation_fault(p), Contains("2 by 2") && Contains("3 inputs"));
  p.correlation = Matrix();
  CHECK(correlation_fault(p).empty());
  CHECK(copula_factor(p).size() == 0);
  CHECK_THROWS_AS(from_standard(p, Matrix::Zero(1, 2)), uq::InvalidArgument);
  Matrix u(1, 2);
  CHECK_THROWS_AS(to_dependent(Matrix::Identity(3, 3), u), uq::InvalidArgument);
}
