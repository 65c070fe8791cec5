#pragma once

#include "uq/core/design.hpp"

#include <string>

namespace uq::samplers {

/// What stands against rearranging a design to this correlation matrix, else empty: a matrix that
/// is not positive definite or does not fit, or replicates of no more rows than inputs.
std::string iman_conover_fault(const IndependentDesign&, MatrixRef correlation);

/// Rearranges each column of each replicate so that the rank correlations become those of a
/// Gaussian copula with this latent correlation matrix. Every column keeps its values, so a latin
/// hypercube keeps its strata. The order aimed at is that of the design's own pairing under the
/// symmetric square root of the correlation, so permuting the inputs permutes the result and no
/// seed is needed. Result: `dependent`, rows copied from the rearranged matrix, which it holds.
/// @throws InvalidArgument with the text of `iman_conover_fault`, or for a dependent design.
/// @cost n d doubles held (and twice that meanwhile), O(n d (d + log n)) a round, up to 8 rounds.
/// @source Iman, Conover (1982), Commun. Stat. Simul. Comput. 11; docs/methods/dependence.md
///   Eq. 12-13.
IndependentDesign iman_conover(const IndependentDesign&, MatrixRef correlation);

}  // namespace uq::samplers
