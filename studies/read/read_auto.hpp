#pragma once

#include "studies/read/read_options.hpp"
#include "studies/rows/method.hpp"
#include "uq/core/problem.hpp"

#include <optional>

namespace uq::studies {

/// `method = "auto"` made up its mind.
struct Chosen {
  const Method* method;
  Node table;         ///< the analysis as if the study had named the method and its options
  Attributes record;  ///< auto_goal, auto_budget, auto_reasons
};

/// Whether an analysis leaves the choice of its method to the engine.
bool is_auto(const Node& table);

/// Reads `budget` and `goal` and chooses. A budget in time needs `probe`, as its choice depends on
/// the machine: without one it is refused.
/// @param correlations of the study
/// @return empty when a problem was reported: no budget, or one that affords nothing of use (U481),
/// a budget in time without probe (U482), inputs too dependent for the goal (U484)
std::optional<Chosen> read_auto(const Node& table,
                                const Problem& problem,
                                const std::vector<WrittenCorrelation>& correlations,
                                const Probe& probe,
                                Diagnostics& diagnostics);

}  // namespace uq::studies
