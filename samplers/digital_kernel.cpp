#include "samplers/digital_kernel_detail.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace uq::samplers::detail {
namespace {

// k / 2^53. The two halves of k go under the exponents 2^31 and 2^-1, where their unit in the last
// place is 2^-21 and 2^-53; every step is exact, and unlike a conversion of 64-bit integers it
// vectorises on every processor.
[[gnu::always_inline]] inline double to_unit(std::uint64_t k) {
  const double upper = std::bit_cast<double>(k >> 32 | 0x41E0000000000000);
  const double lower = std::bit_cast<double>((k & 0xffffffff) | 0x3FE0000000000000);
  return (upper - (0x1p31 + 0.5)) + lower;
}

[[gnu::always_inline]] inline std::uint64_t point(const std::uint64_t* directions,
                                                  std::uint64_t index) {
  std::uint64_t k = 0;
  for (std::uint64_t gray = index ^ index >> 1; gray != 0; gray &= gray - 1) {
    k ^= directions[std::countr_zero(gray)];
  }
  return k;
}

// Inlined into each kernel below, so that each processor class gets its own vector code of this one
// text.
[[gnu::always_inline]] inline void fill(const DigitalColumn& column,
                                        std::uint64_t first,
                                        std::span<double> u) {
  const std::uint64_t* const v = column.directions;
  const double lowest = column.lowest;
  const auto write =
      [lowest](const std::uint64_t* pattern, std::uint64_t base, double* out, std::size_t count)
          __attribute__((always_inline)) {
            for (std::size_t i = 0; i < count; ++i) {
              const double value = to_unit(base ^ pattern[i]);
              out[i] = value > lowest ? value : lowest;
            }
          };

  // Eq. 4: x(64 h + j) = x(64 h) ^ x(j), as the Gray code is linear.
  std::array<std::uint64_t, tile_points> pattern;
  pattern[0] = column.shift;
  for (int bit = 0; bit < tile_digits; ++bit) {
    const std::size_t half = std::size_t{1} << bit;
    const std::uint64_t step = v[bit] ^ (bit > 0 ? v[bit - 1] : 0);
    for (std::size_t j = 0; j < half; ++j) {
      pattern[half + j] = pattern[j] ^ step;
    }
  }

  std::uint64_t tile = first / tile_points;
  std::uint64_t base = point(v, tile * tile_points);
  std::size_t skip = first % tile_points;
  double* out = u.data();
  for (std::size_t left = u.size(); left > 0; skip = 0) {
    const std::size_t count = std::min<std::size_t>(tile_points - skip, left);
    if (count == tile_points) {
      write(pattern.data(), base, out, tile_points);  // a constant count, so unrolled
    } else {
      write(pattern.data() + skip, base, out, count);
    }
    out += count;
    left -= count;
    if (left > 0) {
      ++tile;
      base ^= v[tile_digits - 1] ^ v[tile_digits + std::countr_zero(tile)];  // Eq. 5
    }
  }
}

void fill_baseline(const DigitalColumn& column, std::uint64_t first, std::span<double> u) {
  fill(column, first, u);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void fill_avx2(const DigitalColumn& column,
                                       std::uint64_t first,
                                       std::span<double> u) {
  fill(column, first, u);
}

[[gnu::target("avx512f")]] void fill_avx512(const DigitalColumn& column,
                                            std::uint64_t first,
                                            std::span<double> u) {
  fill(column, first, u);
}
#endif

}  // namespace

std::span<const DigitalKernel> digital_kernels() {
#if defined(__x86_64__)
  static constexpr std::array<DigitalKernel, 3> kernels{
      {{"avx512f", fill_avx512}, {"avx2", fill_avx2}, {"baseline", fill_baseline}}};
  const std::size_t unsupported = __builtin_cpu_supports("avx512f") ? 0
                                  : __builtin_cpu_supports("avx2")  ? 1
                                                                    : 2;
  return std::span(kernels).subspan(unsupported);
#else
  static constexpr std::array<DigitalKernel, 1> kernels{{{"baseline", fill_baseline}}};
  return kernels;
#endif
}

}  // namespace uq::samplers::detail
