#pragma once

#include "uq/core/types.hpp"

#include <span>

namespace uq::propagation {

/// How fast the heavier tail of a sample falls: P(|y - median| > t) ~ t^-index. Below 2 there is no
/// variance, below 1 no mean, whatever the figures of a sample say.
struct TailIndex {
  double index;  ///< Hill's estimate; infinite where the tail has no spread at all, or ends
  double upper;  ///< one-sided 95 % limit of it
  Index values;  ///< it comes from

  bool has_no_variance() const { return upper < 2; }
};

/// Hill's estimate from the floor(sqrt(n)) values furthest above and below the median, whichever
/// tail is heavier.
/// @param values finite; reordered
/// @cost O(n), no memory.
/// @source Hill (1975), Ann. Statist. 3, 1163-1174; docs/methods/propagate.md Eq. 10.
TailIndex tail_index(std::span<double> values);

/// Fewest values for which an index is estimated: below it is infinite.
inline constexpr Index least_tail_sample = 400;

}  // namespace uq::propagation
