#pragma once

#include "uq/core/types.hpp"

namespace uq::surrogates::detail {

/// Outputs in a scale in which squares neither vanish nor overflow:
/// y = origin + 2^exponent (values + mean).
struct ScaledOutput {
  Vector values;  ///< (n), of mean 0
  double origin = 0;
  double mean = 0;
  int exponent = 0;
  double rounding = 0;  ///< norm of the rounding of y, in the scale of `values`
};

/// @throws InvalidArgument for a value that is not finite.
ScaledOutput scaled_output(const Vector& y);

}  // namespace uq::surrogates::detail
