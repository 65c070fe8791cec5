#pragma once

#include "studies/rows/method.hpp"
#include "studies/rows/sobol_options.hpp"
#include "surrogates/pce.hpp"

#include <vector>

namespace uq::studies {

/// An expansion with some of its inputs held: over the others, in the order of `free`. Terms that
/// become the same are one. @param free positions in the expansion's inputs
/// @param t (d): values of its variables; those of `free` do not matter
/// @pre the inputs are independent, or all of them are free
surrogates::Pce with_held(const surrogates::Pce&, const std::vector<Index>& free, const Vector& t);

/// Sobol' indices from the coefficients of the surrogate the analysis runs on: no sampling, no
/// sampling error. docs/methods/surrogate.md Eq. 4.
AnalysisResult exact_sobol(const SobolStudy&, const Problem&, const Surrogate&);

/// The same without numbers, for criteria.
Dataset exact_sobol_outline(const SobolStudy&, const Problem&);

}  // namespace uq::studies
