#pragma once

#include "uq/sensitivity/sobol.hpp"

#include <vector>

namespace uq::sensitivity {

/// Indices from the first rows of a design, each replicate cut alike: whether they still move.
struct SobolConvergence {
  NdArray S1, S1_ci;         ///< (q, f, c), (q, f, c, 2)
  NdArray ST, ST_ci;         ///< (q, f, c), (q, f, c, 2)
  std::vector<double> rows;  ///< (c): base rows, all replicates together; the last is n

  static constexpr auto fields() {
    using R = SobolConvergence;
    return std::tuple{uq::result(&R::S1,
                                 "S1_checkpoint",
                                 "first-order index from the first rows of the design",
                                 Unit::one,
                                 Axis::output,
                                 Axis::input,
                                 Axis::sweep,
                                 Axis::checkpoint),
                      uq::result(&R::S1_ci,
                                 "S1_checkpoint_ci",
                                 "interval of S1_checkpoint: delta method, or t over replicates",
                                 Unit::one,
                                 Axis::output,
                                 Axis::input,
                                 Axis::sweep,
                                 Axis::checkpoint,
                                 Axis::bound),
                      uq::result(&R::ST,
                                 "ST_checkpoint",
                                 "total-order index from the first rows of the design",
                                 Unit::one,
                                 Axis::output,
                                 Axis::input,
                                 Axis::sweep,
                                 Axis::checkpoint),
                      uq::result(&R::ST_ci,
                                 "ST_checkpoint_ci",
                                 "interval of ST_checkpoint: delta method, or t over replicates",
                                 Unit::one,
                                 Axis::output,
                                 Axis::input,
                                 Axis::sweep,
                                 Axis::checkpoint,
                                 Axis::bound)};
  }
};

/// Rows n/8, n/4, n/2 and n of which each replicate keeps at least 16; always n.
std::vector<double> checkpoints(const SaltelliDesign& design);

/// @param y as of `sobol`; NaN for outputs, and checkpoints, that have no indices.
/// @param indices what `sobol` made of y: outputs that have none there have none here.
SobolConvergence sobol_convergence(const SaltelliDesign& design,
                                   const std::vector<Matrix>& y,
                                   const SobolOptions& options,
                                   const SobolIndices& indices);

}  // namespace uq::sensitivity
