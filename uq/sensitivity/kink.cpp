#include "uq/sensitivity/kink_detail.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace uq::sensitivity::detail {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double weakest = 0.02;  // of a kink's bend, as a share of the smooth one around it

// How far the output in the middle lies off the chord of its neighbours.
double deviation(const Line& line, double left, double middle, double right) {
  const double chord =
      (line(left) * (right - middle) + line(right) * (middle - left)) / (right - left);
  return line(middle) - chord;
}

struct Triple {
  double left, middle, right;
  double width() const { return right - left; }
};

// Grid through low, nominal and high, ascending; `centre` is the place of the nominal value.
struct Grid {
  std::vector<double> x;
  std::size_t centre = 0;
};

Grid grid_of(const OatInput& input) {
  Grid grid;
  const auto at = [&](double end, int k) {
    return k == cells ? end : input.nominal + (end - input.nominal) * k / cells;
  };
  if (input.low < input.nominal) {
    for (int k = cells; k > 0; --k) {
      grid.x.push_back(at(input.low, k));
    }
  }
  grid.centre = grid.x.size();
  grid.x.push_back(input.nominal);
  if (input.high > input.nominal) {
    for (int k = 1; k <= cells; ++k) {
      grid.x.push_back(at(input.high, k));
    }
  }
  return grid;
}

double largest(const Line& line, const std::vector<double>& x) {
  double top = 0;
  for (const double point : x) {
    top = std::max(top, std::abs(line(point)));
  }
  return top;
}

// What the bends at some nodes continue to at x, and how much rounding that carries.
struct Continued {
  double bend, rounding, scale;
};

Continued continued(const std::vector<double>& x,
                    const std::vector<double>& bend,
                    const std::vector<double>& rounding,
                    const std::vector<std::size_t>& nodes,
                    double at) {
  Continued sum{0, 0, 0};
  for (const std::size_t k : nodes) {
    double weight = 1;
    for (const std::size_t j : nodes) {
      weight *= j == k ? 1 : (at - x[j]) / (x[k] - x[j]);
    }
    sum.bend += weight * bend[k];
    sum.rounding += std::abs(weight) * rounding[k];
    sum.scale = std::max(sum.scale, std::abs(bend[k]));
  }
  return sum;
}

// Inner nodes whose bend no polynomial through the bends two to four nodes away continues to, on
// either side or across (Eq. 8): a kink spoils at most two neighbouring nodes, smooth curvature
// none.
std::vector<bool> suspicious(const Line& line, const std::vector<double>& x) {
  const std::size_t n = x.size();
  const double noise = 8 * epsilon * largest(line, x);
  std::vector<double> bend(n, no_value);
  std::vector<double> rounding(n, 0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double product = (x[i] - x[i - 1]) * (x[i + 1] - x[i]);
    bend[i] = deviation(line, x[i - 1], x[i], x[i + 1]) / product;
    rounding[i] = noise / product;
  }
  std::vector<bool> marked(n, false);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    std::vector<std::vector<std::size_t>> ways;
    for (const std::size_t reach : {std::size_t{3}, std::size_t{4}}) {
      std::vector<std::size_t> left, right;
      for (std::size_t k = 2; k <= reach; ++k) {
        left.push_back(i - k);
        right.push_back(i + k);
      }
      if (i > reach) {
        ways.push_back(left);
      }
      if (i + reach + 1 < n) {
        ways.push_back(right);
      }
    }
    if (i > 3 && i + 4 < n) {
      ways.push_back({i - 3, i - 2, i + 2, i + 3});
    }
    marked[i] = !ways.empty() && std::none_of(ways.begin(), ways.end(), [&](const auto& nodes) {
      const Continued next = continued(x, bend, rounding, nodes, x[i]);
      return std::abs(bend[i] - next.bend) <= weakest * std::max(next.scale, std::abs(next.bend)) +
                                                  8 * (rounding[i] + next.rounding);
    });
  }
  return marked;
}

enum class Verdict { waits, smooth, kink, jump, failed };

struct Place {
  Verdict verdict = Verdict::waits;
  Break found;
};

bool is_missing(const Line& line, std::initializer_list<double> points) {
  return std::any_of(points.begin(), points.end(), [&](double x) { return std::isnan(line(x)); });
}

// Halves a bracket on which the output jumps.
Place close_in(const Line& line, double left, double right, double finest) {
  while (right - left > finest) {
    const double middle = left + (right - left) / 2;
    if (middle <= left || middle >= right) {
      break;
    }
    if (!line.ready({middle})) {
      return {};
    }
    if (is_missing(line, {middle})) {
      return {Verdict::failed, {}};
    }
    const bool in_left =
        std::abs(line(middle) - line(left)) >= std::abs(line(right) - line(middle));
    (in_left ? right : left) = middle;
  }
  return {
      Verdict::jump,
      {.kind = BreakKind::jump, .at = left + (right - left) / 2, .jump = line(right) - line(left)}};
}

// The kink is where the lines on both sides of the bracket meet (Eq. 10).
Place intersect(const Line& line, const OatInput& input, const Triple& triple) {
  const double w = triple.width();
  const double outer_left = std::max(triple.left - w, input.low);
  const double outer_right = std::min(triple.right + w, input.high);
  if (!line.ready({outer_left, outer_right})) {
    return {};
  }
  Break found{.kind = BreakKind::kink, .at = triple.middle, .y_at = line(triple.middle)};
  if (is_missing(line, {outer_left, outer_right})) {
    return {Verdict::failed, {}};
  }
  // At the very end of the range there is no slope beyond the bracket: NaN, and its middle stays.
  const double before = (line(triple.left) - line(outer_left)) / (triple.left - outer_left);
  const double after = (line(outer_right) - line(triple.right)) / (outer_right - triple.right);
  found.slope_change = after - before;
  const double rise = line(triple.right) - line(triple.left);
  const double at = triple.left + (after * w - rise) / (after - before);
  if (at >= triple.left && at <= triple.right) {
    found.at = at;
    found.y_at = line(triple.left) + before * (at - triple.left);
  }
  return {Verdict::kink, found};
}

// Looks into a triple of points: the deviation from the chord falls fourfold with each halving
// where the output is smooth, twofold at a kink, not at all at a jump (Eq. 9).
Place look_into(const Line& line, const OatInput& input, Triple t, double scale, double noise) {
  std::vector<double> sizes{std::abs(deviation(line, t.left, t.middle, t.right))};
  const double fine = 1e-5 * scale;
  for (int level = 0; level < kink_levels && t.middle > t.left && t.right > t.middle; ++level) {
    const double q1 = t.left + (t.middle - t.left) / 2;
    const double q3 = t.middle + (t.right - t.middle) / 2;
    if (!line.ready({q1, q3})) {
      return {};
    }
    if (is_missing(line, {q1, q3})) {
      return {Verdict::failed, {}};
    }
    const Triple parts[] = {{t.left, q1, t.middle}, {q1, t.middle, q3}, {t.middle, q3, t.right}};
    double size = -1;
    for (const Triple& part : parts) {
      const double part_size = std::abs(deviation(line, part.left, part.middle, part.right));
      if (part_size > size) {
        size = part_size;
        t = part;
      }
    }
    sizes.push_back(size);
    const auto ratio = [&](std::size_t back) { return size / sizes[sizes.size() - 1 - back]; };
    if (size <= noise) {
      // Too deep for this precision: what the levels before said must do.
      const int whole = level;  // levels whose deviation is more than noise
      const double fall = sizes[static_cast<std::size_t>(whole)] / sizes[0];
      return whole >= 4 && fall > std::exp2(-1.5 * whole) ? intersect(line, input, t)
                                                          : Place{Verdict::smooth, {}};
    }
    if (level + 1 >= 8 && ratio(8) < 3e-5) {
      return {Verdict::smooth, {}};
    }
    if (level + 1 >= 8 && t.width() <= fine) {
      const double r = ratio(6);
      return r > 0.2          ? close_in(line, t.left, t.right, 1e-9 * scale)
             : r > 1.0 / 1024 ? intersect(line, input, t)
                              : Place{Verdict::smooth, {}};
    }
  }
  return {Verdict::smooth, {}};
}

struct SideSearch {
  bool waits = false;
  Break found;
};

// The first suspicious node, going outwards, that holds a break.
SideSearch search(const Line& line,
                  const OatInput& input,
                  const std::vector<double>& x,
                  const std::vector<std::size_t>& nodes,
                  double scale,
                  double noise) {
  int looked = 0;
  for (const std::size_t i : nodes) {
    if (looked++ == candidates) {
      return {false,
              {.kind = BreakKind::unknown,
               .reason = "the output bends too much between the points of the search"}};
    }
    const Place place = look_into(line, input, {x[i - 1], x[i], x[i + 1]}, scale, noise);
    if (place.verdict == Verdict::waits) {
      return {true, {}};
    }
    if (place.verdict == Verdict::failed) {
      return {false, {.kind = BreakKind::unknown, .reason = "evaluations failed near a kink"}};
    }
    if (place.verdict != Verdict::smooth) {
      return {false, place.found};
    }
  }
  return {};
}

}  // namespace

std::optional<Breaks> breaks(const Line& line, const OatInput& input) {
  Grid grid = grid_of(input);
  if (grid.x.size() == 1) {
    return Breaks{};
  }
  if (!line.ready(grid.x)) {
    return {};
  }
  const double scale = std::max(std::abs(input.nominal), input.high - input.low);
  // Only the stretch around the nominal value that has values is searched.
  std::size_t first = grid.centre;
  std::size_t last = grid.centre;
  while (first > 0 && !std::isnan(line(grid.x[first - 1]))) {
    --first;
  }
  while (last + 1 < grid.x.size() && !std::isnan(line(grid.x[last + 1]))) {
    ++last;
  }
  const bool cut_low = first > 0;
  const bool cut_high = last + 1 < grid.x.size();
  const std::vector<double> x(grid.x.begin() + static_cast<std::ptrdiff_t>(first),
                              grid.x.begin() + static_cast<std::ptrdiff_t>(last) + 1);
  const std::size_t centre = grid.centre - first;
  const std::vector<bool> marked = suspicious(line, x);
  std::vector<std::size_t> down, up;
  for (std::size_t i = centre; i > 1; --i) {
    if (marked[i - 1]) {
      down.push_back(i - 1);
    }
  }
  for (std::size_t i = centre + 1; i + 1 < x.size(); ++i) {
    if (marked[i]) {
      up.push_back(i);
    }
  }
  const double noise = 16 * epsilon * largest(line, x);
  Breaks result;
  bool below = false;  // the middle node's break belongs to the side it lies on
  bool above = false;
  SideSearch middle;
  if (marked[centre]) {
    middle = search(line, input, x, {centre}, scale, noise);
    if (middle.waits) {
      return {};
    }
    below = middle.found.at < input.nominal;
    above = middle.found.at >= input.nominal;
    (below ? result.low : result.high) = middle.found;
  }
  const SideSearch low =
      below ? SideSearch{false, result.low} : search(line, input, x, down, scale, noise);
  const SideSearch high =
      above ? SideSearch{false, result.high} : search(line, input, x, up, scale, noise);
  if (low.waits || high.waits) {
    return {};
  }
  result = {low.found, high.found};
  if (middle.found.kind == BreakKind::unknown) {
    // It may lie on either side, and nearer than what is found there.
    result = {middle.found, middle.found};
  }
  const Break failed{.kind = BreakKind::unknown, .reason = "evaluations failed on the way"};
  if (result.low.kind == BreakKind::none && cut_low) {
    result.low = failed;
  }
  if (result.high.kind == BreakKind::none && cut_high) {
    result.high = failed;
  }
  return result;
}

}  // namespace uq::sensitivity::detail
