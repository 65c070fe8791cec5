#pragma once

#include "perfmodels/roofline/setup_detail.hpp"
#include "uq/core/types.hpp"

#include <array>
#include <string>
#include <vector>

namespace uq::perfmodels::roofline {

/// Where the values of each input of a chunk of rows begin; null for inputs the setup does not
/// have.
using Pointers = std::array<const double*, input_count>;

/// Checks rows against the bounds of the inputs: fast when all are inside, by name when one is not.
class Bounds {
 public:
  Bounds(const std::vector<Input>& columns, const std::vector<InputVariable>& inputs);

  bool all_inside(const Pointers& in, Index rows) const;

  /// "eta_compute = 1.25 must be > 0 and <= 1" for the first input outside; empty when all are
  /// inside.
  std::string violation(const Pointers& in, Index row) const;

 private:
  // Bounds of four inputs, checked in one loop. The last group repeats its last input.
  struct Group {
    std::array<Input, 4> input;
    std::array<double, 4> limit;
  };
  static std::vector<Group> grouped(const std::vector<Input>& inputs,
                                    const std::vector<double>& limits);

  std::vector<Input> columns_;
  std::vector<InputVariable> inputs_;
  std::vector<double> smallest_;  // smallest double inside, of each input
  std::vector<Group> lower_, upper_;
};

}  // namespace uq::perfmodels::roofline
