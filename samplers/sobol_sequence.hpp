#pragma once

#include <cstdint>
#include <vector>

#include "uq/core/design.hpp"
#include "uq/core/seed.hpp"

namespace uq::samplers {

inline constexpr Index max_sobol_dims = 3667;  ///< of Boost.Random's table

/// Direction numbers of dimensions 0 … dims-1 (Joe & Kuo 2008, new-joe-kuo-6.21201), scaled to 53 bits:
/// element [dim * 53 + bit]. @throws InvalidArgument when dims exceeds max_sobol_dims.
std::vector<std::uint64_t> sobol_directions(Index dims);

/// The sequence itself, Gray order, point 0 included; values exactly k / 2^53 (so 0 at point 0).
void sobol_raw(const std::vector<std::uint64_t>& directions, Index first, MutableMatrixRef u);

/// Unscrambled points for use: cell midpoints, u + 2^-54 where u = 0 … (contract C4: see docs/methods).
UnitPoints sobol_points(Index n, Index dims);

/// Linear matrix scramble and digital shift filling 53 bits; replicate r uses seed.child("scramble", r) and
/// rows [r n/R, (r+1) n/R) each start at point 0. @source Matoušek (1998); Owen (2003); docs/methods/designs.md.
UnitPoints scrambled_sobol(Index n, Index dims, Index replicates, Seed seed);

}  // namespace uq::samplers
