#pragma once

#include "uq/core/types.hpp"

#include <span>
#include <vector>

namespace uq::surrogates::detail {

/// A least-squares fit that gains one column at a time: psi_A = Q R with Q orthonormal, grown by
/// Gram-Schmidt. Nothing is refitted: a column costs O(n k) for its part of Q and R, O(n) for
/// residuals and leverages, O(k^2) for the trace. docs/methods/pce.md Eq. 26, 27.
struct GrowingFit {
  std::vector<Vector> q;     ///< k, each (n); the first is the constant n^-1/2
  std::vector<Vector> r;     ///< k; the j-th has the j + 1 entries of column j of R
  std::vector<double> b;     ///< k: Q^T y
  Vector residuals;          ///< (n): y less the fit
  Vector leverages;          ///< (n): diagonal of Q Q^T
  double inverse_trace = 0;  ///< tr (psi_A^T psi_A)^-1
  double rounding = 0;       ///< bound of the norm of what rounding has put into the residuals
  std::vector<const double*> columns;  ///< data of `q`, as the kernels take them

  Index size() const { return static_cast<Index>(q.size()); }
};

/// Errors of a fit over the variance of y (ddof 1); infinite where a point alone determines a
/// coefficient or nothing is left over to judge by. docs/methods/pce.md Eq. 7, 8.
struct LooErrors {
  double plain, corrected;
};

/// The constant alone, fitted to y (n), whose mean is 0. @param rounding norm of y's rounding
GrowingFit constant_fit(Vector y, double rounding);

/// Adds a column with its mean and the norm of what is left when that is subtracted. @returns
/// false, and leaves the fit as it was, for one within 1.5e-8 (the sine of the angle) of those it
/// has.
bool add(GrowingFit&, std::span<const double> column, double mean, double norm);

LooErrors loo_errors(const GrowingFit&, double variance);

/// Coefficients, residuals and leverages of the fit as it was when it had its first k columns.
/// @cost O(n k)
Vector first_coefficients(const GrowingFit&, Index k);
Vector first_residuals(const GrowingFit&, const Vector& y, Index k);
Vector first_leverages(const GrowingFit&, Index k);

}  // namespace uq::surrogates::detail
