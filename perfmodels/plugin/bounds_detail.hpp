#pragma once

#include "uq/core/types.hpp"
#include "uq/core/variable.hpp"

#include <string>
#include <vector>

namespace uq::perfmodels::plugin {

/// What an input declares of its values, ready to be compared.
class Bounds {
 public:
  explicit Bounds(const std::vector<InputVariable>& inputs);

  /// Whether a plugin may see all rows. @shape x (n, inputs)
  bool all_hold(const MatrixRef& x) const;
  /// The first rule a row breaks, empty: none.
  std::string violation(const MatrixRef& x, Index row) const;

 private:
  struct Limits {
    double smallest, largest;
    bool whole;
  };
  static bool holds(double value, const Limits& limits);
  std::vector<InputVariable> inputs_;
  std::vector<Limits> limits_;
};

/// Whether all values are indices below `count`; NaN and infinities pass, the engine marks them.
bool are_indices(const double* values, Index rows, Index count);

}  // namespace uq::perfmodels::plugin
