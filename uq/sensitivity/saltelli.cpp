#include "uq/core/parallel.hpp"
#include "uq/sensitivity/saltelli_detail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq::sensitivity::detail {
namespace {

Chunk scaled(const SaltelliBlocks& blocks, Index column, Index first, Index count) {
  const auto& s = blocks.scaling;
  if (blocks.kept.empty()) {
    return (blocks.y.col(column).segment(first, count).array() * s.shrink - s.first) * s.factor;
  }
  Chunk values(count);
  for (Index k = 0; k < count; ++k) {
    values[k] = blocks.y(blocks.kept[static_cast<std::size_t>(first + k)], column);
  }
  return (values * s.shrink - s.first) * s.factor;
}

}  // namespace

Chunk centred(const SaltelliBlocks& blocks, Index column, Index first, Index count) {
  return scaled(blocks, column, first, count) - blocks.mean;
}

SaltelliBlocks centre(MatrixRef y, std::span<const Index> kept) {
  SaltelliBlocks blocks{y, kept, {}};
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (Index first = 0; first < blocks.rows(); first += sum_chunk) {
    const Index count = std::min(sum_chunk, blocks.rows() - first);
    for (const Index base : {0, 1}) {
      const Chunk values = scaled(blocks, base, first, count);  // not scaled yet
      low = std::min(low, values.minCoeff());
      high = std::max(high, values.maxCoeff());
    }
  }
  const double origin = y(kept.empty() ? 0 : kept[0], 0);
  blocks.scaling = propagation::scaling(origin, low, high);
  const Vector sum = tree_sum(blocks.rows(), 1, [&](Index first, Index count, double* out) {
    *out = scaled(blocks, 0, first, count).sum() + scaled(blocks, 1, first, count).sum();
  });
  blocks.mean = sum[0] / static_cast<double>(2 * blocks.rows());
  // A model that computes a constant by different routes is off by a few units in the last place.
  constexpr double ulps = 8 * std::numeric_limits<double>::epsilon();
  const double noise = ulps * (std::max(std::abs(low), std::abs(high)) * blocks.scaling.shrink) *
                       blocks.scaling.factor;
  blocks.resolution = noise * noise;
  return blocks;
}

}  // namespace uq::sensitivity::detail
