#pragma once

#include "uq/core/types.hpp"

#include <vector>

namespace uq::test {

/// Paths by the textbook, everything computed anew at every step with dense solves: what the fast
/// ones are held against.
struct ReferencePath {
  std::vector<Index> order;  ///< the first is 0, the constant
  std::vector<double> loo, corrected;
  /// What cancellation leaves: the smaller of 1 - the largest leverage and the relative residual.
  std::vector<double> left;
};

/// Formulas (2.8) to (2.13) of Efron, Hastie, Johnstone, Tibshirani (2004), on centred columns of
/// unit norm.
ReferencePath lars_path(const Matrix& psi, const Vector& y, Index most);
/// Pati, Rezaiifar, Krishnaprasad (1993), on the same columns.
ReferencePath omp_path(const Matrix& psi, const Vector& y, Index most);

/// psi (n, terms): a constant, then normal numbers, each with the correlation `rho` to the next.
Matrix normal_columns(Index n, Index terms, double rho, std::uint64_t seed);

/// Normal numbers.
Vector normal_numbers(Index n, std::uint64_t seed);

}  // namespace uq::test
