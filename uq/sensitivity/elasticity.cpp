#include "uq/sensitivity/elasticity_detail.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace uq::sensitivity::detail {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double first_step = 1.0 / 16;  // of ln x
constexpr double target = 1e-9;          // error at which smaller steps are not worth their cost
constexpr double acceptable = 0.02;      // error above which there is no derivative

// A ladder of steps in ln x: one-sided to the side `sign` of s, or two-sided with sign 0.
struct Ladder {
  double sign = 0;
  double step = 0;  // the first one; 0: no room
};

enum class State { waits, smooth, jumps, unsettled, failed };

struct Outcome {
  State state = State::waits;
  Derivative derivative;
};

// The step of the grid a value lies on when its mantissa ends in zeros, in binary as those of
// single precision or in decimal as printed ones do; 0: on none coarser than doubles.
double grid_step(double y) {
  int exponent = 0;
  const double mantissa = std::frexp(y, &exponent);
  for (int bits = 1; bits <= 40; ++bits) {
    if (std::nearbyint(std::ldexp(mantissa, bits)) == std::ldexp(mantissa, bits)) {
      return std::ldexp(1.0, exponent - bits);
    }
  }
  char text[40];
  std::snprintf(text, sizeof text, "%.11e", std::abs(y));
  if (std::strtod(text, nullptr) != std::abs(y)) {
    return 0;
  }
  int digits = 12;
  while (digits > 1 && text[digits] == '0') {
    --digits;
  }
  return std::pow(10.0, std::floor(std::log10(std::abs(y))) - (digits - 1));
}

// Grid on which all outputs lie, once enough of them differ to tell: a model that computes in
// single precision or prints few digits is a staircase, and its small steps agree by chance.
double granularity(const std::vector<double>& outputs) {
  double finest = std::numeric_limits<double>::infinity();
  std::set<double> distinct;
  for (const double y : outputs) {
    if (y == 0 || !std::isfinite(y)) {
      continue;
    }
    finest = std::min(finest, grid_step(y));
    if (finest == 0) {
      return 0;
    }
    distinct.insert(y);
  }
  return distinct.size() < 4 ? 0 : finest;
}

struct Quotient {
  double value, noise, difference;
  double per_output;  // change of `value` by that of an output
};

// The points of a ladder's step s; rounding must not carry them past the ends.
struct Pair {
  double up, down;
};
Pair points(const OatInput& input, double sign, double s) {
  const auto at = [&](double t) {
    return std::clamp(input.nominal * std::exp(t), input.low, input.high);
  };
  return {at(sign == 0 ? s : sign * s), sign == 0 ? at(-s) : input.nominal};
}

// d y / d s over y0 at x = x0 exp(s), by a difference over s; NaN when a point has no value.
Quotient quotient(const Line& line, double x0, const Pair& pair) {
  const double y0 = line(x0);
  // The steps really taken, as the points are rounded.
  const auto taken = [&](double x) { return std::log1p((x - x0) / x0); };
  const double width = taken(pair.up) - taken(pair.down);
  const double y_up = line(pair.up);
  const double y_down = line(pair.down);
  const double difference = y_up - y_down;
  const double unit = y0 * width;
  // At the ends of the range of doubles each output is divided by itself first.
  const bool plain = !std::isinf(difference) && std::isnormal(unit);
  const double value = plain ? difference / unit : (y_up / y0 - y_down / y0) / width;
  // Two units in the last place of each output, and of x through the derivative.
  const double sum = std::abs(y_up) + std::abs(y_down);
  const double sizes =
      std::isinf(sum) ? std::abs(y_up / y0) + std::abs(y_down / y0) : sum / std::abs(y0);
  const double noise = 2 * epsilon * (sizes + std::abs(value)) / std::abs(width);
  return {value, noise, difference, 1 / std::abs(unit)};
}

bool is_jump(const std::vector<Quotient>& all, double y0) {
  if (all.size() < static_cast<std::size_t>(max_levels)) {
    return false;
  }
  // Ten halvings make a slope's difference a thousandth, that of a root a thirtieth.
  const double last = std::abs(all.back().difference);
  const double before = std::abs(all[all.size() - 11].difference);
  return last > 0.5 * before && last > 1e3 * epsilon * std::abs(y0);
}

Outcome climb(const Line& line, const OatInput& input, const Ladder& ladder) {
  const double x0 = input.nominal;
  std::vector<Quotient> all;
  std::vector<double> values;
  std::vector<double> noise;
  Derivative best;
  std::vector<double> outputs{line(x0)};
  double s = ladder.step;
  for (int level = 0; level < max_levels; ++level, s /= 2) {
    const Pair pair = points(input, ladder.sign, s);
    if (!line.ready({pair.up, pair.down})) {
      return {State::waits, {}};
    }
    const Quotient next = quotient(line, x0, pair);
    if (std::isnan(next.value)) {
      // The table starts again below a step without value: a smaller one may have one.
      all.clear();
      values.clear();
      noise.clear();
      best = {};
      continue;
    }
    all.push_back(next);
    values.push_back(next.value);
    outputs.insert(outputs.end(), {line(pair.up), line(pair.down)});
    const double coarse = 0.5 * granularity(outputs);
    noise.clear();
    for (const Quotient& quotient : all) {
      // No grid, no noise, whatever an output counts: near 1e-308 that is infinite.
      const double of_grid = coarse == 0 ? 0 : 2 * coarse * quotient.per_output;
      noise.push_back(quotient.noise + of_grid);
    }
    const Derivative now = extrapolate(values, noise, ladder.sign == 0 ? 4 : 2);
    best = now;
    const double scale = std::max(1.0, std::abs(best.value));
    const bool exhausted = noise.back() > best.error;  // smaller steps only lose digits
    if (best.error <= target * scale || (best.error < acceptable * scale && exhausted)) {
      return {State::smooth, best};
    }
  }
  if (all.empty()) {
    return {State::failed, {}};
  }
  if (best.error <= acceptable * std::max(1.0, std::abs(best.value))) {
    return {State::smooth, best};
  }
  return {is_jump(all, line(x0)) ? State::jumps : State::unsettled, {}};
}

std::string text(State state, const std::string& where) {
  switch (state) {
    case State::jumps:
      return "the output jumps at the nominal value" + where;
    case State::unsettled:
      return "the slope" + where + " does not settle as the step shrinks";
    case State::failed:
      return "evaluations failed" + where;
    default:
      return {};
  }
}

// Room in ln x from the nominal value to an end; the whole first step where the sign changes.
double room(const OatInput& input, double end) {
  if (end == input.nominal) {
    return 0;
  }
  const double ratio = end / input.nominal;
  return ratio > 0 ? std::min(first_step, std::abs(std::log(ratio))) : first_step;
}

Elasticities combine(const Outcome& low, const Outcome& high, const Outcome& both) {
  Elasticities result{both.derivative, low.derivative, high.derivative, {}};
  const double a = low.derivative.value;
  const double b = high.derivative.value;
  const double slack = 4 * (low.derivative.error + high.derivative.error) +
                       1e-6 * std::max({1.0, std::abs(a), std::abs(b)});
  if (low.state != State::smooth || high.state != State::smooth) {
    result.both = {};
    result.reason = low.state != State::smooth ? text(low.state, " from below")
                                               : text(high.state, " from above");
  } else if (std::abs(a - b) > slack) {
    result.both = {};
    result.reason = "a kink at the nominal value: one elasticity below, another above";
  } else if (both.state != State::smooth) {
    result.both = {};
    result.reason = text(both.state, "");
  }
  return result;
}

}  // namespace

Derivative extrapolate(const std::vector<double>& quotients,
                       const std::vector<double>& noise,
                       double base) {
  Derivative best;
  Derivative last;                         // best entry of the row before
  std::vector<double> above, above_noise;  // the row before
  for (std::size_t k = 0; k < quotients.size(); ++k) {
    std::vector<double> row{quotients[k]};
    std::vector<double> row_noise{noise[k]};
    Derivative own;
    double factor = base;
    for (std::size_t j = 1; j <= k; ++j, factor *= base) {
      row.push_back((factor * row[j - 1] - above[j - 1]) / (factor - 1));
      row_noise.push_back((factor * row_noise[j - 1] + above_noise[j - 1]) / (factor - 1));
      const double error =
          std::max(std::abs(row[j] - row[j - 1]), std::abs(row[j] - above[j - 1])) + row_noise[j];
      if (!(error >= own.error)) {
        own = {row[j], error};
      }
    }
    // One row may agree by chance where a model rounds coarsely: two in a row must.
    const double error = std::max({own.error, last.error, std::abs(own.value - last.value)});
    if (k >= 2 && !(error >= best.error)) {
      best = {own.error <= last.error ? own.value : last.value, error};
    }
    last = own;
    above = std::move(row);
    above_noise = std::move(row_noise);
  }
  return best;
}

std::optional<Elasticities> elasticities(const Line& line, const OatInput& input) {
  const double x0 = input.nominal;
  const double y0 = line(x0);
  if (x0 == 0 || y0 == 0 || std::isnan(y0)) {
    return Elasticities{{},
                        {},
                        {},
                        x0 == 0   ? "the nominal input is 0"
                        : y0 == 0 ? "the nominal output is 0"
                                  : "the nominal evaluation failed"};
  }
  const double downwards = x0 > 0 ? -1 : 1;  // direction of s in which x falls
  const Ladder below{downwards, room(input, input.low)};
  const Ladder above{-downwards, room(input, input.high)};
  // All ladders ask for their points before any is waited for.
  const Outcome low = below.step > 0 ? climb(line, input, below) : Outcome{};
  const Outcome high = above.step > 0 ? climb(line, input, above) : Outcome{};
  if (below.step == 0 && above.step == 0) {
    return Elasticities{{}, {}, {}, "the input has no room to move"};
  }
  if (below.step == 0 || above.step == 0) {
    const Outcome& only = below.step == 0 ? high : low;
    if (only.state == State::waits) {
      return {};
    }
    return Elasticities{only.derivative,
                        low.derivative,
                        high.derivative,
                        only.state == State::smooth ? below.step == 0
                                                          ? "no room below the nominal value"
                                                          : "no room above the nominal value"
                                                    : text(only.state, "")};
  }
  const Outcome both = climb(line, input, {0, std::min(below.step, above.step)});
  if (low.state == State::waits || high.state == State::waits || both.state == State::waits) {
    return {};
  }
  return combine(low, high, both);
}

}  // namespace uq::sensitivity::detail
