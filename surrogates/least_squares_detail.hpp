#pragma once

#include "uq/core/types.hpp"

#include <vector>

namespace uq::surrogates::detail {

/// What solves least squares with the columns of a matrix: A = psi S, S the powers of two that
/// bring its columns to norms between 1 and 2.
struct Solver {
  Matrix a;          ///< (n, p): scaled columns
  Vector scale;      ///< (p): diagonal of S
  Matrix inverse;    ///< (p, p): W, lower triangular, with W^T W = (A^T A)^-1; Gram route only
  Matrix q;          ///< (n, p): orthonormal columns; QR route only
  Matrix r_inverse;  ///< (p, p): A P R^-1 = Q; QR route only
  std::vector<Index> order;  ///< columns of a in the order of R; QR route only

  bool gram() const { return q.size() == 0; }
};

/// @param columns of psi
/// @throws InvalidArgument, IndistinctColumns as `least_squares`.
Solver solver(MatrixRef psi, const std::vector<Index>& columns);

/// S (A^T A)^-1 A^T v, improved by one step of refinement. @shape v (n, m), result (p, m)
Matrix solve(const Solver&, MatrixRef v);

Vector leverages(const Solver&);
/// tr (Psi^T Psi)^-1
double trace_of_inverse(const Solver&);

/// A^T B in chunks of rows and tiles of columns of our own, so that the bits depend on neither
/// threads nor caches. @cost 2 n p m flop
Matrix transposed_product(MatrixRef a, MatrixRef b);

}  // namespace uq::surrogates::detail
