#pragma once

#include "samplers/lhs.hpp"
#include "uq/core/seed.hpp"
#include "uq/core/types.hpp"

#include <string>

namespace uq::samplers {

/// Why there is no such hypercube of n rows in `dims` dimensions, as text naming the nearest n that
/// has one, else empty: n = q^2 with q a prime power, and dims at most q + 1.
std::string oa_lhs_fault(Index n, Index dims);

/// Latin hypercube of strength 2, (n, d), n = q^2: beside one point in each of n cells of every
/// column, one point in each of the q x q cells of every pair of columns. From Bose's orthogonal
/// array over the field of q elements, with random columns, random names of the levels and a random
/// order within each level.
/// @throws InvalidArgument with the text of `oa_lhs_fault`.
/// @cost O(n d)
/// @source Bose (1938), Sankhya 3; Tang (1993), J. Am. Stat. Assoc. 88; docs/methods/designs.md
///   Eqs. 29, 30.
Matrix oa_lhs(Index n, Index dims, LatinPlace, Seed);

}  // namespace uq::samplers
