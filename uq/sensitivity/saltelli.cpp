#include "uq/core/parallel.hpp"
#include "uq/sensitivity/saltelli_detail.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace uq::sensitivity::detail {
namespace {

// Columns are copied into buffers of fixed alignment: how Eigen orders a sum depends on it.
using Chunk = Eigen::Array<double, Eigen::Dynamic, 1, 0, sum_chunk, 1>;

Chunk centred(const SaltelliBlocks& blocks, Index column, Index first, Index count) {
  const auto& s = blocks.scaling;
  return (blocks.y.col(column).segment(first, count).array() - s.first) * s.factor - blocks.mean;
}

}  // namespace

SaltelliBlocks centre(MatrixRef y) {
  const auto base = y.leftCols(2);
  const double low = base.minCoeff();
  const double high = base.maxCoeff();
  const double origin = y(0, 0);
  const auto scaling = propagation::scaling(origin, std::max(high - origin, origin - low));
  const Vector sum = tree_sum(y.rows(), 1, [&](Index first, Index count, double* out) {
    const Chunk a = (y.col(0).segment(first, count).array() - scaling.first) * scaling.factor;
    const Chunk b = (y.col(1).segment(first, count).array() - scaling.first) * scaling.factor;
    *out = a.sum() + b.sum();
  });
  // A model that computes a constant by different routes is off by a few units in the last place.
  constexpr double ulps = 8 * std::numeric_limits<double>::epsilon();
  const double noise = ulps * std::max(std::abs(low), std::abs(high)) * scaling.factor;
  return {y, scaling, sum[0] / static_cast<double>(2 * y.rows()), noise * noise};
}

void products(const SaltelliBlocks& blocks,
              const ProductLayout& layout,
              Index first,
              Index count,
              Matrix& out) {
  const Chunk a = centred(blocks, 0, first, count);
  const Chunk b = centred(blocks, 1, first, count);
  const auto column = [&](Index j) { return out.col(j).head(count).array(); };
  column(0) = a + b;
  column(1) = a * a + b * b;
  for (Index i = 0; i < layout.inputs; ++i) {
    const Chunk ab = centred(blocks, 2 + i, first, count);
    const Index j = 2 + i * layout.per_input();
    column(j) = (a - ab).square();
    if (layout.first_order == FirstOrder::saltelli2010) {
      column(j + 1) = b * (ab - a);
      column(j + 2) = ab - a;
    } else {
      column(j + 1) = (b - ab).square();
    }
  }
}

Indices indices(const Eigen::Ref<const Vector>& sums,
                double n,
                const ProductLayout& layout,
                double resolution) {
  const double mean = sums[0] / (2 * n);
  const double variance = sums[1] / (2 * n) - mean * mean;  // Eq. 2, mean is small: z is centred
  const double unit = variance > resolution ? variance : std::numeric_limits<double>::quiet_NaN();
  Indices result{mean, variance, Vector(layout.inputs), Vector(layout.inputs)};
  for (Index i = 0; i < layout.inputs; ++i) {
    const auto s = sums.segment(2 + i * layout.per_input(), layout.per_input());
    result.ST[i] = s[0] / (2 * n) / unit;  // Eq. 5
    if (layout.first_order == FirstOrder::saltelli2010) {
      result.S1[i] = (s[1] - mean * s[2]) / n / unit;  // Eq. 4, recentred as in Eq. 7
    } else {
      result.S1[i] = (variance - s[1] / (2 * n)) / unit;  // Eq. 5
    }
  }
  return result;
}

Indices indices(const SaltelliBlocks& blocks, const ProductLayout& layout) {
  const Vector sums =
      tree_sum(blocks.rows(), layout.used(), [&](Index first, Index count, double* out) {
        Matrix chunk(sum_chunk, layout.used());
        products(blocks, layout, first, count, chunk);
        for (Index j = 0; j < layout.used(); ++j) {
          out[j] = chunk.col(j).head(count).sum();
        }
      });
  return indices(sums, static_cast<double>(blocks.rows()), layout, blocks.resolution);
}

}  // namespace uq::sensitivity::detail
