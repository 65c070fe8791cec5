#include "surrogates/regression.hpp"

#include "surrogates/least_squares_detail.hpp"
#include "uq/propagation/moments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace uq::surrogates {

namespace {

std::string list(const std::vector<Index>& columns) {
  std::string text;
  for (std::size_t k = 0; k < columns.size() && k < 10; ++k) {
    text += (k == 0 ? "" : ", ") + std::to_string(columns[k]);
  }
  return columns.size() > 10 ? text + " …" : text;
}

std::vector<Index> sorted(std::vector<Index> columns) {
  std::sort(columns.begin(), columns.end());
  return columns;
}

// 1 - h below which a point alone determines a coefficient, up to rounding.
constexpr double alone = 1e-9;

}  // namespace

IndistinctColumns::IndistinctColumns(std::vector<Index> which)
    : InvalidArgument("the points cannot tell columns " + list(sorted(which)) +
                      " of the basis apart from the others"),
      columns(sorted(std::move(which))) {}

Regression least_squares(MatrixRef psi, const Vector& y, std::vector<Index> columns) {
  const auto n = static_cast<double>(psi.rows());
  const auto p = static_cast<double>(columns.size());
  expects(y.size() == psi.rows(), "as many outputs as points");
  const detail::Solver s = detail::solver(psi, columns);
  // Exact change of origin and unit: an offset costs no digits, a square does not underflow.
  const bool constant = !columns.empty() && columns.front() == 0 && (psi.col(0).array() == 1).all();
  const double origin = constant ? y(0) : 0;
  const auto map = propagation::scaling(origin, y.minCoeff(), y.maxCoeff());
  const double unit = map.unit / map.shrink;
  const Vector z = y.unaryExpr([&](double value) { return map.scaled(value); });
  Regression fit;
  fit.columns = std::move(columns);
  fit.coefficients = detail::solve(s, z);
  Vector residuals = z;
  for (std::size_t k = 0; k < fit.columns.size(); ++k) {
    residuals -= fit.coefficients(static_cast<Index>(k)) * psi.col(fit.columns[k]);
  }
  fit.leverages = detail::leverages(s);
  const double variance = (z.array() - z.mean()).square().sum() / (n - 1);
  fit.loo_error = fit.corrected_loo_error = std::numeric_limits<double>::infinity();
  if (fit.leverages.maxCoeff() < 1 - alone) {
    const Vector loo = residuals.array() / (1 - fit.leverages.array());
    fit.loo_error = loo.squaredNorm() / n / variance;
    fit.corrected_loo_error = fit.loo_error * n / (n - p) * (1 + detail::trace_of_inverse(s));
  }
  fit.residuals = residuals * unit;
  fit.coefficients *= unit;
  if (constant) {
    fit.coefficients(0) += map.first / map.shrink;
  }
  return fit;
}

Matrix coefficients_of(MatrixRef psi, const std::vector<Index>& columns, MatrixRef v) {
  return detail::solve(detail::solver(psi, columns), v);
}

}  // namespace uq::surrogates
