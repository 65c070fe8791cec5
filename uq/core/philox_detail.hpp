#pragma once

#include "uq/core/seed.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace uq::detail {

/// Blocks one kernel call computes: enough for the compiler to fill wide registers, and the whole
/// state stays in the first-level cache.
inline constexpr std::uint64_t philox_tile_blocks = 64;
inline constexpr std::uint64_t philox_tile_draws = 2 * philox_tile_blocks;

/// Code for one kind of processor; all kernels give the same bits.
struct PhiloxKernel {
  std::string_view name;
  /// Writes the draws of blocks first_block … first_block + 63 of a stream.
  void (*tile)(Seed seed, std::uint64_t first_block, std::uint64_t* draws);
  /// The uniforms of a tile's draws (contract C4).
  void (*uniforms)(const std::uint64_t* draws, double* u);
};

/// Kernels this processor can run, the fastest first.
std::span<const PhiloxKernel> philox_kernels();

}  // namespace uq::detail
