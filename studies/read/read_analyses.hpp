#pragma once

#include "studies/study.hpp"

#include <vector>

namespace uq::studies {

/// Reads every [[analysis]] against the problem; reports every problem. @param problem null when
/// the model or its inputs could not be read: then names and methods alone are checked.
std::vector<Analysis> read_analyses(const Node& root,
                                    const Problem* problem,
                                    const std::vector<WrittenCorrelation>& correlations,
                                    Diagnostics& diagnostics);

}  // namespace uq::studies
