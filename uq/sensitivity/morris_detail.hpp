#pragma once

#include "uq/core/seed.hpp"
#include "uq/core/types.hpp"
#include "uq/propagation/intervals.hpp"

#include <span>

namespace uq::sensitivity::detail {

/// The effects of one output, those of a group absolute, in a unit of their own: value = scaled
/// 2^exponent, so that squares neither over- nor underflow (contract C4).
struct ScaledEffects {
  Matrix values;  ///< (r, g): NaN where a group did not move
  double unit = 1;
};

/// Statistics of the resamples of one output: row i of each belongs to group i.
struct EffectResamples {
  Matrix mu, mu_star, sigma;  ///< (g, resamples)
};

/// Mean, mean absolute value and standard deviation of the effects of each resample of whole
/// trajectories. sigma is multiplied by sqrt(n / (n - 1)), which undoes the loss of spread that
/// resampling n values brings. NaN where a resample holds no effect (for sigma, fewer than two).
/// @source docs/methods/morris.md Eq. 6.
EffectResamples resample_effects(const Matrix& effects, Index resamples, Seed seed);

/// Percentile interval with the levels a t law of n - 1 degrees of freedom asks for; none when a
/// value is NaN. Reorders `values`.
/// @source Hesterberg (2015), Am. Stat. 69, section 5.3; docs/methods/morris.md Eq. 7.
propagation::Interval expanded_percentile_interval(std::span<double> values, Index n, double level);

}  // namespace uq::sensitivity::detail
