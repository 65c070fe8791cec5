#pragma once

#include "studies/file/node.hpp"
#include "studies/read/read_table.hpp"
#include "uq/core/problem.hpp"

#include <string>

namespace uq::studies {

/// Fills problem.inputs and problem.fixed from [inputs]: a law or a constant for each model input
/// named there, the model's nominal for the others. Reports every problem.
/// @param folder of the study file, which paths are relative to
/// @param table whose columns the inputs are, and whose laws they have unless others are written
void read_inputs(const Node& root,
                 const std::string& folder,
                 const ReadTable* table,
                 Problem& problem,
                 Diagnostics& diagnostics);

/// Without a model (it could not be built): the laws alone are still checked, in their own units.
void check_inputs(const Node& root, const std::string& folder, Diagnostics& diagnostics);

}  // namespace uq::studies
