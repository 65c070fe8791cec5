#include "surrogates/column_kernel_detail.hpp"

#include <array>
#include <cstddef>
#include <cstring>

namespace uq::surrogates::detail {
namespace {

using Columns = std::span<const double* const>;

constexpr Index lanes = 8;
using Lanes = double __attribute__((vector_size(lanes * sizeof(double))));

[[gnu::always_inline]] inline void load(Lanes& to, const double* from) {
  std::memcpy(&to, from, sizeof(Lanes));
}

// `Width` columns at once share the loads of x.
template <Index Width>
[[gnu::always_inline]] inline void dots(const double* const* columns,
                                        const double* x,
                                        Index n,
                                        double* out) {
  Lanes sums[Width] = {};
  Index i = 0;
  for (; i + lanes <= n; i += lanes) {
    Lanes factor;
    load(factor, x + i);
    for (Index j = 0; j < Width; ++j) {
      Lanes value;
      load(value, columns[j] + i);
      sums[j] += value * factor;
    }
  }
  for (Index j = 0; j < Width; ++j) {
    const Lanes& s = sums[j];
    double sum = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
    for (Index k = i; k < n; ++k) {
      sum += columns[j][k] * x[k];
    }
    out[j] = sum;
  }
}

template <Index Width>
[[gnu::always_inline]] inline void subtract(const double* const* columns,
                                            const double* factors,
                                            Index n,
                                            double* x) {
  Index i = 0;
  for (; i + lanes <= n; i += lanes) {
    Lanes left;
    load(left, x + i);
    for (Index j = 0; j < Width; ++j) {
      Lanes value;
      load(value, columns[j] + i);
      left -= value * factors[j];
    }
    std::memcpy(x + i, &left, sizeof(Lanes));
  }
  for (; i < n; ++i) {
    for (Index j = 0; j < Width; ++j) {
      x[i] -= columns[j][i] * factors[j];
    }
  }
}

// Inlined into each kernel below, so that each processor class gets its own vector code of this one
// text.
[[gnu::always_inline]] inline void all_dots(Columns columns,
                                            const double* x,
                                            Index n,
                                            double* out) {
  constexpr std::size_t width = 4;
  std::size_t j = 0;
  for (; j + width <= columns.size(); j += width) {
    dots<width>(columns.data() + j, x, n, out + j);
  }
  for (; j < columns.size(); ++j) {
    dots<1>(columns.data() + j, x, n, out + j);
  }
}

[[gnu::always_inline]] inline void subtract_all(Columns columns,
                                                const double* factors,
                                                Index n,
                                                double* x) {
  constexpr std::size_t width = 8;
  std::size_t j = 0;
  for (; j + width <= columns.size(); j += width) {
    subtract<width>(columns.data() + j, factors + j, n, x);
  }
  for (; j < columns.size(); ++j) {
    subtract<1>(columns.data() + j, factors + j, n, x);
  }
}

void dots_baseline(Columns columns, const double* x, Index n, double* out) {
  all_dots(columns, x, n, out);
}
void subtract_baseline(Columns columns, const double* factors, Index n, double* x) {
  subtract_all(columns, factors, n, x);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void dots_avx2(Columns columns, const double* x, Index n, double* out) {
  all_dots(columns, x, n, out);
}
[[gnu::target("avx2")]] void subtract_avx2(Columns columns,
                                           const double* factors,
                                           Index n,
                                           double* x) {
  subtract_all(columns, factors, n, x);
}
[[gnu::target("avx512f")]] void dots_avx512(Columns columns,
                                            const double* x,
                                            Index n,
                                            double* out) {
  all_dots(columns, x, n, out);
}
[[gnu::target("avx512f")]] void subtract_avx512(Columns columns,
                                                const double* factors,
                                                Index n,
                                                double* x) {
  subtract_all(columns, factors, n, x);
}
#endif

}  // namespace

std::span<const ColumnKernel> column_kernels() {
#if defined(__x86_64__)
  static constexpr std::array<ColumnKernel, 3> kernels{
      {{"avx512f", dots_avx512, subtract_avx512},
       {"avx2", dots_avx2, subtract_avx2},
       {"baseline", dots_baseline, subtract_baseline}}};
  const std::size_t unsupported = __builtin_cpu_supports("avx512f") ? 0
                                  : __builtin_cpu_supports("avx2")  ? 1
                                                                    : 2;
  return std::span(kernels).subspan(unsupported);
#else
  static constexpr std::array<ColumnKernel, 1> kernels{
      {{"baseline", dots_baseline, subtract_baseline}}};
  return kernels;
#endif
}

}  // namespace uq::surrogates::detail
