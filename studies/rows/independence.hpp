#pragma once

#include "studies/file/node.hpp"
#include "studies/rows/method.hpp"
#include "studies/rows/sweep.hpp"
#include "uq/core/grouping.hpp"
#include "uq/core/warning.hpp"

#include <string_view>

namespace uq::studies {

/// Reports inputs of the analysis that are correlated (U305) or tied by conditions (U315), for
/// methods that need independent ones. @param ignore_correlation the study asks to sample them
/// independently @param groups within which inputs may be correlated; null: none
/// @param what needs independent inputs, in the plural, for messages
/// @param sweep inputs that are held fixed at every setting: they are tied to nothing, and no
/// condition may depend on them (U316)
void check_independent(const Node& table,
                       const Scope& scope,
                       bool ignore_correlation,
                       const Grouping* groups,
                       Diagnostics& diagnostics,
                       std::string_view what = "Sobol' indices",
                       const Sweep& sweep = {});

/// What ties the inputs of the problem to each other, one case of it: "`a` and `b` are correlated";
/// empty: nothing.
std::string dependence_of(const Problem& problem,
                          const std::vector<WrittenCorrelation>& correlations);

/// W023.
Warning correlation_ignored();

}  // namespace uq::studies
