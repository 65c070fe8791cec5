#pragma once

#include "studies/rows/erase.hpp"
#include "studies/rows/method.hpp"

#include <vector>

namespace uq::studies {

/// Points beyond these add nothing to the test but memory.
inline constexpr Index failure_pattern_rows = 65536;

/// Which inputs failure depends on: where outputs lost evaluations, failure_p(output, input,
/// swept…), and W034 where it does, that results describe the region in which the model gives
/// values. Adds nothing when nothing failed.
/// @param x (m, d): rows of the inputs' law, independent of each other
/// @param y [setting][output] (>= m): what they gave, NaN where nothing
void add_failure_pattern(AnalysisResult& out,
                         Dataset& dataset,
                         AxisDimensions axes,
                         const Problem& problem,
                         const Matrix& x,
                         const std::vector<std::vector<Vector>>& y);

}  // namespace uq::studies
