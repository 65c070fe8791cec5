#include "surrogates/regression.hpp"
#include "tests/support/catch.hpp"
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"

#include <cmath>
#include <numeric>
#include <vector>

using namespace uq::surrogates;
using uq::Index;
using uq::Matrix;
using uq::Vector;

namespace {

// A constant and columns of independent values of variance 1.
Matrix random_basis(Index n, Index p) {
  Matrix psi(n, p);
  uq::philox_uniforms(uq::Seed{1}, 0, {psi.data(), static_cast<std::size_t>(psi.size())});
  psi = (psi.array() - 0.5) * std::sqrt(12.0);
  psi.col(0).setOnes();
  return psi;
}

std::vector<Index> first(Index p) {
  std::vector<Index> columns(static_cast<std::size_t>(p));
  std::iota(columns.begin(), columns.end(), 0);
  return columns;
}

Vector noisy(const Matrix& psi) {
  Vector y = psi.rowwise().sum();
  for (Index i = 0; i < y.size(); ++i) {
    y(i) += std::sin(1000.0 * static_cast<double>(i));
  }
  return y;
}

}  // namespace

TEST_CASE("regression: leave-one-out errors are those of fits without each point",
          "[surrogates][property]") {
  const Matrix psi = random_basis(40, 7);
  const Vector y = noisy(psi);
  const auto fit = least_squares(psi, y, first(7));
  for (Index i = 0; i < 40; ++i) {
    std::vector<Index> others;
    for (Index k = 0; k < 40; ++k) {
      if (k != i) {
        others.push_back(k);
      }
    }
    const auto part = least_squares(psi(others, Eigen::all), y(others), first(7));
    const double left_out = y(i) - psi.row(i).dot(part.coefficients);
    CHECK(fit.residuals(i) / (1 - fit.leverages(i)) == Approx(left_out).epsilon(1e-11));
  }
}

TEST_CASE("regression: offsets and scales of the output cost no digits", "[surrogates][property]") {
  const Matrix psi = random_basis(60, 9);
  const Vector y = noisy(psi);
  const auto fit = least_squares(psi, y, first(9));
  const auto small = least_squares(psi, y * 1e-200, first(9));
  CHECK(small.loo_error == Approx(fit.loo_error).epsilon(1e-12));
  CHECK(small.coefficients(3) * 1e200 == Approx(fit.coefficients(3)).epsilon(1e-12));
  const auto shifted = least_squares(psi, (y.array() + 1e9).matrix(), first(9));
  // The outputs themselves are rounded to 1e9 epsilon = 2e-7.
  CHECK(shifted.loo_error == Approx(fit.loo_error).epsilon(1e-5));
  CHECK(shifted.coefficients(0) - 1e9 == Approx(fit.coefficients(0)).margin(1e-6));
}

TEST_CASE("regression: ill-conditioned bases keep the digits that QR keeps",
          "[surrogates][property]") {
  // Columns 3 and 4 differ by 1e-6: the condition of the Gram matrix is 1e12.
  Matrix psi = random_basis(80, 5);
  psi.col(4) = psi.col(3) + 1e-6 * psi.col(4);
  const Vector truth = Vector::LinSpaced(5, 1, 5);
  const auto fit = least_squares(psi, psi * truth, first(5));
  CHECK((fit.coefficients - truth).cwiseAbs().maxCoeff() < 1e-8);
  CHECK(fit.leverages.sum() == Approx(5).epsilon(1e-9));
}

TEST_CASE("regression: columns that points cannot tell apart are named", "[surrogates][unit]") {
  Matrix psi = random_basis(30, 6);
  psi.col(4) = 2 * psi.col(2) - psi.col(0);
  try {
    least_squares(psi, noisy(psi), first(6));
    FAIL("no exception");
  } catch (const IndistinctColumns& error) {
    REQUIRE(error.columns.size() == 1);
    CHECK((error.columns[0] == 4 || error.columns[0] == 2 || error.columns[0] == 0));
    CHECK(std::string(error.what()).find(std::to_string(error.columns[0])) != std::string::npos);
  }
  psi.col(5).setZero();
  try {
    least_squares(psi, noisy(psi), {0, 1, 5});
    FAIL("no exception");
  } catch (const IndistinctColumns& error) {
    CHECK(error.columns == std::vector<Index>{5});
  }
}

TEST_CASE("regression: fewer points than columns are refused, as many leave nothing to judge by",
          "[surrogates][unit]") {
  const Matrix psi = random_basis(5, 6);
  const Vector y = noisy(psi);
  CHECK_THROWS_WITH(least_squares(psi, y, first(6)), Catch::Contains("5 points for 6 terms"));
  const auto fit = least_squares(psi, y, first(5));
  CHECK(fit.residuals.cwiseAbs().maxCoeff() < 1e-12);
  CHECK(std::isinf(fit.loo_error));
  CHECK(std::isinf(fit.corrected_loo_error));
}

TEST_CASE("regression: same bits for any number of threads", "[surrogates][property]") {
  const Matrix psi = random_basis(700, 230);
  const Vector y = noisy(psi);
  uq::set_threads(1);
  const auto one = least_squares(psi, y, first(230));
  uq::set_threads(3);
  const auto three = least_squares(psi, y, first(230));
  uq::set_threads(0);
  CHECK(one.coefficients == three.coefficients);
  CHECK(one.leverages == three.leverages);
  CHECK(one.corrected_loo_error == three.corrected_loo_error);
}
