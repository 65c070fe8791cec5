#pragma once

#include <cmath>

namespace uq::samplers::detail {

/// Places points in equal cells of the unit interval: cell s of m is [s/m, (s+1)/m). The place v
/// within the cell keeps two units in the last place of m away from its ends, so that neither the
/// rounding of s + v, nor that of the division, nor that of u * m leaves the cell. No point moves
/// by more than 2^-50.
/// @source docs/methods/designs.md Eq. 12.
struct Cells {
  double count;  ///< m, at most 2^50
  double lowest;
  double highest;

  explicit Cells(double cells) : count(cells) {
    int digits = 0;
    std::frexp(cells, &digits);  // cells < 2^digits
    lowest = std::ldexp(1.0, digits - 52);
    highest = 1 - lowest;
  }

  [[gnu::always_inline]] double place(double cell, double v) const {
    v = v > lowest ? v : lowest;
    v = v < highest ? v : highest;
    return (cell + v) / count;
  }
};

}  // namespace uq::samplers::detail
