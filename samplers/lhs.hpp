#pragma once

#include "uq/core/design.hpp"
#include "uq/core/seed.hpp"

namespace uq::samplers {

/// Where a point lies in its cell.
enum class LatinPlace { random, centred };

/// Latin hypercube: rows [r n/R, (r+1) n/R) are replicate r, and each of its columns holds one
/// point in each of the n/R cells of equal width, in an order that is random and independent for
/// each column and replicate. No u is 0 or 1. With random places each point is uniform on the cube
/// and replicates are independent; centred points are a fixed set in each column, so replicates
/// agree about additive outputs and tell nothing of their error. More dimensions or replicates
/// leave the other points as they are; other numbers of rows per replicate give other points.
/// @throws InvalidArgument when n is no multiple of `replicates`, n/R is above 2^30 or dims is
///   negative.
/// @cost once O(R dims) and 100 R dims bytes whatever n: the order is a keyed permutation, not a
///   table (docs/adr/0016-latin-hypercubes-without-tables.md).
/// @source McKay, Beckman, Conover (1979), Technometrics 21; docs/methods/designs.md Eq. 12 to 14.
UnitPoints lhs(Index n, Index dims, Index replicates, LatinPlace place, Seed seed);

}  // namespace uq::samplers
