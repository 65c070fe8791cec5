#pragma once

#include "uq/core/types.hpp"
#include "uq/distributions/distribution.hpp"

#include <span>

namespace uq {

/// Polynomials orthonormal under a law, by the recurrence of the monic ones:
/// p_{k+1}(t) = (t - a_k) p_k(t) - b_k p_{k-1}(t), with b_0 = 1; their norms are the roots of
/// b_0 b_1 … b_k. @source Gautschi (2004), Orthogonal Polynomials, 1.3; docs/methods/pce.md Eq. 2.
struct Recurrence {
  Vector a;  ///< degree + 1
  Vector b;  ///< degree + 1

  Index degree() const { return a.size() - 1; }
};

/// The recurrence of a law up to a degree, of a variable with a spread of about 1 (see
/// `Coordinate`): closed forms (Legendre, Hermite, Laguerre, Jacobi), else built from the law. A
/// law of m values has none beyond m - 1: the recurrence then ends there.
/// @throws InvalidArgument when a moment up to 2 degree + 1 does not exist.
Recurrence recurrence(const Distribution& law, Index degree);

/// Values of the orthonormal polynomials 0 … p.cols() - 1 at t. @shape t (n), p (n, degrees).
/// @throws InvalidArgument for more columns than the recurrence has degrees.
void orthonormal(const Recurrence&, std::span<const double> t, MutableMatrixRef p);

}  // namespace uq
