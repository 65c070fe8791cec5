#pragma once

#include "uq/core/types.hpp"

#include <cstdint>
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

struct SparseProblem {
  const char* name;
  Index n, terms;
  double rho, noise;
};
inline constexpr SparseProblem sparse_problems[] = {{"tall", 120, 30, 0, 0.5},
                                                    {"correlated", 100, 40, 0.8, 0.3},
                                                    {"strongly correlated", 80, 25, 0.98, 0.1},
                                                    {"square", 40, 40, 0.3, 0.5},
                                                    {"wide", 30, 90, 0, 0.2},
                                                    {"wide and correlated", 40, 200, 0.7, 0.2}};

/// A fifth of the columns matter, less and less.
Vector sparse_outputs(const Matrix& psi, double noise, std::uint64_t seed);

}  // namespace uq::test
