#pragma once

#include "uq/core/types.hpp"

#include <span>

namespace uq::propagation {

/// The nine definitions of a sample quantile of Hyndman and Fan, by their number. Of those only
/// type 5 is unbiased on stratified points, where x_(i) stands for the probability (i - 1/2) / n.
/// @source Hyndman, Fan (1996), Am. Stat. 50; docs/methods/propagate.md Eq. 5.
enum class QuantileType {
  inverse_cdf = 1,
  averaged_inverse_cdf,
  nearest_even,
  linear_cdf,
  hazen,
  weibull,
  linear,
  median_unbiased,
  normal_unbiased
};

/// A sample quantile as a mixture of two neighbouring order statistics (ranks from 1):
/// (1 - weight) x_(lower) + weight x_(upper).
struct QuantilePosition {
  Index lower;
  Index upper;
  double weight;
};

/// Where the p-quantile of n sorted values lies. @throws InvalidArgument unless 0 <= p <= 1, n > 0.
QuantilePosition quantile_position(Index n, double p, QuantileType type);

/// Mixture of two values that equals them when they are equal, whatever the rounding.
double mix(double lower, double upper, double weight);

/// The p-quantile of values in ascending order.
double sorted_quantile(std::span<const double> sorted, double p, QuantileType type);

/// Puts the order statistics of the given ranks (from 1, ascending, repeats allowed) in their
/// places: afterwards values[r - 1] is x_(r), with smaller values before it and larger ones behind.
/// @cost O(n log(number of ranks)) instead of the O(n log n) of a sort.
void select_ranks(std::span<double> values, std::span<const Index> ranks);

}  // namespace uq::propagation
