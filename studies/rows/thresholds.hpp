#pragma once

#include "studies/rows/method.hpp"
#include "uq/propagation/propagate.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// Reads `thresholds = { tpot = ["50 ms"] }` into thresholds of the analysis' outputs.
std::vector<propagation::Threshold> read_thresholds(const Node& table,
                                                    const Scope& scope,
                                                    Diagnostics& diagnostics);

}  // namespace uq::studies
