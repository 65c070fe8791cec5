#pragma once

#include "uq/core/types.hpp"
#include "uq/polynomials/recurrence.hpp"

namespace uq {

/// Rule of one variable under its law: E[f(t)] is about sum_i weights_i f(nodes_i). The weights sum
/// to 1; nodes increase.
struct Rule {
  Vector nodes;
  Vector weights;
};

/// Gauss rule of n nodes: exact for polynomials up to degree 2 n - 1. Nodes are eigenvalues of the
/// Jacobi matrix, polished by Newton steps on p_n; a weight is 1 / sum_k p_k(node)^2, which keeps
/// the relative accuracy of the small ones that an eigenvector would lose.
/// @throws InvalidArgument unless 1 <= n <= degree + 1 of the recurrence.
/// @source Golub, Welsch (1969), Math. Comp. 23; docs/methods/pce.md Eq. 32.
Rule gauss(const Recurrence&, Index n);

}  // namespace uq
