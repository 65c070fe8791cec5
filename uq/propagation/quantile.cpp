#include "uq/propagation/quantile.hpp"

#include "uq/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace uq::propagation {
namespace {

// Products such as 10 * 0.9 that mean an integer may miss it by a rounding or two: R's fuzz.
constexpr double fuzz = 4 * std::numeric_limits<double>::epsilon();

// Rank of the order statistic below position x, and the distance to it. Positions within rounding
// of an integer are that integer: without it types 1-3 would jump by a whole rank.
struct Split {
  double whole;
  double rest;
};
Split split(double x) {
  const double nearest = std::round(x);
  if (std::abs(x - nearest) <= fuzz * std::max(1.0, std::abs(x))) {
    return {nearest, 0};
  }
  return {std::floor(x), x - std::floor(x)};
}

// Weight of the upper neighbour for the three discontinuous types.
double jump(QuantileType type, Split position) {
  if (position.rest > 0) {
    return 1;
  }
  switch (type) {
    case QuantileType::averaged_inverse_cdf:
      return 0.5;
    case QuantileType::nearest_even:
      return std::fmod(position.whole, 2) == 0 ? 0 : 1;
    default:
      return 0;
  }
}

// alpha = beta of Eq. 5 and the offset of type 4.
double offset(QuantileType type, double p) {
  const auto symmetric = [p](double alpha) { return alpha + p * (1 - 2 * alpha); };
  switch (type) {
    case QuantileType::hazen:
      return symmetric(0.5);
    case QuantileType::weibull:
      return symmetric(0);
    case QuantileType::linear:
      return symmetric(1);
    case QuantileType::median_unbiased:
      return symmetric(1.0 / 3);
    case QuantileType::normal_unbiased:
      return symmetric(3.0 / 8);
    case QuantileType::nearest_even:
      return -0.5;
    default:
      return 0;
  }
}

using Place = std::span<double>::iterator;

// Selects the middle rank, which splits both the ranks and the values [first, last).
void select(Place origin, Place first, Place last, std::span<const Index> ranks) {
  if (ranks.empty() || last - first < 2) {
    return;
  }
  const Index rank = ranks[ranks.size() / 2];
  const Place place = origin + (rank - 1);
  std::nth_element(first, place, last);
  const auto [below, above] = std::equal_range(ranks.begin(), ranks.end(), rank);
  select(origin, first, place, {ranks.begin(), below});
  select(origin, place + 1, last, {above, ranks.end()});
}

}  // namespace

QuantilePosition quantile_position(Index n, double p, QuantileType type) {
  expects(n > 0 && p >= 0 && p <= 1,
          "p = " + std::to_string(p) + ", n = " + std::to_string(n) +
              ", required is 0 <= p <= 1 and n > 0");
  const Split position = split(static_cast<double>(n) * p + offset(type, p));
  const double weight = type <= QuantileType::nearest_even ? jump(type, position) : position.rest;
  const auto clamp = [n](double rank) {
    return static_cast<Index>(std::clamp(rank, 1.0, static_cast<double>(n)));
  };
  return {clamp(position.whole), clamp(position.whole + 1), weight};
}

double mix(double lower, double upper, double weight) {
  const double reach = upper - lower;
  return std::isinf(reach) ? lower * (1 - weight) + upper * weight : lower + weight * reach;
}

double sorted_quantile(std::span<const double> sorted, double p, QuantileType type) {
  const auto at = quantile_position(static_cast<Index>(sorted.size()), p, type);
  return mix(sorted[static_cast<std::size_t>(at.lower - 1)],
             sorted[static_cast<std::size_t>(at.upper - 1)],
             at.weight);
}

void select_ranks(std::span<double> values, std::span<const Index> ranks) {
  select(values.begin(), values.begin(), values.end(), ranks);
}

}  // namespace uq::propagation
