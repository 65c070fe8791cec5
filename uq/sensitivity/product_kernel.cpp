#include "uq/sensitivity/morris_detail.hpp"

#include <array>
#include <cstring>

namespace uq::sensitivity::detail {
namespace {

// Doubles of one register, from any address.
template <int bytes>
using Lanes [[gnu::vector_size(bytes)]] = double;

// A panel of `resamples` by `vectors` registers stays in these while the rows go by: as many sums as
// hide the latency of an addition, and enough products for each number that is loaded.
template <int bytes, Index resamples, Index vectors>
[[gnu::always_inline]] inline void add(
    const double* counts, const double* products, Index rows, Index width, double* sums) {
  using Vec = Lanes<bytes>;
  constexpr Index lanes = bytes / static_cast<Index>(sizeof(double));
  constexpr Index columns = lanes * vectors;
  static_assert(product_tile % resamples == 0 && product_columns % columns == 0);
  for (Index c = 0; c < width; c += columns) {
    for (Index b = 0; b < product_tile; b += resamples) {
      Vec panel[resamples][vectors] = {};
      for (Index k = 0; k < rows; ++k) {
        const double* count = counts + k * product_tile + b;
        Vec product[vectors];
#pragma GCC unroll 8
        for (Index v = 0; v < vectors; ++v) {
          std::memcpy(&product[v], products + k * width + c + v * lanes, sizeof(Vec));
        }
#pragma GCC unroll 8
        for (Index i = 0; i < resamples; ++i) {
#pragma GCC unroll 8
          for (Index v = 0; v < vectors; ++v) {
            panel[i][v] += count[i] * product[v];
          }
        }
      }
      for (Index i = 0; i < resamples; ++i) {
        double* sum = sums + (b + i) * width + c;
        Vec before[vectors];
        std::memcpy(&before, sum, sizeof before);
        for (Index v = 0; v < vectors; ++v) {
          before[v] += panel[i][v];
        }
        std::memcpy(sum, &before, sizeof before);
      }
    }
  }
}

void add_any(const double* counts, const double* products, Index rows, Index width, double* sums) {
  add<16, 4, 2>(counts, products, rows, width, sums);
}
[[gnu::target("avx2")]] void add_avx2(
    const double* counts, const double* products, Index rows, Index width, double* sums) {
  add<32, 4, 2>(counts, products, rows, width, sums);
}
[[gnu::target("avx512f")]] void add_avx512(
    const double* counts, const double* products, Index rows, Index width, double* sums) {
  add<64, 4, 4>(counts, products, rows, width, sums);
}

}  // namespace

std::span<const ProductKernel> product_kernels() {
  static constexpr std::array<ProductKernel, 3> kernels{
      {{"avx512", &add_avx512}, {"avx2", &add_avx2}, {"any", &add_any}}};
  const std::size_t unsupported = __builtin_cpu_supports("avx512f") ? 0
                                  : __builtin_cpu_supports("avx2")  ? 1
                                                                    : 2;
  return std::span(kernels).subspan(unsupported);
}

}  // namespace uq::sensitivity::detail
