#pragma once

#include "uq/sensitivity/sobol_estimators_detail.hpp"

#include <vector>

namespace uq::sensitivity::detail {

/// Base rows, of each replicate, below which no interval keeps its level: measured with 8 rows
/// 0.28 to 0.95 (docs/methods/sobol.md, Few rows).
inline constexpr Index least_rows = 16;

/// Per-row products whose weighted means are all that the estimates need, one product per column:
/// those of A and B, then for each factor those of its two estimators and, for second order, a
/// linear one, then one for each pair of factors. @source docs/methods/sobol.md Eq. 6, 17.
struct ProductLayout {
  Index factors;
  const Estimator* first;
  const Estimator* total;
  bool second_order = false;  ///< whether S2 is estimated; the design may have its blocks even so
  Index bc_first = 0;         ///< block of the first BC in the data, if there is one

  Index base() const { return first->apart || total->apart ? 4 : 2; }
  Index per_factor() const { return first->products + total->products + (second_order ? 1 : 0); }
  Index pairs() const { return second_order ? factors * (factors - 1) / 2 : 0; }
  Index used() const { return base() + factors * per_factor() + pairs(); }
  /// Padded so that a matrix product treats every column alike: permuted factors give permuted
  /// bits.
  Index width() const { return (used() + 7) / 8 * 8; }

  Index first_column(Index f) const { return base() + f * per_factor(); }
  Index total_column(Index f) const { return first_column(f) + first->products; }
  Index linear_column(Index f) const { return total_column(f) + total->products; }
  Index pair_column(Index pair) const { return base() + factors * per_factor() + pair; }
  /// Number of the pair i < j: (0, 1), (0, 2) … (1, 2) …
  Index pair(Index i, Index j) const { return i * (2 * factors - i - 1) / 2 + (j - i - 1); }

  /// Figures, in this order: mean, variance, S1 and ST of each factor, S2 of each pair.
  Index figures() const { return 2 + 2 * factors + pairs(); }
  Index S1(Index f) const { return 2 + f; }
  Index ST(Index f) const { return 2 + factors + f; }
  Index S2(Index pair) const { return 2 + 2 * factors + pair; }
};

ProductLayout layout(const SaltelliDesign&, const SobolOptions&);

/// Writes the products of rows first … first + count - 1 into the first `count` rows of `out`
/// (>= count, width); padding columns are left alone.
void products(const SaltelliBlocks&, const ProductLayout&, Index first, Index count, Matrix& out);

/// Means of the products over all rows.
Vector product_means(const SaltelliBlocks&, const ProductLayout&);

/// Whether the variance of A and B is rounding noise.
bool is_constant(const SaltelliBlocks&);

/// All figures in z units from the means of the products; NaN where the variance is at or below
/// `resolution`.
Vector figures(const double* means, const ProductLayout&, double resolution);

/// Mean and variance in the unit of the output, the indices as they are.
void to_physical(Eigen::Ref<Vector> figures, const SaltelliBlocks&);

/// Figures of all rows in physical units.
Vector figures(const SaltelliBlocks&, const ProductLayout&);

/// Derivatives of each figure by the means it depends on, the others being zero.
struct Gradient {
  std::vector<Index> columns;
  Vector derivatives;
};
std::vector<Gradient> gradients(const Vector& means, const ProductLayout&, double resolution);

}  // namespace uq::sensitivity::detail
