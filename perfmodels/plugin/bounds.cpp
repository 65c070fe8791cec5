#include "perfmodels/config_detail.hpp"
#include "perfmodels/plugin/bounds_detail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq::perfmodels::plugin {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Adding 2^52 rounds to a whole number, and above it there are only whole numbers. Unlike
// std::floor it vectorises in the baseline build.
bool is_whole(double value) {
  constexpr double shift = 4503599627370496.0;
  const double size = value < 0 ? -value : value;
  const double rounded = (size + shift) - shift;
  return rounded == size || size >= shift;
}

// No early exit: all rows are inside nearly always, and so it vectorises; 1.0 rather than true
// because SSE2 has no 64-bit compare. NaN holds for no bound.
template <class Holds>
bool all(const double* values, Index rows, const Holds& holds) {
  double wrong = 0;
  for (Index i = 0; i < rows; ++i) {
    wrong = holds(values[i]) ? wrong : 1.0;
  }
  return wrong == 0;
}

std::string rule(const InputVariable& input) {
  switch (input.kind) {
    case InputKind::categorical:
      return "the index of one of its " + std::to_string(input.categories.size()) + " categories";
    case InputKind::boolean:
      return "0 or 1";
    case InputKind::real:
    case InputKind::integer:
      break;
  }
  std::string text = input.kind == InputKind::integer ? "a whole number" : "";
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " and ") + part; };
  if (!std::isinf(input.lower)) {
    add((input.lower_open ? "> " : ">= ") + number_text(input.lower));
  }
  if (!std::isinf(input.upper)) {
    add("<= " + number_text(input.upper));
  }
  return text;
}

}  // namespace

Bounds::Bounds(const std::vector<InputVariable>& inputs) : inputs_(inputs) {
  for (const InputVariable& input : inputs) {
    const double lower = input.lower_open ? std::nextafter(input.lower, infinity) : input.lower;
    limits_.push_back({std::max(lower, std::numeric_limits<double>::lowest()),
                       std::min(input.upper, std::numeric_limits<double>::max()),
                       input.kind != InputKind::real});
  }
}

bool Bounds::holds(double value, const Limits& limits) {
  return value >= limits.smallest && value <= limits.largest && (!limits.whole || is_whole(value));
}

bool Bounds::all_hold(const MatrixRef& x) const {
  const Index rows = x.rows();
  bool fine = true;
  for (std::size_t k = 0; k < limits_.size(); ++k) {
    const Limits limits = limits_[k];
    const double* column = x.data() + static_cast<Index>(k) * x.outerStride();
    if (limits.whole) {
      fine &= all(column, rows, [&](double v) { return holds(v, limits); });
    } else {
      fine &= all(column, rows, [&](double v) {
        return (int{v >= limits.smallest} & int{v <= limits.largest}) != 0;
      });
    }
  }
  return fine;
}

std::string Bounds::violation(const MatrixRef& x, Index row) const {
  for (std::size_t k = 0; k < limits_.size(); ++k) {
    const double value = x(row, static_cast<Index>(k));
    if (!holds(value, limits_[k])) {
      return inputs_[k].name + " = " + number_text(value) + " must be " +
             (std::isfinite(value) ? rule(inputs_[k]) : "a finite number");
    }
  }
  return {};
}

bool are_indices(const double* values, Index rows, Index count) {
  const auto limit = static_cast<double>(count);
  return all(values, rows, [limit](double v) {
    const bool index = v >= 0 && v < limit && is_whole(v);
    return index || !(v - v == 0);
  });
}

}  // namespace uq::perfmodels::plugin
