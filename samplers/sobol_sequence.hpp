#pragma once

#include "uq/core/design.hpp"
#include "uq/core/seed.hpp"

#include <cstdint>
#include <vector>

namespace uq::samplers {

inline constexpr Index max_sobol_dims = 3667;  ///< of Boost.Random's table

/// Direction numbers of dimensions 0 … dims-1, scaled to 53 bits: element [dim * 53 + bit].
/// @throws InvalidArgument when dims exceeds max_sobol_dims.
/// @cost O(53 dims)
/// @source Joe and Kuo (2008), SIAM J. Sci. Comput. 30, table new-joe-kuo-6.21201;
///   docs/methods/designs.md Eq. 1.
std::vector<std::uint64_t> sobol_directions(Index dims);

/// The sequence itself, Gray order, point 0 included: writes points first … first + u.rows() - 1 of
/// dimensions 0 … u.cols() - 1; values exactly k / 2^53 (so 0 at point 0).
/// @throws InvalidArgument when there are fewer directions than columns, or rows beyond 2^53.
/// @source Antonov and Saleev (1979); docs/methods/designs.md Eq. 2.
void sobol_raw(const std::vector<std::uint64_t>& directions, Index first, MutableMatrixRef u);

/// The first n points for use: midpoints u + 2^-(m+1) of the cells of the smallest net, of 2^m
/// points, that holds them. No u is 0 or 1, and n = 2^m points have mean 1/2 in every dimension.
/// The same n gives the same points; an n beyond the next power of two moves them.
/// @throws InvalidArgument when n is not 1 to 2^52 or dims exceeds max_sobol_dims.
/// @source contract C4; docs/methods/designs.md Eq. 3.
UnitPoints sobol_points(Index n, Index dims);

/// The sequence under a linear matrix scramble and a digital shift that fill 53 bits. Rows
/// [r n/R, (r+1) n/R) are the first n/R points under the scramble of replicate r: each point is
/// uniform on the cube, each replicate keeps the balance of the plain net, replicates are
/// independent. More dimensions, rows per replicate or replicates leave the other points as they
/// are.
/// @throws InvalidArgument when n is no multiple of `replicates` or dims exceeds max_sobol_dims.
/// @cost once O(R dims log²(n/R)) and 8 R dims log2(n/R) bytes, then an XOR and a conversion each.
/// @source Matoušek (1998), J. Complexity 14; Owen (2003), ACM TOMACS 13; docs/methods/designs.md
///   Eq. 6.
UnitPoints scrambled_sobol(Index n, Index dims, Index replicates, Seed seed);

/// The sequence under nested uniform (Owen) scrambling that fills 53 bits: each digit is flipped by
/// a random bit of its own for each value of the digits before it. Replicates, uniformity, balance
/// and stability as of `scrambled_sobol`; beyond it, the points that agree in their leading digits
/// are independent from there on, not only pairwise.
/// @throws InvalidArgument when n is no multiple of `replicates`, n/R is above 2^30 or dims exceeds
///   max_sobol_dims.
/// @cost once O(R dims) and 76 R dims bytes; a coordinate hashes six prefixes of its digits.
/// @source Owen (1995), LNS 106; Owen (1997), SIAM J. Numer. Anal. 34; docs/methods/designs.md
///   Eq. 10.
UnitPoints owen_sobol(Index n, Index dims, Index replicates, Seed seed);

}  // namespace uq::samplers
