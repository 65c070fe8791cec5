#include "uq/core/parallel.hpp"
#include "uq/distributions/distribution.hpp"
#include "uq/propagation/quantile.hpp"
#include "uq/sensitivity/morris_detail.hpp"
#include "uq/sensitivity/resample_detail.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace uq::sensitivity::detail {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

constexpr Index tile = product_tile;  // resamples of a task; the last one is computed in full

// Row-major, so that a row of products and the counts of a row are contiguous.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Sums over the rows of each resample: (resamples, columns of products).
RowMatrix resample_sums(const RowMatrix& products, Index resamples, Seed seed) {
  const Index n = products.rows();
  const Index width = products.cols();
  const Index chunks = (n + resample_chunk - 1) / resample_chunk;
  const Index tiles = (resamples + tile - 1) / tile;
  RowMatrix sums = RowMatrix::Zero(tiles * tile, width);
  const ProductKernel& kernel = product_kernels().front();
  parallel_for(tiles, [&](Index t) {
    std::vector<Seed> streams;
    std::vector<std::vector<Index>> hits(tile,
                                         std::vector<Index>(static_cast<std::size_t>(chunks)));
    for (Index b = 0; b < tile; ++b) {
      streams.push_back(seed.child("bootstrap", static_cast<std::uint64_t>(t * tile + b)));
      draw_chunk_hits(streams.back(), n, hits[static_cast<std::size_t>(b)]);
    }
    Matrix drawn(std::min(n, resample_chunk), tile);
    for (Index chunk = 0; chunk < chunks; ++chunk) {
      const Index first = chunk * resample_chunk;
      const Index size = std::min(resample_chunk, n - first);
      for (Index b = 0; b < tile; ++b) {
        const auto place = static_cast<std::size_t>(b);
        draw_counts(streams[place],
                    chunk,
                    hits[place][static_cast<std::size_t>(chunk)],
                    {drawn.col(b).data(), static_cast<std::size_t>(size)});
      }
      const RowMatrix counts = drawn.topRows(size);
      kernel.add(counts.data(), products.row(first).data(), size, width, sums.row(t * tile).data());
    }
  });
  return sums;
}

// Mean over the values that are there.
double mean_of(const Matrix& effects, Index group, Index& count) {
  double sum = 0;
  count = 0;
  for (const double effect : effects.col(group)) {
    if (!std::isnan(effect)) {
      sum += effect;
      ++count;
    }
  }
  return count == 0 ? none : sum / static_cast<double>(count);
}

}  // namespace

EffectResamples resample_effects(const Matrix& effects, Index resamples, Seed seed) {
  const Index n = effects.rows();
  const Index groups = effects.cols();
  const bool complete = !effects.array().isNaN().any();
  // Per group: the effect less the mean of all, its absolute value, the square of the former, and,
  // when some are missing, whether it is there.
  const Index used = (complete ? 3 : 4) * groups;
  const Index width = (used + product_columns - 1) / product_columns * product_columns;
  RowMatrix products = RowMatrix::Zero(n, width);
  Vector mean(groups);
  Eigen::Matrix<Index, Eigen::Dynamic, 1> count(groups);
  for (Index g = 0; g < groups; ++g) {
    mean[g] = mean_of(effects, g, count[g]);
    for (Index k = 0; k < n; ++k) {
      const double effect = effects(k, g);
      if (std::isnan(effect)) {
        continue;
      }
      const double centred = effect - mean[g];
      products(k, g) = centred;
      products(k, groups + g) = std::abs(effect);
      products(k, 2 * groups + g) = centred * centred;
      if (!complete) {
        products(k, 3 * groups + g) = 1;
      }
    }
  }
  const RowMatrix sums = resample_sums(products, resamples, seed);
  EffectResamples result{
      Matrix(groups, resamples), Matrix(groups, resamples), Matrix(groups, resamples)};
  parallel_for(resamples, [&](Index b) {
    for (Index g = 0; g < groups; ++g) {
      const double m = complete ? static_cast<double>(n) : sums(b, 3 * groups + g);
      const double shift = sums(b, g) / m;
      const auto all = static_cast<double>(count[g]);
      result.mu(g, b) = m == 0 ? none : mean[g] + shift;
      result.mu_star(g, b) = m == 0 ? none : sums(b, groups + g) / m;
      const double variance =
          std::max(0.0, sums(b, 2 * groups + g) / m - shift * shift) * m / (m - 1);
      result.sigma(g, b) = m < 2 ? none : std::sqrt(variance * all / (all - 1));
    }
  });
  return result;
}

double expanded_tail(Index n, double level) {
  if (n < 2) {
    return none;
  }
  const auto count = static_cast<double>(n);
  const double t = propagation::student_t_quantile((1 - level) / 2, count - 1);
  return cdf(Distribution{Normal{0, 1}}, std::sqrt(count / (count - 1)) * t);
}

propagation::Interval percentile_interval(std::span<double> values, double tail) {
  using propagation::QuantileType;
  if (std::isnan(tail) ||
      std::any_of(values.begin(), values.end(), [](double v) { return std::isnan(v); })) {
    return {none, none};
  }
  const auto size = static_cast<Index>(values.size());
  const auto low = propagation::quantile_position(size, tail, QuantileType::weibull);
  const auto high = propagation::quantile_position(size, 1 - tail, QuantileType::weibull);
  const std::array<Index, 4> ranks{low.lower, low.upper, high.lower, high.upper};
  propagation::select_ranks(values, ranks);
  const auto mixture = [&](const propagation::QuantilePosition& at) {
    return propagation::mix(values[static_cast<std::size_t>(at.lower - 1)],
                            values[static_cast<std::size_t>(at.upper - 1)],
                            at.weight);
  };
  return {mixture(low), mixture(high)};
}

}  // namespace uq::sensitivity::detail
