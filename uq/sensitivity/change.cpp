#include "uq/sensitivity/kink_detail.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace uq::sensitivity::detail {
namespace {

// Values to look at from the nominal one to `end`, that one included, in this order.
std::vector<double> walk(const OatInput& input, double end) {
  std::vector<double> x;
  if (!input.values.empty()) {
    for (const double value : input.values) {
      if (value >= std::min(input.nominal, end) && value <= std::max(input.nominal, end) &&
          value != input.nominal) {
        x.push_back(value);
      }
    }
    if (end < input.nominal) {
      std::reverse(x.begin(), x.end());
    }
    return x;
  }
  for (int k = 1; k <= cells; ++k) {
    double value = k == cells ? end : input.nominal + (end - input.nominal) * k / cells;
    value = input.whole ? std::round(value) : value;
    if (value != input.nominal && (x.empty() || x.back() != value)) {
      x.push_back(value);
    }
  }
  return x;
}

}  // namespace

std::optional<Change> first_change(const Line& line, const OatInput& input, double end) {
  const std::vector<double> x = walk(input, end);
  if (!line.ready(x)) {
    return {};
  }
  const double before = line(input.nominal);
  double left = input.nominal;
  for (const double value : x) {
    const double now = line(value);
    if (std::isnan(now) || std::isnan(before)) {
      return Change{};  // what lies beyond is not known
    }
    if (now == before) {
      left = value;
      continue;
    }
    double right = value;
    const double finest = 1e-9 * std::max(std::abs(input.nominal), std::abs(end - input.nominal));
    for (int level = 0; level < change_levels && input.values.empty(); ++level) {
      double middle = left + (right - left) / 2;
      middle = input.whole ? std::floor(middle) : middle;
      if (middle == left || middle == right || (!input.whole && std::abs(right - left) <= finest)) {
        break;
      }
      if (!line.ready({middle})) {
        return {};
      }
      (line(middle) == before ? left : right) = middle;
    }
    const double at = input.on_grid() ? right : left + (right - left) / 2;
    return Change{at, before, line(right)};
  }
  return Change{};
}

}  // namespace uq::sensitivity::detail
