#pragma once

#include "uq/core/error.hpp"
#include "uq/core/types.hpp"

#include <string>
#include <vector>

namespace uq::surrogates {

/// Least-squares fit of y (n) to some columns of a basis psi (n, P), with its leave-one-out errors
/// in closed form. @source Blatman, Sudret (2011), section 3; docs/methods/pce.md Eq. 6 to 8.
struct Regression {
  std::vector<Index> columns;  ///< of psi, ascending; the constant is always among them
  Vector coefficients;         ///< of `columns`
  Vector residuals;            ///< (n): y less the fit
  Vector leverages;            ///< (n): diagonal of the hat matrix
  /// Mean squared leave-one-out residual over the variance of y (ddof 1); 1 - it is Q2. Infinite
  /// where a coefficient rests on one point alone, as all do with as many columns as points.
  double loo_error = 1;
  /// The same with the correction for few points, n / (n - P) (1 + tr((Psi^T Psi)^-1)): what models
  /// are chosen by.
  double corrected_loo_error = 1;
};

/// The points cannot tell some columns of a basis apart from others.
struct IndistinctColumns : InvalidArgument {
  explicit IndistinctColumns(std::vector<Index> which);
  std::vector<Index> columns;  ///< of psi, ascending: those that the others already determine
};

/// Ordinary least squares on the given columns, by the Gram matrix where it is conditioned well
/// enough, else by QR. Outputs with a mean of 1e9 or a spread of 1e-200 keep their digits where
/// column 0 of psi is 1 and among `columns`. Same bits for any number of threads.
/// @throws InvalidArgument for fewer points than columns (contract C4); IndistinctColumns.
/// @cost 2 n P^2 flop by the Gram matrix, half of them for the leverages.
Regression least_squares(MatrixRef psi, const Vector& y, std::vector<Index> columns);

/// (Psi^T Psi)^-1 Psi^T v for the columns of a fit and each column of v (n, m): what the
/// coefficients make of errors v of the outputs. @shape (columns, m)
/// @throws as `least_squares`.
Matrix coefficients_of(MatrixRef psi, const std::vector<Index>& columns, MatrixRef v);

}  // namespace uq::surrogates
