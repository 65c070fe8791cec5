#pragma once

#include "uq/propagation/intervals.hpp"

#include <span>

namespace uq::propagation {

/// Exact change of origin and unit, z = (y - first) 2^-k: moments of z lose no digits to an offset
/// of y and neither overflow nor underflow, whatever the unit of y (contract C4).
struct Scaling {
  double first = 0;   ///< times `shrink`
  double factor = 1;  ///< 2^-k
  double unit = 1;    ///< 2^k, times `shrink`
  double shrink = 1;  ///< 1/4 where differences of values would overflow

  double scaled(double y) const { return (y * shrink - first) * factor; }
  double physical(double z) const { return (first + z * unit) / shrink; }
  /// A variance of z in the unit of y; may be beyond the range of a double, see `is_in_range`.
  double variance(double square) const { return square * unit / shrink * unit / shrink; }
};

/// Scaling with origin `first` for values between `low` and `high`.
/// @source docs/methods/sobol.md Eq. 3.
Scaling scaling(double first, double low, double high);

/// Scaling for values that lie at most `reach` from `first`, where differences do not overflow.
Scaling scaling(double first, double reach);

/// Whether a figure that is not zero in its own unit still has all its digits in this one: what is
/// too large is infinite, what is too small has lost digits or is 0.
bool is_in_range(double figure);

/// Why a figure that is not has no value.
inline constexpr const char* out_of_range =
    "beyond the range of double precision, about 1e-308 to 1e308";

/// Mean and population standard deviation (divisor n), two-pass over the fixed summation tree.
struct Moments {
  double mean;
  double sd;
};

/// @throws InvalidArgument when there are no values. @source docs/methods/propagate.md Eq. 1.
Moments moments(std::span<const double> values);

/// Mean of the values without the fraction 1 / (2 sqrt(n - 4)) at either end: the centre of
/// sd_interval's kurtosis. Reorders `values`.
double trimmed_mean(std::span<double> values);

/// Interval of the standard deviation of any law with four moments, from independent values and
/// their trimmed mean; NaN for fewer than five.
/// @source Bonett (2006), Comput. Stat. Data Anal. 50, Eq. 5; docs/methods/propagate.md Eq. 3.
Interval sd_interval(std::span<const double> values, double trimmed_mean, double level);

}  // namespace uq::propagation
