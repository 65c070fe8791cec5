#pragma once

#include "uq/core/types.hpp"
#include "uq/core/variable.hpp"

#include <string>
#include <vector>

namespace uq::perfmodels::plugin {

/// What all values of an input are: finite, because the ends are.
struct Limits {
  double smallest, largest;
  bool whole;
};

/// What inputs declare of their values, ready to be compared.
class Bounds {
 public:
  explicit Bounds(const std::vector<InputVariable>& inputs);

  /// Whether a plugin may see all rows; may say no in vain for whole numbers above 2^51.
  /// @shape x (n, inputs) @cost 0.1 to 0.2 ns a value
  bool all_hold(const MatrixRef& x) const;
  /// The first rule a row breaks, empty: none.
  std::string violation(const MatrixRef& x, Index row) const;

 private:
  std::vector<InputVariable> inputs_;
  std::vector<Limits> limits_;
};

/// Whether all values are indices below `count`.
bool are_indices(const double* values, Index rows, Index count);

}  // namespace uq::perfmodels::plugin
