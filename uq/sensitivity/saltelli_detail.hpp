#pragma once

#include "uq/core/types.hpp"
#include "uq/propagation/moments.hpp"
#include "uq/sensitivity/sobol.hpp"

#include <string>
#include <vector>

namespace uq::sensitivity::detail {

/// The blocks A, B, AB_1 … AB_d of one output in scaled, centred units: z = scaled(y) - mean.
struct SaltelliBlocks {
  MatrixRef y;                   ///< (n, d + 2)
  propagation::Scaling scaling;  ///< of A and B
  double mean;                   ///< pooled mean of A and B, scaled
  double resolution;             ///< variances at or below this, in z^2, are rounding noise

  Index rows() const { return y.rows(); }
  Index inputs() const { return y.cols() - 2; }
};

/// Scales and centres one output, all values of which are finite. @source docs/methods/sobol.md
/// Eq. 3.
SaltelliBlocks centre(MatrixRef y);

/// Per-row products whose weighted sums are all that the estimators need, one product per column.
/// Column 0 holds z_A + z_B, column 1 their squares' sum, then follow those of each input.
/// @source docs/methods/sobol.md Eq. 6.
struct ProductLayout {
  Index inputs;
  FirstOrder first_order;

  Index per_input() const { return first_order == FirstOrder::saltelli2010 ? 3 : 2; }
  Index used() const { return 2 + inputs * per_input(); }
  /// Padded so that a matrix product treats every column alike: permuted inputs give permuted bits.
  Index width() const { return (used() + 7) / 8 * 8; }
};

/// Writes the products of rows first … first + count - 1 into the first `count` rows of `out`
/// (>= count, width); padding columns are left alone.
void products(const SaltelliBlocks& blocks,
              const ProductLayout& layout,
              Index first,
              Index count,
              Matrix& out);

/// Mean and variance in z and z^2, and the indices, NaN where the variance is rounding noise.
struct Indices {
  double mean;
  double variance;
  Vector S1;
  Vector ST;
};

/// Indices from the products' sums over rows of total weight n. @source docs/methods/sobol.md
/// Eq. 2, 4, 5, 7.
Indices indices(const Eigen::Ref<const Vector>& sums,
                double n,
                const ProductLayout& layout,
                double resolution);

/// Indices of all rows, equally weighted.
Indices indices(const SaltelliBlocks& blocks, const ProductLayout& layout);

}  // namespace uq::sensitivity::detail
