#pragma once

#include "uq/core/types.hpp"
#include "uq/sensitivity/saltelli_detail.hpp"
#include "uq/sensitivity/sobol.hpp"

#include <cmath>
#include <complex>
#include <limits>

namespace uq::sensitivity::detail {

/// Centred values of a chunk of rows at A, B and, for one factor, AB and (for Owen's estimator) BC.
struct RowValues {
  const Chunk& a;
  const Chunk& b;
  const Chunk& ab;
  const Chunk& bc;
};

/// Where an estimator writes its products: columns first … of a matrix, one row per base row.
struct ProductColumns {
  Matrix& products;
  Index first;
  Index count;

  auto operator()(Index k) const { return products.col(first + k).head(count).array(); }
};

/// A variance that is no larger a share of the mean square it is left over from is rounding: sums
/// of equal values cancel to some units in the last place, not to 0.
inline constexpr double cancelled = 1e-12;

/// Moments of A and B that all factors share. mean and variance are pooled; mean_a, square_a
/// (mean square) … are there only for estimators that ask for them.
template <class T>
struct BaseMoments {
  T mean, variance;
  T mean_a{}, square_a{}, mean_b{}, square_b{};
};

/// One formula of an index: the products of a row it needs, and the index from their means.
/// The second form serves derivatives by complex steps.
struct Estimator {
  Index products;
  bool apart;       ///< needs the moments of A and B one by one
  bool third_base;  ///< needs BC
  void (*write)(const RowValues&, const ProductColumns&);
  double (*index)(const double* means, const BaseMoments<double>&);
  std::complex<double> (*complex_index)(const std::complex<double>* means,
                                        const BaseMoments<std::complex<double>>&);
};

const Estimator& estimator(FirstOrder);
const Estimator& estimator(TotalOrder);

}  // namespace uq::sensitivity::detail
