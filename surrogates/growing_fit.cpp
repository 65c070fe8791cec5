#include "surrogates/column_kernel_detail.hpp"
#include "surrogates/growing_fit_detail.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace uq::surrogates::detail {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double collinear = 1.5e-8;  // about the root of epsilon: half the digits are gone

// Takes q's span out of x: groups of columns one after the other (modified Gram-Schmidt), so that Q
// is read once, from the cache the second time. Adds what it took to r.
void orthogonalise(const std::vector<const double*>& q, Vector& x, Vector& r) {
  constexpr std::size_t group = 8;
  const ColumnKernel& kernel = column_kernels().front();
  std::array<double, group> taken{};
  for (std::size_t first = 0; first < q.size(); first += group) {
    const auto columns = std::span(q).subspan(first, std::min(group, q.size() - first));
    kernel.dots(columns, x.data(), x.size(), taken.data());
    kernel.subtract(columns, taken.data(), x.size(), x.data());
    for (std::size_t j = 0; j < columns.size(); ++j) {
      r(static_cast<Index>(first + j)) += taken[j];
    }
  }
}

// R^-1 x for the first x.size() columns.
void solve(const std::vector<Vector>& r, Vector& x) {
  for (Index k = x.size() - 1; k >= 0; --k) {
    const Vector& column = r[static_cast<std::size_t>(k)];
    x(k) /= column(k);
    x.head(k) -= x(k) * column.head(k);
  }
}

}  // namespace

GrowingFit constant_fit(Vector y, double rounding) {
  const auto n = static_cast<double>(y.size());
  GrowingFit fit;
  fit.q.emplace_back(Vector::Constant(y.size(), 1 / std::sqrt(n)));
  fit.columns.push_back(fit.q.back().data());
  fit.r.emplace_back(Vector::Constant(1, std::sqrt(n)));
  fit.b.push_back(0);
  fit.leverages = Vector::Constant(y.size(), 1 / n);
  fit.residuals = std::move(y);
  fit.inverse_trace = 1 / n;
  fit.rounding = rounding;
  return fit;
}

bool add(GrowingFit& fit, std::span<const double> column, double mean, double norm) {
  const auto n = static_cast<Index>(column.size());
  const Index k = fit.size();
  Vector x = Vector::Map(column.data(), n).array() - mean;
  Vector r = Vector::Zero(k + 1);
  orthogonalise(fit.columns, x, r);
  double left = x.norm();
  if (left <= collinear * norm) {
    return false;
  }
  // Twice is enough (Giraud, Langou, Rozloznik 2005), and once if little was taken.
  if (left < norm / 2) {
    orthogonalise(fit.columns, x, r);
    left = x.norm();
    if (left <= collinear * norm) {
      return false;
    }
  }
  r(0) += mean * std::sqrt(static_cast<double>(n));
  r(k) = left;
  x /= left;

  const double b = x.dot(fit.residuals);
  fit.rounding += 2 * epsilon * (std::abs(b) + fit.residuals.norm());
  fit.residuals -= b * x;
  fit.leverages.array() += x.array().square();
  Vector above = r.head(k);
  solve(fit.r, above);
  fit.inverse_trace += (above.squaredNorm() + 1) / (left * left);

  fit.q.push_back(std::move(x));
  fit.columns.push_back(fit.q.back().data());
  fit.r.push_back(std::move(r));
  fit.b.push_back(b);
  return true;
}

LooErrors loo_errors(const GrowingFit& fit, double variance) {
  const Index n = fit.residuals.size();
  const double infinity = std::numeric_limits<double>::infinity();
  if (fit.size() >= n || fit.leverages.maxCoeff() > 1 - 1e-12) {
    return {infinity, infinity};
  }
  const auto points = static_cast<double>(n);
  const double sum = (fit.residuals.array() / (1 - fit.leverages.array())).square().sum();
  const double plain = sum / points / variance;
  const double free = points - static_cast<double>(fit.size());
  return {plain, plain * points / free * (1 + fit.inverse_trace)};
}

Vector first_coefficients(const GrowingFit& fit, Index k) {
  Vector c = Vector::Map(fit.b.data(), k);
  solve(fit.r, c);
  return c;
}

Vector first_residuals(const GrowingFit& fit, const Vector& y, Index k) {
  Vector residuals = y;
  for (Index j = 0; j < k; ++j) {
    residuals -= fit.b[static_cast<std::size_t>(j)] * fit.q[static_cast<std::size_t>(j)];
  }
  return residuals;
}

Vector first_leverages(const GrowingFit& fit, Index k) {
  Vector leverages = Vector::Constant(fit.residuals.size(), 0);
  for (Index j = 0; j < k; ++j) {
    leverages.array() += fit.q[static_cast<std::size_t>(j)].array().square();
  }
  return leverages;
}

}  // namespace uq::surrogates::detail
