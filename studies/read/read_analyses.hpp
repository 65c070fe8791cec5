#pragma once

#include "studies/read/read_options.hpp"
#include "studies/study.hpp"

#include <vector>

namespace uq::studies {

/// Reads every [[analysis]] against the problem; reports every problem. @param problem null when
/// the model or its inputs could not be read: then names and methods alone are checked.
/// @param probe for budgets in time, may be empty
std::vector<Analysis> read_analyses(const Node& root,
                                    const Problem* problem,
                                    const std::vector<WrittenCorrelation>& correlations,
                                    const Probe& probe,
                                    bool has_table,
                                    Diagnostics& diagnostics);

}  // namespace uq::studies
