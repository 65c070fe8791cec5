#pragma once

#include "studies/file/node.hpp"
#include "studies/rows/method.hpp"
#include "uq/core/problem.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// Reads [correlation] spearman = [["a", "b", -0.4], …] and pearson likewise into the problem's
/// correlation of normal scores; pairs that are not named are uncorrelated. Reports names that are
/// not uncertain inputs, values outside (-1, 1) or out of reach of the laws, pairs named twice, and
/// pairs that contradict each other, with the nearest possible values.
std::vector<WrittenCorrelation> read_correlation(const Node& root,
                                                 Problem& problem,
                                                 Diagnostics& diagnostics);

}  // namespace uq::studies
