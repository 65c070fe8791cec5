#include "studies/report/number.hpp"

#include "studies/report/show.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace uq::studies {

namespace {

struct Prefixes {
  std::string_view symbol;
  int lowest, highest;  // powers of ten in use: nobody reads ks or mB
};
constexpr std::array<Prefixes, 8> scalable{{{"s", -12, 0},
                                            {"B", 0, 18},
                                            {"bit", 0, 18},
                                            {"FLOP", 0, 21},
                                            {"W", -6, 12},
                                            {"J", -12, 12},
                                            {"Hz", 0, 12},
                                            {"op", 0, 21}}};
// "u", not "µ": what is printed can be pasted into a study file.
constexpr std::array<std::string_view, 12> prefixes{
    "p", "n", "u", "m", "", "k", "M", "G", "T", "P", "E", "Z"};

// Decimal exponent of the leading digit.
int exponent(double value) {
  return static_cast<int>(std::floor(std::log10(std::abs(value))));
}

// Digits after the point: three significant ones of the value; more where the interval resolves
// them, fewer where the value is smaller than its interval. The width gets two digits when it
// begins with 1 to 3.5, else one, as the Particle Data Group rounds uncertainties (Review of
// Particle Physics, Introduction, section 5.3).
int decimals_for(double value, double width) {
  const int three = value == 0 ? 0 : 2 - exponent(value);
  if (!(width > 0) || !std::isfinite(width)) {
    return three;
  }
  const int leading = -exponent(width);
  const int resolved = width * std::pow(10.0, leading) < 3.55 ? leading + 1 : leading;
  return std::abs(value) < width ? leading + 1 : std::max(three, resolved);
}

// x 10^-power. Division, where powers of ten are exact: 1e-22 and beyond are rare enough to lose
// the last digit. In two steps where 10^-power is infinite, of subnormal numbers.
double without_power(double x, int power) {
  constexpr int largest = 300;
  if (power < -largest) {
    return x * std::pow(10.0, largest) * std::pow(10.0, -power - largest);
  }
  return power < 0 ? x * std::pow(10.0, -power) : x / std::pow(10.0, power);
}

std::string fixed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, std::clamp(decimals, 0, 17));
  // A value that rounds to zero has no sign worth reading.
  return text.find_first_of("123456789") == std::string::npos && text.front() == '-' &&
                 std::isfinite(value)
             ? text.substr(1)
             : text;
}

}  // namespace

Scale scale_for(double magnitude, const std::string& unit) {
  if (unit == "1" || unit.empty()) {
    return {};
  }
  const bool bracketed = unit.front() == '(' && unit.ends_with(")^2");
  const std::string inner = bracketed ? unit.substr(1, unit.size() - 4) : unit;
  const std::size_t length = std::min(inner.find_first_of("/*^ ()."), inner.size());
  const std::string_view rest = std::string_view(inner).substr(length);
  const auto* found = std::find_if(scalable.begin(), scalable.end(), [&](const Prefixes& entry) {
    return entry.symbol == inner.substr(0, length);
  });
  const bool square = bracketed || rest == "^2";
  if (found == scalable.end() || !std::isfinite(magnitude) || magnitude == 0 ||
      (!square && rest.starts_with('^'))) {
    return {1, unit};
  }
  const int power = square ? 2 : 1;
  const int thousands = static_cast<int>(std::floor(exponent(magnitude) / (3.0 * power)));
  const int chosen = std::clamp(3 * thousands, found->lowest, found->highest);
  const std::string scaled =
      std::string(prefixes[static_cast<std::size_t>(chosen / 3 + 4)]) + inner;
  return {std::pow(10.0, chosen * power), bracketed ? "(" + scaled + ")^2" : scaled};
}

std::string quotient(const std::string& unit, const std::string& by) {
  if (by.empty() || by == "1") {
    return unit;
  }
  return unit + "/" + (by.find('/') == std::string::npos ? by : "(" + by + ")");
}

std::string squared(const std::string& unit) {
  if (unit == "1" || unit.empty()) {
    return unit;
  }
  return unit.find_first_of("/*^ .") == std::string::npos ? unit + "^2" : "(" + unit + ")^2";
}

std::string plain(double value) {
  return fmt::format("{:.6g}", value == 0 ? 0.0 : value);
}

std::string with_interval(double value, double lo, double hi) {
  if (!std::isfinite(value)) {
    return std::isnan(value) ? "undefined" : plain(value);
  }
  const auto finite = [](double x) { return std::isfinite(x) ? std::abs(x) : 0.0; };
  const double largest = std::max({std::abs(value), finite(lo), finite(hi)});
  int decimals = decimals_for(value, hi - lo);
  // Beyond these, zeros would hide the digits: all three get the same power of ten.
  const bool scientific = largest != 0 && (largest >= 1e6 || largest < 1e-4);
  const int power = scientific ? exponent(largest) : 0;
  decimals += power;
  const auto text = [&](double x) {
    if (!std::isfinite(x)) {
      return plain(x);
    }
    const double mantissa = without_power(x, power);
    return fixed(mantissa, decimals) + (scientific ? fmt::format("e{}", power) : "");
  };
  if (std::isnan(lo) || std::isnan(hi)) {
    return text(value) + " [no interval]";
  }
  return text(value) + " [" + text(lo) + ", " + text(hi) + "]";
}

}  // namespace uq::studies
