#include "studies/read/bounds.hpp"

#include <fmt/format.h>

#include <cmath>

namespace uq::studies {

std::string bounds_text(const InputVariable& input) {
  const auto side = [](double bound, const char* infinite) {
    return std::isinf(bound) ? std::string(infinite) : fmt::format("{:.6g}", bound);
  };
  return fmt::format("{}{}, {}{}{}",
                     input.lower_open || std::isinf(input.lower) ? "(" : "[",
                     side(input.lower, "-inf"),
                     side(input.upper, "inf"),
                     std::isinf(input.upper) ? ")" : "]",
                     input.unit == "1" ? "" : " " + input.unit);
}

std::string outside_bounds(const InputVariable& input, double value) {
  const bool below = input.lower_open ? value <= input.lower : value < input.lower;
  if (!below && value <= input.upper) {
    return {};
  }
  return fmt::format(
      "`{}` = {:.6g} lies outside the model's bounds {}", input.name, value, bounds_text(input));
}

bool reaches_outside(const InputVariable& input, const Distribution& law) {
  // An open bound as an end of the support is fine: u is never 0 or 1.
  const auto [lo, hi] = support(law);
  return lo < input.lower || hi > input.upper;
}

}  // namespace uq::studies
