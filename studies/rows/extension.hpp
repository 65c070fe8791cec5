#pragma once

#include "studies/rows/method.hpp"

namespace uq::studies {

/// Evaluates the rows of a design beyond its first `rows`: what a longer sample has more than a
/// shorter one. The result has them as `sample`.
AnalysisResult evaluated_beyond(const Problem&,
                                const IndependentDesign& longer,
                                Index rows,
                                const RunContext&);

}  // namespace uq::studies
