#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace uq::samplers::detail {

inline constexpr int digits = 53;  ///< binary digits of a coordinate: a double's mantissa

/// Points are computed in aligned tiles: a tile's points are its first one XOR a fixed pattern
/// (docs/methods/designs.md Eq. 4), which stays in the first-level cache.
inline constexpr int tile_digits = 6;
inline constexpr std::uint64_t tile_points = std::uint64_t{1} << tile_digits;

/// One coordinate of a digital sequence in base 2: point i is the XOR of `shift` and the directions
/// at the set bits of i's Gray code, a 53-bit integer k standing for k / 2^53.
struct DigitalColumn {
  const std::uint64_t* directions;  ///< at least tile_digits, and one per bit of the largest index
  std::uint64_t shift;
  double lowest;  ///< coordinates below are raised to it: 2^-54, so that no u is 0, or 0 for none
};

/// A kernel writes points first … first + u.size() - 1 of a column; all kernels give the same bits.
struct DigitalKernel {
  std::string_view name;
  void (*fill)(const DigitalColumn& column, std::uint64_t first, std::span<double> u);
};

/// Kernels this processor can run, the fastest first.
std::span<const DigitalKernel> digital_kernels();

}  // namespace uq::samplers::detail
