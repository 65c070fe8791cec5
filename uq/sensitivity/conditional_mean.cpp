#include "uq/sensitivity/conditional_mean_detail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq::sensitivity::detail {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// Eq. 2 of values at(0) … at(n - 1): one minus von Neumann's ratio.
template <class At>
double neighbours(std::size_t n, const At& at) {
  double mean = 0;
  for (std::size_t k = 0; k < n; ++k) {
    mean += at(k);
  }
  mean /= static_cast<double>(n);
  double squares = 0;
  double steps = 0;
  double before = at(0);
  for (std::size_t k = 0; k < n; ++k) {
    const double value = at(k);
    squares += (value - mean) * (value - mean);
    steps += (value - before) * (value - before);  // the first step is 0
    before = value;
  }
  // Both sums over n - 1 degrees of freedom.
  return squares > 0 ? 1 - steps / (2 * squares) : none;
}

}  // namespace

Explained rank_based(std::span<const double> v, const Subsamples& subsamples) {
  const auto n = static_cast<double>(v.size());
  const double S1 = neighbours(v.size(), [&](std::size_t k) { return v[k]; });
  const auto m = static_cast<std::size_t>(subsamples.size);
  double sum = 0;
  double squares = 0;
  double count = 0;
  for (Index s = 0; s < subsamples.count(); ++s) {
    const std::uint32_t* place = subsamples.place.data() + static_cast<std::size_t>(s) * m;
    const double of = neighbours(m, [&](std::size_t k) { return v[place[k]]; }) - S1;
    if (!std::isnan(of)) {  // NaN: the subsample does not vary
      sum += of;
      squares += of * of;
      ++count;
    }
  }
  if (2 * count < static_cast<double>(subsamples.count()) || count < 2) {
    return {S1, none};
  }
  const double variance = std::max(squares - sum * sum / count, 0.0) / (count - 1);
  const auto size = static_cast<double>(m);
  return {S1, std::sqrt(variance * size / (n - size))};  // Eq. 3
}

std::vector<Index> bin_ends(const std::vector<char>& starts) {
  const auto n = static_cast<Index>(starts.size());
  const auto wanted = std::max(
      Index{2}, static_cast<Index>(std::lround(2 * std::pow(static_cast<double>(n), 0.4))));
  const auto levels = static_cast<Index>(std::count(starts.begin(), starts.end(), 1));
  std::vector<Index> ends;
  if (levels <= wanted) {  // each value is a bin of its own
    for (Index k = 1; k < n; ++k) {
      if (starts[static_cast<std::size_t>(k)] != 0) {
        ends.push_back(k);
      }
    }
  } else {
    Index next = 1;
    for (Index k = 1; k < n; ++k) {
      if (starts[static_cast<std::size_t>(k)] != 0 && k >= next * n / wanted) {
        ends.push_back(k);
        next = k * wanted / n + 1;
      }
    }
  }
  ends.push_back(n);
  return ends;
}

Explained binned(std::span<const double> v, const std::vector<Index>& ends, bool corrected) {
  const auto n = static_cast<double>(v.size());
  const auto bins = static_cast<double>(ends.size());
  if (n <= bins) {
    return {none, none};
  }
  double mean = 0;
  for (const double value : v) {
    mean += value;
  }
  mean /= n;
  std::vector<double> means;
  std::vector<double> within;  // sums of squares
  double squares = 0;
  double inside = 0;
  Index first = 0;
  for (const Index end : ends) {
    const auto bin =
        v.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(end - first));
    double centre = 0;
    for (const double value : bin) {
      centre += value - mean;
    }
    centre = mean + centre / static_cast<double>(bin.size());
    double sum = 0;
    for (const double value : bin) {
      sum += (value - centre) * (value - centre);
      squares += (value - mean) * (value - mean);
    }
    means.push_back(centre);
    within.push_back(sum);
    inside += sum;
    first = end;
  }
  if (!(squares > 0)) {
    return {none, none};
  }
  const double W = inside / (corrected ? n - bins : n);
  const double V = squares / (corrected ? n - 1 : n);
  const double S1 = 1 - W / V;  // Eq. 4
  // Eq. 5: the influence of each value, and the spread of the means of bins that mean nothing.
  double influence = 0;
  double chance = 0;
  first = 0;
  for (std::size_t b = 0; b < ends.size(); ++b) {
    const double size = static_cast<double>(ends[b] - first);
    for (Index k = first; k < ends[b]; ++k) {
      const double value = v[static_cast<std::size_t>(k)];
      const double r = (value - means[b]) * (value - means[b]) * n / (n - bins);
      const double e = (value - mean) * (value - mean);
      const double g = (W / V * (e - V) - (r - W)) / V;
      influence += g * g;
    }
    const double spread = size > 1 ? within[b] / (size - 1) / V : W / V;
    chance += spread * spread;
    first = ends[b];
  }
  const double removable = corrected ? 0 : W / V * (bins - 1) / (n - bins);
  return {S1, std::sqrt(influence / n / n + 2 * chance / (n * n)), removable};
}

}  // namespace uq::sensitivity::detail
