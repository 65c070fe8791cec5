#pragma once

#include "uq/core/design.hpp"
#include "uq/core/seed.hpp"
#include "uq/sensitivity/sobol.hpp"

#include <functional>
#include <string>
#include <vector>

namespace uq::test {

/// A function of independent uniform inputs whose indices are known in closed form.
struct KnownFunction {
  std::string name;
  Index inputs;
  std::function<double(const double* u)> value;
  double mean;
  double variance;
  std::vector<double> S1;
  std::vector<double> ST;
  std::vector<double> S2 = {};  ///< pairs (0, 1), (0, 2) … (1, 2) …
};

KnownFunction ishigami();                       ///< Ishigami, Homma (1990), a = 7, b = 0.1
KnownFunction g_function(std::vector<double>);  ///< Saltelli, Sobol' (1995), coefficients a
KnownFunction larger_of_two();                  ///< max(u1, u2), a roofline with equal slopes
KnownFunction stepped();                        ///< [u1 > 0.3] + [u2 > 0.8] [u3 > 0.5]

/// A Saltelli design by its shape; estimators need no more.
inline SaltelliDesign shape(Index n,
                            Index d,
                            PointKind kind = PointKind::monte_carlo,
                            Index replicates = 1) {
  return {{n, 2 * d, {}}, kind, replicates};
}

/// The same with blocks for second order, for a third base, or with groups.
SaltelliDesign wide_shape(Index n,
                          Index d,
                          bool second_order,
                          bool third_base = false,
                          std::vector<std::vector<Index>> groups = {},
                          Index replicates = 1);

/// Outputs (n, d + 2) at A, B, AB_1 … of base points (n, 2 d).
Matrix saltelli_outputs(const KnownFunction& function, const Matrix& base);

/// All blocks of a design, whatever its factors, at base points as wide as the design asks for.
Matrix saltelli_outputs(const KnownFunction& function,
                        const SaltelliDesign& design,
                        const Matrix& base);

/// The same at independent uniform points.
Matrix random_outputs(const KnownFunction& function, Index n, Seed seed);
Matrix random_outputs(const KnownFunction& function, const SaltelliDesign& design, Seed seed);

/// Base points of a design, or any other unit points.
Matrix all_points(const UnitPoints& points);

/// Each first-order estimator, with each total-order one at least once; 100 resamples.
std::vector<sensitivity::SobolOptions> all_estimators();

}  // namespace uq::test
