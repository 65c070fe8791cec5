#include "uq/sensitivity/morris_detail.hpp"

#include <array>

namespace uq::sensitivity::detail {
namespace {

constexpr Index product_resamples = 4;

// A panel of resamples by columns stays in registers while the rows go by.
[[gnu::always_inline]] inline void add(
    const double* counts, const double* products, Index rows, Index width, double* sums) {
  for (Index b = 0; b < product_tile; b += product_resamples) {
    for (Index c = 0; c < width; c += product_columns) {
      double panel[product_resamples][product_columns] = {};
      for (Index k = 0; k < rows; ++k) {
        const double* count = counts + k * product_tile + b;
        const double* product = products + k * width + c;
        for (Index i = 0; i < product_resamples; ++i) {
          for (Index j = 0; j < product_columns; ++j) {
            panel[i][j] += count[i] * product[j];
          }
        }
      }
      for (Index i = 0; i < product_resamples; ++i) {
        for (Index j = 0; j < product_columns; ++j) {
          sums[(b + i) * width + c + j] += panel[i][j];
        }
      }
    }
  }
}

void add_any(const double* counts, const double* products, Index rows, Index width, double* sums) {
  add(counts, products, rows, width, sums);
}
[[gnu::target("avx2")]] void add_avx2(
    const double* counts, const double* products, Index rows, Index width, double* sums) {
  add(counts, products, rows, width, sums);
}
[[gnu::target("avx512f")]] void add_avx512(
    const double* counts, const double* products, Index rows, Index width, double* sums) {
  add(counts, products, rows, width, sums);
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
