#include "surrogates/sparse_regression.hpp"

#include "surrogates/sparse_path_detail.hpp"
#include "uq/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace uq::surrogates {
namespace {

double scaled(double value, int exponent) {
  return std::ldexp(value, exponent);
}

Regression sparse(const MatrixRef& psi, const Vector& y, detail::Selection selection, Index most) {
  expects(psi.rows() == y.size() && psi.cols() > 0,
          "a basis of shape (" + std::to_string(psi.rows()) + ", " + std::to_string(psi.cols()) +
              ") for " + std::to_string(y.size()) + " outputs");
  expects(y.size() >= 3, std::to_string(y.size()) + " points, required are 3");
  expects(most >= 0, "most = " + std::to_string(most) + ", required is most >= 0");
  expects((psi.col(0).array() == 1).all(), "column 0 of the basis is not the constant 1");

  const detail::ScaledOutput output = detail::scaled_output(y);
  const detail::SparsePath path = detail::sparse_path(psi, output, selection, most);
  const Index terms = path.best + 1;
  const Vector coefficients = detail::first_coefficients(path.fit, terms);
  std::vector<Index> ascending(static_cast<std::size_t>(terms));
  std::iota(ascending.begin(), ascending.end(), 0);
  const auto column = [&](Index k) { return path.order[static_cast<std::size_t>(k)]; };
  std::sort(
      ascending.begin(), ascending.end(), [&](Index a, Index b) { return column(a) < column(b); });

  Regression fit;
  fit.coefficients.resize(terms);
  for (Index k = 0; k < terms; ++k) {
    const Index step = ascending[static_cast<std::size_t>(k)];
    fit.columns.push_back(column(step));
    fit.coefficients(k) = scaled(coefficients(step), output.exponent);
  }
  fit.coefficients(0) = output.origin + scaled(coefficients(0) + output.mean, output.exponent);
  fit.residuals = detail::first_residuals(path.fit, output.values, terms);
  fit.residuals =
      fit.residuals.unaryExpr([&](double residual) { return scaled(residual, output.exponent); });
  fit.leverages = detail::first_leverages(path.fit, terms);
  fit.loo_error = path.loo[static_cast<std::size_t>(path.best)];
  fit.corrected_loo_error = path.criterion[static_cast<std::size_t>(path.best)];
  return fit;
}

}  // namespace

Regression lars(const MatrixRef& psi, const Vector& y, Index most) {
  return sparse(psi, y, detail::Selection::lars, most);
}

Regression omp(const MatrixRef& psi, const Vector& y, Index most) {
  return sparse(psi, y, detail::Selection::omp, most);
}

}  // namespace uq::surrogates
