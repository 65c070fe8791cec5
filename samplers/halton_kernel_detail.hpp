#pragma once

#include "samplers/cell_detail.hpp"
#include "samplers/hash_detail.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace uq::samplers::detail {

/// Division of numbers below 2^31 by a fixed one, as a product and a shift.
/// @source Granlund and Montgomery (1994), PLDI, theorem 4.2.
struct Divisor {
  std::uint32_t value;
  std::uint32_t reciprocal;
  int shift;

  explicit Divisor(std::uint32_t divisor);

  [[gnu::always_inline]] std::uint32_t quotient(std::uint32_t x) const {
    return static_cast<std::uint32_t>(std::uint64_t{x} * reciprocal >> shift);
  }
};

/// Scramble of one digit: d becomes factor d + h(preceding digits) modulo the base.
struct HaltonDigit {
  std::uint32_t factor;  ///< 1 … base - 1
  HashKey key;
};

/// One coordinate: the base, the scramble of its digits, and the cells they lead to.
struct HaltonColumn {
  Divisor base;
  std::span<const HaltonDigit> digits;  ///< base^digits.size() is at least 2^30
  Cells cells;                          ///< base^digits.size() of them
};

/// A kernel replaces u[i], the place of point first + i within its cell, by the point's coordinate;
/// all points below 2^30. All kernels give the same bits.
struct HaltonKernel {
  std::string_view name;
  void (*fill)(const HaltonColumn& column, std::uint32_t first, std::span<double> u);
};

/// Kernels this processor can run, the fastest first.
std::span<const HaltonKernel> halton_kernels();

}  // namespace uq::samplers::detail
