#pragma once

#include "uq/core/design.hpp"

#include <boost/math/distributions/chi_squared.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace uq::test {

/// Rows first … first + count - 1 of a design's points.
inline Matrix rows(const UnitPoints& points, Index first, Index count) {
  Matrix u(count, points.dims);
  points.block(first, u);
  return u;
}

inline Matrix all(const UnitPoints& points) {
  return rows(points, 0, points.count);
}

/// All rows, asked for in uneven pieces, last piece first.
inline Matrix all_in_pieces(const UnitPoints& points) {
  Matrix u(points.count, points.dims);
  Index end = points.count;
  for (Index size = 1; end > 0; size = size * 5 % 211) {
    const Index count = std::min(size, end);
    points.block(end - count, u.middleRows(end - count, count));
    end -= count;
  }
  return u;
}

/// The 53-bit integer k of a coordinate k / 2^53.
inline std::uint64_t digits_of(double u) {
  return static_cast<std::uint64_t>(std::ldexp(u, 53));
}

/// True when each of the intervals [c / cells, (c + 1) / cells) holds equally many of `u`.
inline bool is_stratified(const Vector& u, Index cells) {
  Eigen::VectorXi hits = Eigen::VectorXi::Zero(cells);
  for (const double x : u) {
    ++hits[static_cast<Index>(x * static_cast<double>(cells))];
  }
  return (hits.array() == static_cast<int>(u.size() / cells)).all();
}

/// True when elementary intervals of volume 1 / n in the plane of two columns of n = 2^m points
/// hold one point each: a (0, m, 2)-net.
inline bool is_net_in_plane(const Vector& x, const Vector& y) {
  const Index n = x.size();
  for (Index columns = 1; columns <= n; columns *= 2) {
    const Index cells_y = n / columns;
    Eigen::VectorXi hits = Eigen::VectorXi::Zero(n);
    for (Index i = 0; i < n; ++i) {
      const auto cx = static_cast<Index>(x[i] * static_cast<double>(columns));
      const auto cy = static_cast<Index>(y[i] * static_cast<double>(cells_y));
      ++hits[cx * cells_y + cy];
    }
    if ((hits.array() != 1).any()) {
      return false;
    }
  }
  return true;
}

/// Pearson's statistic of counts that are equally likely.
inline double chi_square(const Vector& counts) {
  const double expected = counts.mean();
  return (counts.array() - expected).square().sum() / expected;
}

/// Exceeded with probability 1e-7, a statistical check's share of the suite's false alarms.
inline double chi_square_limit(double degrees) {
  return boost::math::quantile(
      boost::math::complement(boost::math::chi_squared_distribution<double>(degrees), 1e-7));
}

}  // namespace uq::test
