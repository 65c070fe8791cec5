#pragma once

#include "uq/core/types.hpp"

#include <span>

namespace uq::perfmodels {

/// Exact results of a known function under its literature laws.
struct ExactIndices {
  double mean = 0;
  double variance = 0;
  Vector first;   ///< first-order Sobol' indices, one per input
  Vector total;   ///< total-order Sobol' indices
  Matrix second;  ///< (d, d) second-order indices: symmetric, diagonal 0; empty: not given
};

// All functions: independent inputs; docs/methods/known.md has laws and derivations. They throw
// InvalidArgument when a parameter is not finite or outside what it says.

/// Ishigami function, inputs uniform on [-pi, pi].
/// @source Ishigami & Homma (1990); docs/methods/known.md Eq. 2, 3.
ExactIndices ishigami_exact(double a, double b);

/// Product of independent factors: `mean` that of the product, `relative_variance` Var/mean^2 of
/// each factor, >= 0. @source docs/methods/known.md Eq. 38, 39 with one term.
ExactIndices product_exact(double mean, std::span<const double> relative_variance);

/// Sobol' G-function, inputs uniform on [0, 1]; each a >= 0.
/// @source Saltelli & Sobol' (1995); docs/methods/known.md Eq. 5, 6.
ExactIndices g_function_exact(std::span<const double> a);

/// Shifted G-function, inputs uniform on [0, 1]; each a >= 0, alpha > 0, as many as a.
/// @source Saltelli et al. (2010); docs/methods/known.md Eq. 8.
ExactIndices g_star_exact(std::span<const double> a, std::span<const double> alpha);

/// Product of d factors c2 x^2 + c0, inputs uniform on [0, 1]; c2/3 + c0 not 0.
/// @source Sudret (2008); docs/methods/known.md Eq. 10.
ExactIndices polynomial_product_exact(Index d, double c0, double c2);

/// Sum of c_i x_i, whose terms have these means and variances (of x).
/// @source docs/methods/known.md Eq. 12.
ExactIndices linear_exact(std::span<const double> c,
                          std::span<const double> means,
                          std::span<const double> variances);

/// Bratley's alternating sum of products, inputs uniform on [0, 1].
/// @source Bratley, Fox & Niederreiter (1992); docs/methods/known.md Eq. 14.
ExactIndices bratley_k_exact(Index d);

/// Bratley's product of cosines, inputs uniform on [0, 1].
/// @source Bratley, Fox & Niederreiter (1992); docs/methods/known.md Eq. 16.
ExactIndices bratley_b_exact(Index d);

/// Friedman's function, inputs uniform on [0, 1].
/// @source Friedman (1991); docs/methods/known.md Eq. 18-20.
ExactIndices friedman_exact(double k12, double c3, double c4, double c5);

/// Morris's function of twenty inputs, uniform on [0, 1].
/// @source Morris (1991); docs/methods/known.md Eq. 23, 24.
ExactIndices morris20_exact(double b1, double b2, double b3, double b4);

/// Oakley and O'Hagan's function, inputs normal with mean 0 and this standard deviation, > 0.
/// @source Oakley & O'Hagan (2004); docs/methods/known.md Eq. 26, 27.
ExactIndices oakley_ohagan_exact(double sd);

/// Product of powers of lognormal inputs, `mean_log` and `sd_log` of their logarithms.
/// @source docs/methods/known.md Eq. 29.
ExactIndices power_product_exact(double constant,
                                 std::span<const double> exponents,
                                 std::span<const double> mean_log,
                                 std::span<const double> sd_log);

/// Cantilever beam under the laws of docs/methods/known.md, Eq. 31.
ExactIndices cantilever_exact();

/// Wing weight under the laws of docs/methods/known.md, Eq. 33.
ExactIndices wing_weight_exact();

}  // namespace uq::perfmodels
