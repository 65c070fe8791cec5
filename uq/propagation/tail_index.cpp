#include "uq/propagation/tail_index.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace uq::propagation {
namespace {

// Hill's estimate of the tail beyond `centre` of values v, excess(v) > 0 in the tail, the k + 1
// most distant of which are at the end of `values`, the least distant of them first.
template <class Excess>
double hill(std::span<const double> most_distant, const Excess& excess) {
  const double threshold = excess(most_distant.front());
  if (!(threshold > 0)) {
    return std::numeric_limits<double>::infinity();
  }
  double sum = 0;
  for (const double value : most_distant.subspan(1)) {
    sum += std::log(excess(value) / threshold);
  }
  return sum > 0 ? static_cast<double>(most_distant.size() - 1) / sum
                 : std::numeric_limits<double>::infinity();
}

}  // namespace

TailIndex tail_index(std::span<double> values) {
  const auto n = static_cast<Index>(values.size());
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (n < least_tail_sample) {
    return {infinity, infinity, 0};
  }
  const auto k = static_cast<Index>(std::sqrt(static_cast<double>(n)));
  const auto select = [&](Index position, auto before) {
    std::nth_element(values.begin(), values.begin() + position, values.end(), before);
  };
  select(n / 2, std::less<>());
  const double median = values[static_cast<std::size_t>(n / 2)];
  // Sorted, so that the sum of logarithms has the same bits for any order of the values.
  const auto tail = [&](auto before) {
    select(n - k - 1, before);
    const auto furthest = values.subspan(static_cast<std::size_t>(n - k - 1));
    std::sort(furthest.begin(), furthest.end(), before);
    return hill(furthest, [&](double value) { return std::abs(value - median); });
  };
  const double index = std::min(tail(std::less<>()), tail(std::greater<>()));
  // The estimate is asymptotically normal with standard deviation index / sqrt(k).
  constexpr double quantile = 1.6448536269514722;
  return {index, index * (1 + quantile / std::sqrt(static_cast<double>(k))), k};
}

}  // namespace uq::propagation
