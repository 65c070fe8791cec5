#include "uq/propagation/moments.hpp"

#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/propagation/quantile.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace uq::propagation {
namespace {

// Sum of term(value) over the fixed tree.
template <class Term>
double sum(std::span<const double> values, Term term) {
  return tree_sum(static_cast<Index>(values.size()), 1, [&](Index first, Index count, double* out) {
    double partial = 0;
    for (Index i = first; i < first + count; ++i) {
      partial += term(values[static_cast<std::size_t>(i)]);
    }
    *out = partial;
  })[0];
}

struct Scaled {
  Scaling scaling;
  double mean;     // of z
  double squares;  // sum of (z - mean)^2
};

Scaled scaled_moments(std::span<const double> values) {
  expects(!values.empty(), "no values");
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const Scaling map = scaling(values[0], *low, *high);
  const auto n = static_cast<double>(values.size());
  const double mean = sum(values, [&](double y) { return map.scaled(y); }) / n;
  const double squares = sum(values, [&](double y) {
    const double z = map.scaled(y) - mean;
    return z * z;
  });
  return {map, mean, squares};
}

}  // namespace

Scaling scaling(double first, double low, double high) {
  double shrink = 1;
  double reach = std::max(high - first, first - low);
  if (std::isinf(reach)) {  // of finite values: a quarter of each has a difference
    shrink = 0.25;
    reach = std::max(high * shrink - first * shrink, first * shrink - low * shrink);
  }
  Scaling map = scaling(first * shrink, reach);
  map.shrink = shrink;
  return map;
}

Scaling scaling(double first, double reach) {
  // 2^±1000 keeps factor and unit normal numbers; what lies beyond needs no help.
  const int exponent = reach > 0 ? std::clamp(std::ilogb(reach), -1000, 1000) : 0;
  return {first, std::ldexp(1.0, -exponent), std::ldexp(1.0, exponent)};
}

bool is_in_range(double figure) {
  return std::isnormal(figure);
}

Moments moments(std::span<const double> values) {
  const auto [map, mean, squares] = scaled_moments(values);
  const auto n = static_cast<double>(values.size());
  return {map.physical(mean), std::sqrt(squares / n) * map.unit / map.shrink};
}

double trimmed_mean(std::span<double> values) {
  const auto n = static_cast<Index>(values.size());
  const double share = n > 4 ? 0.5 / std::sqrt(static_cast<double>(n - 4)) : 0;
  const auto cut = std::min(static_cast<Index>(share * static_cast<double>(n)), (n - 1) / 2);
  select_ranks(values, std::array{cut + 1, n - cut});
  const auto kept =
      values.subspan(static_cast<std::size_t>(cut), static_cast<std::size_t>(n - 2 * cut));
  return moments(kept).mean;
}

Interval sd_interval(std::span<const double> values, double trimmed_mean, double level) {
  const auto n = static_cast<double>(values.size());
  const double z = normal_quantile((1 + level) / 2);
  if (values.size() < 5 || n <= z) {
    return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  }
  const Scaled whole = scaled_moments(values);
  const Scaling& map =
      whole.scaling;  // not a structured binding: clang 14 lets no lambda capture one
  const double squares = whole.squares;
  const double sd = std::sqrt(squares / (n - 1)) * map.unit / map.shrink;
  if (squares == 0) {
    return {sd, sd};
  }
  const double centre = map.scaled(trimmed_mean);
  const double fourth = sum(values, [&](double y) {
    const double square = (map.scaled(y) - centre) * (map.scaled(y) - centre);
    return square * square;
  });
  const double kurtosis = n * fourth / (squares * squares);
  // Eq. 3 is for the variance: its root halves the exponent and takes the root of c.
  const double c = n / (n - z);
  const double half = z * c * std::sqrt(std::max(kurtosis - (n - 3) / n, 0.0) / (n - 1)) / 2;
  return {sd * std::sqrt(c) * std::exp(-half), sd * std::sqrt(c) * std::exp(half)};
}

}  // namespace uq::propagation
