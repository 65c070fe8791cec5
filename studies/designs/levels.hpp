#pragma once

#include "studies/file/bind.hpp"
#include "uq/core/problem.hpp"

#include <vector>

namespace uq::studies {

/// The levels of a grid, one number for all inputs or a table with one for each. Reports (U491)
/// what makes no grid: none, an input left out, no whole number, too few or too many combinations.
std::vector<Index> read_levels(const Node& table, const Problem&, Diagnostics&);

}  // namespace uq::studies
