#pragma once

#include "uq/core/parallel.hpp"
#include "uq/core/types.hpp"
#include "uq/propagation/moments.hpp"

#include <span>

namespace uq::sensitivity::detail {

/// The blocks of one output in scaled, centred units: z = scaled(y) - mean.
struct SaltelliBlocks {
  MatrixRef y;                   ///< (n, blocks)
  std::span<const Index> kept;   ///< rows that count, ascending; empty: all of y
  propagation::Scaling scaling;  ///< of A and B
  double mean = 0;               ///< pooled mean of A and B, scaled
  double resolution = 0;         ///< variances at or below this, in z^2, are rounding noise

  Index rows() const { return kept.empty() ? y.rows() : static_cast<Index>(kept.size()); }
};

/// Columns are copied into buffers of fixed alignment: how Eigen orders a sum depends on it.
using Chunk = Eigen::Array<double, Eigen::Dynamic, 1, 0, sum_chunk, 1>;

/// Centred values of rows first … first + count - 1, among those that count, of one block.
Chunk centred(const SaltelliBlocks& blocks, Index column, Index first, Index count);

/// Scales and centres one output by its A and B, all values of which are finite in the rows that
/// count. @source docs/methods/sobol.md Eq. 3.
SaltelliBlocks centre(MatrixRef y, std::span<const Index> kept = {});

}  // namespace uq::sensitivity::detail
