#pragma once

#include "uq/core/design.hpp"

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

}  // namespace uq::test
