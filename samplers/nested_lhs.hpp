#pragma once

#include "samplers/optimal_lhs.hpp"
#include "uq/core/seed.hpp"
#include "uq/core/types.hpp"

#include <optional>

namespace uq::samplers {

/// m further points for n0 that are there, so that all n0 + m together come as near to a latin
/// hypercube as they can: on the grid of n0 + m cells, each column puts the new points into cells
/// without an old one, each into its own. If no two old points share such a cell, all together are
/// a latin hypercube. Cells are chosen at random among the empty ones, in a random order in each
/// column; with `apart` the order is then improved, the old points being there (`spread_apart`).
/// @param earlier (n0, d) points of the open unit cube
/// @return the new points (m, d)
/// @throws InvalidArgument for m below 1, no dimensions, points outside the cube, more than 2^24
///   rows together, or what `fault` says of `apart`.
/// @source after Wang (2003), J. Mech. Des. 125; docs/methods/designs.md Eqs. 31, 32.
Matrix extend_lhs(
    MatrixRef earlier, Index m, LatinPlace, const std::optional<OptimalLhsOptions>& apart, Seed);

}  // namespace uq::samplers
