#pragma once

#include "uq/core/design.hpp"

#include <vector>

namespace uq::samplers {

/// All combinations of levels[j] levels in dimension j: product of the levels points, dimension 0
/// running fastest. Level i of L is u = (i + 1/2) / L, the midpoint of its cell, so that
/// floor(u L) = i.
/// @throws InvalidArgument without dimensions, for a level count outside 1 to 2^52, or when there
///   are more combinations than an Index can count.
/// @source docs/methods/designs.md Eq. 18.
UnitPoints factorial(std::vector<Index> levels);

}  // namespace uq::samplers
