#pragma once

#include "surrogates/growing_fit_detail.hpp"
#include "uq/core/types.hpp"

#include <vector>

namespace uq::surrogates::detail {

enum class Selection { lars, omp };

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

/// Why a path ended: no column or point is left; the fit is exact to rounding; the smallest error
/// has been passed (docs/methods/pce.md Eq. 29).
enum class PathEnd { all, exact, passed };

/// The columns in the order in which they joined, and the errors after each.
struct SparsePath {
  std::vector<Index> order;       ///< k; the first is 0, the constant
  std::vector<double> loo;        ///< k: Eq. 7
  std::vector<double> corrected;  ///< k: Eq. 8
  Index best = 0;                 ///< step with the smallest corrected error
  PathEnd end = PathEnd::all;
  GrowingFit fit;  ///< of all columns of the path
};

/// @param whole does not stop before the end
SparsePath sparse_path(
    MatrixRef psi, const ScaledOutput&, Selection, Index most, bool whole = false);

}  // namespace uq::surrogates::detail
