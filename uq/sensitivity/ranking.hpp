#pragma once

#include "uq/core/seed.hpp"
#include "uq/core/types.hpp"

namespace uq::sensitivity {

/// Factors beyond which no pairs are compared: their matrix would be the largest result.
inline constexpr Index most_ranked = 256;

/// How sure an order of importance is, read off draws of the indices: one column per draw, as they
/// come out of a bootstrap or of `replicate_draws`. Inputs whose point estimate is NaN are not
/// ranked; where a draw has another NaN nothing is: the other draws are not all that may come.
/// @source docs/methods/morris.md Eq. 8.
struct Ranking {
  Matrix before;  ///< (d, d): P(index i > index j), equal draws count half; NaN on the diagonal; no
                  ///<   elements without `pairs`
  Vector top;     ///< (d): element k - 1 is the probability that the k largest are those of the
                  ///<   point estimates; 0 where these tie at that place
  Vector below;   ///< (d): P(index < threshold)
  Index stable_top = 0;  ///< largest k below the number of ranked inputs (for one input 1) with
                         ///<   top >= confidence; 0 when there is none
  Index draws = 0;       ///< that count: all or none
};

/// @param point estimates, (d)
/// @param draws (d, B)
/// @param threshold of each draw, (B), for `below`
/// @param resolution values that differ by no more are equal, for indices known up to rounding only
/// @param pairs whether to compare every pair
/// @throws InvalidArgument when the shapes differ.
/// @cost d² B comparisons, d B without `pairs`.
Ranking rank(const Vector& point,
             MatrixRef draws,
             const Vector& threshold,
             double confidence,
             double resolution = 0,
             bool pairs = true);

/// Draws of the mean of R replicate vectors under a t law: mean + t_(R-1) sqrt(S / R), with S the
/// sample covariance of the replicates, so that indices keep their dependence.
/// @param values (d, R), R >= 2. @returns (d, draws). @throws InvalidArgument for fewer replicates.
/// @source docs/methods/morris.md Eq. 9.
Matrix replicate_draws(MatrixRef values, Index draws, Seed seed);

}  // namespace uq::sensitivity
