#include "samplers/halton_kernel_detail.hpp"
#include "samplers/kernels_detail.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace uq::samplers::detail {
namespace {

constexpr std::size_t tile = 64;

// x + y modulo `modulus`, of numbers below it.
[[gnu::always_inline]] inline std::uint32_t add(std::uint32_t x,
                                                std::uint32_t y,
                                                std::uint32_t modulus) {
  const std::uint32_t sum = x + y;
  return std::min(sum, sum - modulus);  // a difference below 0 wraps around to a large number
}

// Inlined into each kernel below, so that each processor class gets its own vector code of this one
// text.
[[gnu::always_inline]] inline void fill(const HaltonColumn& column,
                                        std::uint32_t first,
                                        std::span<double> u) {
  const Divisor base = column.base;
  const Cells cells = column.cells;
  std::array<std::uint32_t, tile> rest;    // the index without its lowest digits
  std::array<std::uint32_t, tile> prefix;  // the number of those digits, which name the node
  std::array<double, tile> cell;
  for (std::size_t done = 0; done < u.size(); done += tile) {
    const std::size_t count = std::min(tile, u.size() - done);
    const auto start = first + static_cast<std::uint32_t>(done);
    std::uint32_t largest = start + tile - 1;
    std::uint32_t weight = 1;
    for (std::size_t i = 0; i < tile; ++i) {
      rest[i] = start + static_cast<std::uint32_t>(i);
      prefix[i] = 0;
      cell[i] = 0;
    }
    for (const HaltonDigit& scramble : column.digits) {
      const HaltonDigit digit = scramble;
      if (largest > 0) {
        for (std::size_t i = 0; i < tile; ++i) {
          const std::uint32_t next = base.quotient(rest[i]);
          const std::uint32_t d = rest[i] - next * base.value;
          const std::uint32_t product = d * digit.factor;
          const std::uint32_t turned = product - base.quotient(product) * base.value;
          const std::uint32_t shift = below(base.value, keyed_hash(prefix[i], digit.key));
          rest[i] = next;
          prefix[i] += d * weight;
          cell[i] = cell[i] * base.value +
                    static_cast<std::int32_t>(add(turned, shift, base.value));  // exact: below 2^46
        }
        largest = base.quotient(largest);
        weight *= base.value;
      } else {  // only zeros are left
        for (std::size_t i = 0; i < tile; ++i) {
          const std::uint32_t shift = below(base.value, keyed_hash(prefix[i], digit.key));
          cell[i] = cell[i] * base.value + static_cast<std::int32_t>(shift);
        }
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      u[done + i] = cells.place(cell[i], u[done + i]);
    }
  }
}

void fill_baseline(const HaltonColumn& column, std::uint32_t first, std::span<double> u) {
  fill(column, first, u);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void fill_avx2(const HaltonColumn& column,
                                       std::uint32_t first,
                                       std::span<double> u) {
  fill(column, first, u);
}

[[gnu::target("avx512f")]] void fill_avx512(const HaltonColumn& column,
                                            std::uint32_t first,
                                            std::span<double> u) {
  fill(column, first, u);
}
#endif

}  // namespace

Divisor::Divisor(std::uint32_t divisor)
    : value(divisor), shift(31 + static_cast<int>(std::bit_width(divisor - 1))) {
  reciprocal = static_cast<std::uint32_t>(((std::uint64_t{1} << shift) + divisor - 1) / divisor);
}

std::span<const HaltonKernel> halton_kernels() {
#if defined(__x86_64__)
  static constexpr std::array<HaltonKernel, 3> kernels{
      {{"avx512f", fill_avx512}, {"avx2", fill_avx2}, {"baseline", fill_baseline}}};
#else
  static constexpr std::array<HaltonKernel, 1> kernels{{{"baseline", fill_baseline}}};
#endif
  return runnable(kernels);
}

}  // namespace uq::samplers::detail
