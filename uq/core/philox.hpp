#pragma once

#include "uq/core/seed.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace uq {

/// One block of Philox4x32-10.
/// @source Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC'11, section 4.2.
std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                        std::array<std::uint32_t, 2> key);

/// Fills `out` with draws first, first+1, … of the stream `seed`: 64 random bits each. Draw j is
/// half j mod 2 of the block with counter j / 2 and key `seed`: it depends on (seed, j) only, so
/// any split into calls gives the same values.
/// @cost about 1 ns per draw; a call computes at least one tile of 128 draws.
void philox_bits(Seed seed, std::uint64_t first, std::span<std::uint64_t> out);

/// Same stream as uniforms in (0, 1): the upper 53 bits, 0 replaced by 2^-54 (contract C4).
void philox_uniforms(Seed seed, std::uint64_t first, std::span<double> out);

}  // namespace uq
