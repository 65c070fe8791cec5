#pragma once

#include "uq/core/types.hpp"

#include <span>

namespace uq::perfmodels {

/// Exact results of a known function under its literature laws.
struct ExactIndices {
  double mean = 0;
  double variance = 0;
  Vector first;  ///< first-order Sobol' indices, one per input
  Vector total;  ///< total-order Sobol' indices
};

/// Ishigami function, inputs independent and uniform on [-pi, pi].
/// @source Ishigami & Homma (1990); docs/methods/known.md Eq. 2, 3.
/// @throws InvalidArgument when a or b is not finite.
ExactIndices ishigami_exact(double a, double b);

/// Sobol' G-function, inputs independent and uniform on [0, 1].
/// @source Saltelli & Sobol' (1995); docs/methods/known.md Eq. 5, 6.
/// @throws InvalidArgument when `a` is empty or holds a negative or non-finite number.
ExactIndices g_function_exact(std::span<const double> a);

}  // namespace uq::perfmodels
