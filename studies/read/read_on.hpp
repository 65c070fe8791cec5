#pragma once

#include "studies/study.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// The name under `on` of an analysis; reports what is wrong with it: no name of an analysis that
/// fits a surrogate (U500), a method that evaluates nothing (U501).
/// @param all analyses of the study
std::optional<std::string> surrogate_named(const Node& table,
                                           const NamedAnalysis& own,
                                           const std::vector<NamedAnalysis>& all,
                                           Diagnostics& diagnostics);

/// Narrows an analysis to what a surrogate will have: the inputs and outputs of its own analysis
/// and of those whose samples it is fitted to (W140). @param limits those analyses, its own first
void keep_to_surrogate(Analysis& analysis,
                       const std::vector<const Analysis*>& limits,
                       const Place& place,
                       Diagnostics& diagnostics);

}  // namespace uq::studies
