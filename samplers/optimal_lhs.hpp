#pragma once

#include "samplers/lhs.hpp"
#include "uq/core/seed.hpp"
#include "uq/core/types.hpp"

#include <string>

namespace uq::samplers {

/// What makes one latin hypercube better than another: its smallest distance, phi_p, or its centred
/// L2 discrepancy.
enum class LatinCriterion { maximin, phi_p, centred_discrepancy };

struct OptimalLhsOptions {
  LatinCriterion criterion = LatinCriterion::maximin;
  Index p = 50;         ///< of phi_p: even, 2 to 100; what maximin descends by
  Index starts = 1;     ///< independent searches, the best of which is taken
  Index proposals = 0;  ///< exchanges each search tries; 0: `default_proposals`
};

/// Most rows of an optimised hypercube: all distances are held.
inline constexpr Index most_optimal_rows = 4000;

/// Exchanges a search tries unless told: 20 n d, fewer where a single one is dear.
Index default_proposals(Index n, Index dims);

/// What the options or sizes break, as text that says what would work, else empty.
std::string fault(Index n, Index dims, const OptimalLhsOptions&);

/// A latin hypercube of n points, (n, d), improved from a random one of `lhs` (replicate s of
/// `seed` begins search s) by exchanges within columns: simulated annealing, each proposal O(n).
/// Each column keeps one point in each of n cells. Searches run in parallel; same bits for any
/// number of threads.
/// @throws InvalidArgument with the text of `fault`.
/// @cost starts * proposals * O(n) and 16 n^2 bytes per search at work.
/// @source Morris, Mitchell (1995), J. Stat. Plan. Inference 43 (phi_p, annealing); Jin, Chen,
///   Sudjianto (2005), J. Stat. Plan. Inference 134 (updates per exchange);
///   docs/methods/designs.md Eqs. 25 to 28.
Matrix optimal_lhs(Index n, Index dims, const OptimalLhsOptions&, LatinPlace, Seed);

/// The same search from given points: exchanges coordinates within columns of rows `fixed`, …, n-1;
/// the rows before them stay and repel. Points (n, d) of the open unit cube.
/// @throws InvalidArgument with the text of `fault`, or when `fixed` is not 0 to n.
Matrix spread_apart(Matrix points, Index fixed, const OptimalLhsOptions&, Seed);

/// (sum over pairs of distance^-p)^(1/p): near 1 / smallest distance for large p; infinite where
/// two points are one. @source Morris, Mitchell (1995); docs/methods/designs.md Eq. 25
double phi_p(MatrixRef points, Index p);

}  // namespace uq::samplers
