#include "surrogates/sparse_regression.hpp"

#include "surrogates/pce.hpp"
#include "surrogates/sparse_path_detail.hpp"
#include "tests/support/catch.hpp"
#include "tests/surrogates/sparse_references.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace {

using uq::Index;
using uq::Matrix;
using uq::Vector;
using uq::surrogates::lars;
using uq::surrogates::omp;
using uq::surrogates::Regression;
using namespace uq::surrogates::detail;
using uq::test::normal_columns;
using uq::test::normal_numbers;
using uq::test::sparse_outputs;
using uq::test::sparse_problems;
using uq::test::SparseProblem;

}  // namespace

TEST_CASE("sparse: the fit that is kept is the least-squares fit of its columns",
          "[sparse][unit]") {
  for (const SparseProblem& problem : sparse_problems) {
    const Matrix psi = normal_columns(problem.n, problem.terms, problem.rho, 7);
    const Vector y = sparse_outputs(psi, problem.noise, 107);
    for (const auto fit : {&lars, &omp}) {
      const Regression fitted = fit(psi, y, 0);
      CAPTURE(problem.name);
      CHECK(std::is_sorted(fitted.columns.begin(), fitted.columns.end()));
      CHECK(fitted.columns.front() == 0);
      const Regression expected = uq::surrogates::least_squares(psi, y, fitted.columns);
      CHECK((fitted.coefficients - expected.coefficients).norm() <
            1e-11 * expected.coefficients.norm());
      CHECK((fitted.residuals - expected.residuals).norm() < 1e-11 * y.norm());
      CHECK((fitted.leverages - expected.leverages).cwiseAbs().maxCoeff() < 1e-11);
      CHECK(fitted.loo_error == Approx(expected.loo_error).epsilon(1e-9));
      if (fit == &lars) {
        CHECK(fitted.corrected_loo_error == Approx(expected.corrected_loo_error).epsilon(1e-9));
      } else {
        CHECK(fitted.corrected_loo_error > expected.corrected_loo_error);  // having chosen costs
      }
    }
  }
}

TEST_CASE("sparse: outputs in the span of few columns are met to rounding", "[sparse][unit]") {
  for (const double offset : {0.0, 1e9}) {
    for (const double scale : {1.0, 1e-200, 1e200}) {
      if (offset != 0 && scale != 1) {
        continue;
      }
      const Matrix psi = normal_columns(60, 150, 0.2, 3);
      const Vector y = scale * (offset + 3 * psi.col(17).array() - 0.25 * psi.col(90).array() +
                                1e-3 * psi.col(149).array());
      for (const Selection selection : {Selection::lars, Selection::omp}) {
        CAPTURE(offset, scale, selection == Selection::lars);
        CHECK(sparse_path(psi, scaled_output(y), selection, 0).end == PathEnd::exact);
        const Regression fit = selection == Selection::lars ? lars(psi, y) : omp(psi, y);
        Vector c = Vector::Zero(psi.cols());
        for (std::size_t k = 0; k < fit.columns.size(); ++k) {
          c(fit.columns[k]) = fit.coefficients(static_cast<Index>(k)) / scale;
        }
        // With a mean of 1e9 the outputs are rounded to 1.2e-7.
        const double tolerance = offset == 0 ? 1e-13 : 1e-7;
        CHECK(c(0) == Approx(offset).margin(tolerance));
        CHECK(c(17) == Approx(3).margin(tolerance));
        CHECK(c(90) == Approx(-0.25).margin(tolerance));
        CHECK(c(149) == Approx(1e-3).margin(tolerance));
        c(0) = c(17) = c(90) = c(149) = 0;
        CHECK(c.cwiseAbs().maxCoeff() < tolerance);
        CHECK(fit.loo_error < (offset == 0 ? 1e-26 : 1e-14));
      }
    }
  }
}

TEST_CASE("sparse: a power of two as the unit of y, or of a column, changes no other bit",
          "[sparse][property]") {
  const Matrix psi = normal_columns(50, 120, 0.5, 11);
  const Vector y = sparse_outputs(psi, 0.3, 111);
  for (const auto fit : {&lars, &omp}) {
    const Regression one = fit(psi, y, 0);
    for (const int exponent : {-600, 3, 600}) {
      const Regression other = fit(psi, y * std::ldexp(1.0, exponent), 0);
      CHECK(other.columns == one.columns);
      CHECK(other.coefficients == one.coefficients * std::ldexp(1.0, exponent));
      CHECK(other.residuals == one.residuals * std::ldexp(1.0, exponent));
      CHECK(other.loo_error == one.loo_error);
      CHECK(other.corrected_loo_error == one.corrected_loo_error);
    }
    Matrix scaled = psi;
    const Index column = one.columns[1];
    scaled.col(column) *= 1024;
    const Regression other = fit(scaled, y, 0);
    CHECK(other.loo_error == one.loo_error);
    CHECK(other.coefficients(1) * 1024 == one.coefficients(1));
  }
}

TEST_CASE("sparse: outputs with a mean of 1e8 give the same fit", "[sparse][property]") {
  const Matrix psi = normal_columns(60, 40, 0.5, 12);
  const Vector y = sparse_outputs(psi, 0.3, 112);
  for (const auto fit : {&lars, &omp}) {
    const Regression one = fit(psi, y, 0);
    const Regression other = fit(psi, y.array() + 1e8, 0);
    CHECK(other.columns == one.columns);
    // The outputs themselves are rounded to 1.5e-8.
    CHECK((other.coefficients - one.coefficients).tail(one.coefficients.size() - 1).norm() < 1e-7);
    CHECK(other.coefficients(0) - 1e8 == Approx(one.coefficients(0)).margin(1e-7));
    CHECK(other.corrected_loo_error == Approx(one.corrected_loo_error).epsilon(1e-6));
  }
}

TEST_CASE("sparse: columns in another order are chosen and fitted all the same",
          "[sparse][property]") {
  const Matrix psi = normal_columns(50, 120, 0.5, 13);
  const Vector y = sparse_outputs(psi, 0.3, 113);
  Matrix reversed = psi;
  reversed.rightCols(119) = psi.rightCols(119).rowwise().reverse();
  for (const auto fit : {&lars, &omp}) {
    const Regression one = fit(psi, y, 0);
    const Regression other = fit(reversed, y, 0);
    REQUIRE(other.columns.size() == one.columns.size());
    const std::size_t last = one.columns.size() - 1;
    for (std::size_t k = 1; k <= last; ++k) {
      CHECK(other.columns[last + 1 - k] == 120 - one.columns[k]);
      CHECK(other.coefficients(static_cast<Index>(last + 1 - k)) ==
            one.coefficients(static_cast<Index>(k)));
    }
    CHECK(other.corrected_loo_error == one.corrected_loo_error);
  }
}

TEST_CASE("sparse: any number of threads gives the same bits", "[sparse][property]") {
  const Matrix psi = normal_columns(2100, 2100, 0.5, 14);  // enough to be worth threads
  const Vector y = sparse_outputs(psi, 0.3, 114);
  for (const auto fit : {&lars, &omp}) {
    uq::set_threads(1);
    const Regression one = fit(psi, y, 20);
    uq::set_threads(3);
    const Regression other = fit(psi, y, 20);
    uq::set_threads(0);
    CHECK(other.columns == one.columns);
    CHECK(other.coefficients == one.coefficients);
    CHECK(other.residuals == one.residuals);
    CHECK(other.corrected_loo_error == one.corrected_loo_error);
  }
}

TEST_CASE("sparse: the smallest problems", "[sparse][unit]") {
  const Vector y = (Vector(3) << 1, 2, 4.1).finished();
  Matrix psi = Matrix::Ones(3, 1);
  for (const auto fit : {&lars, &omp}) {
    const Regression constant = fit(psi, y, 0);
    CHECK(constant.columns == std::vector<Index>{0});
    CHECK(constant.coefficients(0) == Approx(7.1 / 3).epsilon(1e-15));
    CHECK(constant.loo_error == Approx(1.5));          // n / (n - 1): leaving one out costs
    CHECK(constant.corrected_loo_error == Approx(3));  // n / (n - 1) (1 + 1 / n) of it

    Matrix line = Matrix::Ones(3, 4);
    line.col(1) << 0, 1, 3;
    line.col(2) << 1, 0, 1;
    line.col(3) << 0, 0, 1;
    const Regression straight = fit(line, Vector(5 - 2 * line.col(1).array()), 0);
    CHECK(straight.columns == std::vector<Index>{0, 1});
    CHECK(straight.coefficients(0) == Approx(5).epsilon(1e-14));
    CHECK(straight.coefficients(1) == Approx(-2).epsilon(1e-14));
    // One of three columns, and one point to judge by: LARS does not, OMP takes the price of
    // choice.
    CHECK(lars(line, y).columns == std::vector<Index>{0});
    CHECK(omp(line, y).columns == std::vector<Index>{0, 1});
    CHECK(fit(line, y, 1).columns == std::vector<Index>{0});

    const Regression still = fit(line, Vector::Constant(3, 0.1), 0);
    CHECK(still.columns == std::vector<Index>{0});
    CHECK(still.coefficients(0) == 0.1);
    CHECK(std::isnan(still.loo_error));  // nothing varies: no error relative to the variance
    CHECK(fit(line, Vector::Zero(3), 0).coefficients(0) == 0);
  }
}

TEST_CASE("sparse: what cannot be fitted is refused", "[sparse][unit]") {
  const Matrix psi = normal_columns(10, 5, 0, 17);
  Vector y = normal_numbers(10, 117);
  for (const auto fit : {&lars, &omp}) {
    CHECK_THROWS_AS(fit(psi, y.head(9), 0), uq::InvalidArgument);
    CHECK_THROWS_AS(fit(psi.topRows(2), y.head(2), 0), uq::InvalidArgument);
    CHECK_THROWS_AS(fit(Matrix(10, 0), y, 0), uq::InvalidArgument);
    CHECK_THROWS_AS(fit(psi, y, -1), uq::InvalidArgument);
    CHECK_THROWS_AS(fit(psi.rightCols(4), y, 0), uq::InvalidArgument);
    Matrix infinite = psi;
    infinite(3, 2) = std::numeric_limits<double>::infinity();
    CHECK_THROWS_AS(fit(infinite, y, 0), uq::InvalidArgument);
    for (const double value :
         {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()}) {
      Vector bad = y;
      bad(4) = value;
      CHECK_THROWS_AS(fit(psi, bad, 0), uq::InvalidArgument);
    }
  }
}

TEST_CASE("sparse: outputs that are noise are not explained", "[sparse][unit]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Matrix psi = normal_columns(60, 300, 0.3, seed);
    const Vector y = normal_numbers(60, 1000 + seed);
    CAPTURE(seed);
    CHECK(omp(psi, y).columns.size() < 6);
    CHECK(1 - omp(psi, y).corrected_loo_error < 0.5);
    CHECK(1 - lars(psi, y).corrected_loo_error < 0.9);
  }
}

// Main effects are nil, so nothing helps before the product itself joins.
TEST_CASE("sparse: products of centred inputs are found at every size", "[sparse][property]") {
  struct Case {
    Index dims, degree, factors;
  };
  for (const Case& c : {Case{3, 4, 3}, Case{20, 2, 2}}) {
    uq::Coordinates coordinates;
    for (Index j = 0; j < c.dims; ++j) {
      const uq::Distribution law{uq::Uniform{-1, 1}};
      coordinates.each.push_back({.law = law, .polynomials = uq::recurrence(law, c.degree)});
    }
    const auto terms = uq::multi_indices(c.dims, {.degree = c.degree});
    for (Index n = 40; n <= 80; n += 4) {
      for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        Matrix u(n, c.dims);
        uq::philox_uniforms(uq::Seed{seed}, 0, {u.data(), static_cast<std::size_t>(u.size())});
        const Matrix t = 2 * u.array() - 1;
        const Matrix psi = uq::surrogates::basis(coordinates, terms, t);
        const Vector y = 50 + t.leftCols(c.factors).rowwise().prod().array();
        for (const auto fit : {&lars, &omp}) {
          const Regression fitted = fit(psi, y, 0);
          CAPTURE(c.dims, n, seed, fit == &lars);
          CHECK(fitted.loo_error < 1e-20);
          // The variance of a product is that of one factor, 1/3, to the number of factors.
          CHECK(fitted.coefficients.tail(fitted.coefficients.size() - 1).squaredNorm() ==
                Approx(std::pow(3.0, -static_cast<double>(c.factors))).epsilon(1e-12));
          CHECK(fitted.coefficients(0) == Approx(50).epsilon(1e-13));
        }
      }
    }
  }
}
