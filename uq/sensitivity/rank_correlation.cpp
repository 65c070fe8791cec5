#include "uq/sensitivity/rank_correlation.hpp"

#include "uq/core/missing.hpp"
#include "uq/core/parallel.hpp"
#include "uq/sensitivity/order_detail.hpp"
#include "uq/sensitivity/regression_detail.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace uq::sensitivity {
namespace detail {

Matrix rank_columns(MatrixRef x) {
  Matrix ranks(x.rows(), x.cols());
  parallel_for(x.cols(), [&](Index j) {
    const std::span<const double> column(x.col(j).data(), static_cast<std::size_t>(x.rows()));
    ranks.col(j) = midranks(column, ascending(column));
  });
  return ranks;
}

Matrix rows_of(MatrixRef x, const std::vector<Index>& rows) {
  if (static_cast<Index>(rows.size()) == x.rows()) {
    return x;
  }
  Matrix part(static_cast<Index>(rows.size()), x.cols());
  parallel_for(x.cols(), [&](Index j) {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      part(static_cast<Index>(k), j) = x(rows[k], j);
    }
  });
  return part;
}

Matrix correlation_of_ranks(const Matrix& ranks) {
  const Index d = ranks.cols();
  Matrix correlation = Matrix::Constant(d, d, std::numeric_limits<double>::quiet_NaN());
  if (ranks.rows() < 2) {
    return correlation;
  }
  const Matrix z = standardised(ranks, Vector::Zero(ranks.rows()));
  parallel_for(d, [&](Index i) {
    for (Index j = i; j < d; ++j) {
      const double r = z.col(i).dot(z.col(j)) / static_cast<double>(z.rows());
      correlation(i, j) = correlation(j, i) = i == j && !std::isnan(r) ? 1 : r;
    }
  });
  return correlation;
}

}  // namespace detail

Matrix rank_correlation(MatrixRef x) {
  return detail::correlation_of_ranks(
      detail::rank_columns(detail::rows_of(x, complete_rows(x).rows)));
}

}  // namespace uq::sensitivity
