#pragma once

#include "studies/rows/method.hpp"
#include "uq/core/evaluate.hpp"
#include "uq/core/ndarray.hpp"

namespace uq::studies {

/// What every method that evaluates says of its evaluations: counts, W030, the failures' table in
/// `dataset`, and whether they left an output without results.
/// @param lost_share per output (and setting): the share of its units that are incomplete
void finish(AnalysisResult& out,
            Dataset& dataset,
            const Evaluations& evaluations,
            const NdArray& lost_share,
            const MissingPolicy& policy);

/// Whether an output lost more than the budget.
bool is_withheld(const NdArray& lost_share, const MissingPolicy& policy);

/// W020 for each output that some inputs change no bit of. @param dead (q, d): 1 where so
void warn_of_dead_inputs(AnalysisResult& out, const Problem& problem, const NdArray& dead);

}  // namespace uq::studies
