#pragma once

#include "uq/core/types.hpp"
#include "uq/polynomials/recurrence.hpp"

namespace uq::detail {

/// A law as points with probabilities, exact or accurate to rounding for polynomials of the degree
/// it was made for, in the variable t = (x - centre) / scale.
struct Measure {
  Vector t;
  Vector weights;  ///< > 0, sum about 1
  /// The first and last `tail` points stand for what lies beyond them too: polynomials that are not
  /// negligible there have no accurate integral. 0: there is nothing beyond.
  Index tail = 0;
};

/// Recurrence of a measure by Lanczos' method with full reorthogonalisation. It ends before
/// `degree` where a degree is the last with polynomials orthonormal to 1e-8: there are no more
/// points, or rounding, the tail or the distance of the points spoils the next one.
/// @param other points of the same law, to be orthonormal on too: those of a coarser rule
/// @source Gautschi (2004), 2.2; docs/methods/pce.md Eq. 31.
Recurrence recurrence_of(const Measure&, Index degree, const Measure* other = nullptr);

/// The standard variable of a law and its polynomials.
struct Standardised {
  double centre = 0;
  double scale = 1;
  Recurrence polynomials;  ///< of (x - centre) / scale
};

/// @throws InvalidArgument when a moment up to 2 degree + 1 does not exist.
Standardised standardised(const Distribution&, Index degree);

}  // namespace uq::detail
