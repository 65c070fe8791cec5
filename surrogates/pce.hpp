#pragma once

#include "uq/core/types.hpp"
#include "uq/polynomials/coordinate.hpp"
#include "uq/polynomials/multi_index.hpp"

#include <memory>
#include <string>
#include <vector>

namespace uq::surrogates {

/// Polynomial chaos expansion of one output: sum_j coefficient_j Psi_j(t(x)), Psi_j products of
/// orthonormal polynomials, so that the constant's coefficient is the mean and the sum of the
/// others' squares the variance. docs/methods/pce.md Eq. 3.
struct Pce {
  std::shared_ptr<const Coordinates> coordinates;
  MultiIndices terms;   ///< (P, d); row 0 is the constant
  Vector coefficients;  ///< (P)
  /// (R, P): coefficients of the bootstrap replicates of the fit, for the part of an interval that
  /// is due to the surrogate. They do not vary what the expansion misses: see `missing`.
  Matrix replicates;
  /// Variance of what the expansion misses, from errors of points it has not seen; of ln y with
  /// `log`.
  double missing = 0;
  bool log = false;       ///< expands ln y; predictions and replicates are exp of the sum
  std::string undefined;  ///< why there is no expansion; there are no terms then
};

/// Products Psi_j at variables t (n, d). @shape (n, P)
Matrix basis(const Coordinates&, const MultiIndices& terms, MatrixRef t);

/// Predictions of expansions that share their coordinates at x (n, d) in the inputs' units.
/// @param replicate -1: the fit itself; else one of its replicates
/// @shape y (n, expansions). Any block of rows gives the same bits. NaN for an undefined expansion,
///   whose coordinates may be none.
void predict(const std::vector<Pce>& outputs, Index replicate, MatrixRef x, MutableMatrixRef y);

}  // namespace uq::surrogates
