#pragma once

#include "uq/core/design.hpp"
#include "uq/core/seed.hpp"

#include <cstdint>
#include <vector>

namespace uq::samplers {

/// As many as the Sobol' sequence has, so that either can stand for the other. Dimension j has no
/// balance before its prime base points are drawn, here 34 313 for the last one: long before, a
/// plain sequence is useless and a scrambled one no better than random points.
inline constexpr Index max_halton_dims = 3667;

/// The first `count` primes, the bases of dimensions 0 … count - 1.
std::vector<std::uint32_t> primes(Index count);

/// The sequence itself, point 0 (the origin) included: radical inverses of first … first + u.rows()
/// - 1 in the bases of dimensions 0 … u.cols() - 1, rounded once.
/// @throws InvalidArgument for more than max_halton_dims columns, or rows beyond 2^39.
/// @source Halton (1960), Numer. Math. 2; docs/methods/designs.md Eq. 15.
void halton_raw(Index first, MutableMatrixRef u);

/// The first n points for use, moved to the midpoints of the cells of b^-m that hold one of the
/// first b^m >= n points each, in every base b. No u is 0 or 1; the same n gives the same points.
/// @throws InvalidArgument when n is not 1 to 2^30 or dims exceeds max_halton_dims.
/// @source contract C4; docs/methods/designs.md Eq. 16.
UnitPoints halton_points(Index n, Index dims);

/// The sequence with digits scrambled node by node and 53 random bits: rows [r n/R, (r+1) n/R) are
/// the first n/R points under the scramble of replicate r. Each point is uniform on the cube,
/// points in one dimension are pairwise distributed as under nested uniform scrambling, so a mean
/// has the variance of Owen's scheme; replicates are independent. More dimensions, rows per
/// replicate or replicates leave the other points as they are.
/// @throws InvalidArgument when n is no multiple of `replicates`, n/R is above 2^30 or dims exceeds
///   max_halton_dims.
/// @cost once O(R dims) and up to 500 R dims bytes; a coordinate hashes once per digit of 2^30.
/// @source Owen (1995), LNS 106; Owen (2003), ACM TOMACS 13; docs/methods/designs.md Eq. 17.
UnitPoints scrambled_halton(Index n, Index dims, Index replicates, Seed seed);

}  // namespace uq::samplers
