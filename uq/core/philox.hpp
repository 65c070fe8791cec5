#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "uq/core/seed.hpp"

namespace uq {

/// One block of Philox4x32-10. @source Salmon et al., SC'11; test vectors of Random123.
std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                        std::array<std::uint32_t, 2> key);

/// Fills `out` with draws first, first+1, … of the stream `seed`: 64 random bits each. Element i depends
/// on (seed, first + i) only, so any split into calls gives the same values.
void philox_bits(Seed seed, std::uint64_t first, std::span<std::uint64_t> out);

/// Same stream as uniforms in (0, 1): the upper 53 bits, 0 replaced by 2^-54 (contract C4).
void philox_uniforms(Seed seed, std::uint64_t first, std::span<double> out);

}  // namespace uq
