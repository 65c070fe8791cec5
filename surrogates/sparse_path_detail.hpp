#pragma once

#include "surrogates/growing_fit_detail.hpp"
#include "surrogates/scaled_output_detail.hpp"
#include "uq/core/types.hpp"

#include <vector>

namespace uq::surrogates::detail {

enum class Selection { lars, omp };

/// Why a path ended: no column or point is left; the fit is exact to rounding; the smallest error
/// has been passed (docs/methods/pce.md Eq. 29).
enum class PathEnd { all, exact, passed };

/// The columns in the order in which they joined, and the errors after each.
struct SparsePath {
  std::vector<Index> order;       ///< k; the first is 0, the constant
  std::vector<double> loo;        ///< k: Eq. 7
  std::vector<double> corrected;  ///< k: Eq. 8
  /// k: what the step is chosen by: Eq. 8, for OMP times Eq. 28; infinite for a step of LARS that
  /// leaves too few points to judge by.
  std::vector<double> criterion;
  Index best = 0;  ///< step with the smallest criterion
  PathEnd end = PathEnd::all;
  GrowingFit fit;  ///< of all columns of the path
};

/// @param whole does not stop before the end
SparsePath sparse_path(
    MatrixRef psi, const ScaledOutput&, Selection, Index most, bool whole = false);

}  // namespace uq::surrogates::detail
