#pragma once

#include "uq/core/problem.hpp"
#include "uq/sensitivity/stages.hpp"

#include <vector>

namespace uq::studies {

/// The stages a model declares of a problem's outputs, and the outputs that must be evaluated for
/// them. Columns of the trees are positions in `outputs`.
struct StageTrees {
  std::vector<sensitivity::StageNode> totals;  ///< one per output of the problem
  std::vector<Index> leaves;  ///< columns of all stages without stages of their own
};

/// Appends to `outputs` (positions in the model's outputs) those of all stages of its first
/// `count`.
StageTrees stage_trees(const Model& model, std::size_t count, std::vector<Index>& outputs);

}  // namespace uq::studies
