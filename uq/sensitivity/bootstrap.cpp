#include "uq/core/parallel.hpp"
#include "uq/sensitivity/bootstrap_detail.hpp"
#include "uq/sensitivity/resample_detail.hpp"

#include <algorithm>

namespace uq::sensitivity::detail {
namespace {

// Resamples a task handles at a time. The last tile is computed in full, so that a resample has the
// same bits however many there are.
constexpr Index tile = 32;

// Rows per matrix product. Eigen splits the inner dimension by the size of the cache only beyond
// some 500; below, sums have one order on every machine.
constexpr Index product_rows = 256;

void add_products(const Matrix& products, const Matrix& counts, Index rows, Matrix& sums) {
  for (Index first = 0; first < rows; first += product_rows) {
    const Index count = std::min(product_rows, rows - first);
    sums.noalias() +=
        products.middleRows(first, count).transpose() * counts.middleRows(first, count);
  }
}

}  // namespace

std::vector<Matrix> bootstrap_sums(const std::vector<SaltelliBlocks>& outputs,
                                   const ProductLayout& layout,
                                   Index resamples,
                                   Seed seed) {
  if (outputs.empty()) {
    return {};
  }
  const Index n = outputs[0].rows();
  const Index chunks = (n + resample_chunk - 1) / resample_chunk;
  const Index tiles = (resamples + tile - 1) / tile;
  std::vector<Matrix> sums(outputs.size(), Matrix(layout.width(), resamples));
  parallel_for(tiles, [&](Index t) {
    std::vector<Seed> streams;
    std::vector<std::vector<Index>> hits(tile,
                                         std::vector<Index>(static_cast<std::size_t>(chunks)));
    for (Index b = 0; b < tile; ++b) {
      streams.push_back(seed.child("bootstrap", static_cast<std::uint64_t>(t * tile + b)));
      draw_chunk_hits(streams.back(), n, hits[static_cast<std::size_t>(b)]);
    }
    Matrix counts(resample_chunk, tile);
    Matrix rows = Matrix::Zero(resample_chunk, layout.width());
    std::vector<Matrix> tile_sums(outputs.size(), Matrix::Zero(layout.width(), tile));
    for (Index chunk = 0; chunk < chunks; ++chunk) {
      const Index first = chunk * resample_chunk;
      const Index size = std::min(resample_chunk, n - first);
      for (Index b = 0; b < tile; ++b) {
        const auto place = static_cast<std::size_t>(b);
        draw_counts(streams[place],
                    chunk,
                    hits[place][static_cast<std::size_t>(chunk)],
                    {counts.col(b).data(), static_cast<std::size_t>(size)});
      }
      for (std::size_t q = 0; q < outputs.size(); ++q) {
        products(outputs[q], layout, first, size, rows);
        add_products(rows, counts, size, tile_sums[q]);
      }
    }
    const Index used = std::min(tile, resamples - t * tile);
    for (std::size_t q = 0; q < outputs.size(); ++q) {
      sums[q].middleCols(t * tile, used) = tile_sums[q].leftCols(used);
    }
  });
  return sums;
}

double bootstrap_bytes(Index n, Index outputs, const ProductLayout& layout, Index resamples) {
  const auto chunks = static_cast<double>(n) / resample_chunk + 1;
  const auto width = static_cast<double>(layout.width());
  const auto sums = width * static_cast<double>(outputs);
  const double per_task = tile * (chunks + resample_chunk + sums) + resample_chunk * width;
  return 8 * (threads() * per_task + static_cast<double>(resamples) * sums);
}

}  // namespace uq::sensitivity::detail
