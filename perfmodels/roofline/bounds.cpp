#include "perfmodels/config_detail.hpp"
#include "perfmodels/roofline/bounds_detail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq::perfmodels::roofline {
namespace {

// No early exit: all rows are inside nearly always, and so it vectorises. NaN holds for no bound.
template <class Holds>
bool check(const std::array<const double*, 4>& x, Index rows, const Holds& holds) {
  double wrong = 0;
  for (Index i = 0; i < rows; ++i) {
    const int inside = int{holds(x[0][i], 0)} & int{holds(x[1][i], 1)} & int{holds(x[2][i], 2)} &
                       int{holds(x[3][i], 3)};
    wrong = inside != 0 ? wrong : 1.0;
  }
  return wrong == 0;
}

std::array<const double*, 4> columns_of(const std::array<Input, 4>& inputs, const Pointers& in) {
  const auto column = [&](std::size_t k) { return in[static_cast<std::size_t>(inputs[k])]; };
  return {column(0), column(1), column(2), column(3)};
}

}  // namespace

Bounds::Bounds(const std::vector<Input>& columns, const std::vector<InputVariable>& inputs)
    : columns_(columns), inputs_(inputs) {
  std::vector<Input> bounded;
  std::vector<double> largest;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const InputVariable& input = inputs[k];
    smallest_.push_back(input.lower_open
                            ? std::nextafter(input.lower, std::numeric_limits<double>::infinity())
                            : input.lower);
    if (!std::isinf(input.upper)) {
      bounded.push_back(columns[k]);
      largest.push_back(input.upper);
    }
  }
  lower_ = grouped(columns, smallest_);
  upper_ = grouped(bounded, largest);
}

std::vector<Bounds::Group> Bounds::grouped(const std::vector<Input>& inputs,
                                           const std::vector<double>& limits) {
  std::vector<Group> groups;
  for (std::size_t first = 0; first < inputs.size(); first += 4) {
    Group& group = groups.emplace_back();
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t at = std::min(first + k, inputs.size() - 1);
      group.input[k] = inputs[at];
      group.limit[k] = limits[at];
    }
  }
  return groups;
}

bool Bounds::all_inside(const Pointers& in, Index rows) const {
  bool inside = true;
  for (const Group& group : lower_) {
    const std::array<double, 4> limit = group.limit;
    inside &= check(columns_of(group.input, in), rows, [limit](double x, std::size_t k) {
      return x >= limit[k];
    });
  }
  for (const Group& group : upper_) {
    const std::array<double, 4> limit = group.limit;
    inside &= check(columns_of(group.input, in), rows, [limit](double x, std::size_t k) {
      return x <= limit[k];
    });
  }
  return inside;
}

std::string Bounds::violation(const Pointers& in, Index row) const {
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const InputVariable& input = inputs_[k];
    const double value = in[static_cast<std::size_t>(columns_[k])][row];
    if (value >= smallest_[k] && value <= input.upper) {
      continue;
    }
    std::string message = input.name + " = " + number_text(value) + " must be " +
                          (input.lower_open ? "> " : ">= ") + number_text(input.lower);
    if (!std::isinf(input.upper)) {
      message += " and <= " + number_text(input.upper);
    }
    return message;
  }
  return {};
}

}  // namespace uq::perfmodels::roofline
