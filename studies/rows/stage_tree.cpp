#include "studies/rows/stage_tree.hpp"

#include <algorithm>

namespace uq::studies {

namespace {

Index column_of(Index output, std::vector<Index>& outputs, std::size_t from) {
  const auto start = outputs.begin() + static_cast<std::ptrdiff_t>(from);
  const auto found = std::find(start, outputs.end(), output);
  const Index column = found - outputs.begin();
  if (found == outputs.end()) {
    outputs.push_back(output);
  }
  return column;
}

// `depth` ends a model's parents that go in a circle.
void add_parts(sensitivity::StageNode& node,
               const Model& model,
               Index output,
               std::size_t from,
               std::vector<Index>& outputs,
               std::vector<Index>& leaves,
               std::size_t depth) {
  const auto& all = model.outputs();
  for (std::size_t k = 0; k < all.size() && depth < all.size(); ++k) {
    if (all[k].role != OutputRole::stage || all[k].parent != output ||
        static_cast<Index>(k) == output) {
      continue;
    }
    sensitivity::StageNode part{column_of(static_cast<Index>(k), outputs, from)};
    add_parts(part, model, static_cast<Index>(k), from, outputs, leaves, depth + 1);
    if (part.parts.empty() &&
        std::find(leaves.begin(), leaves.end(), part.column) == leaves.end()) {
      leaves.push_back(part.column);
    }
    node.parts.push_back(std::move(part));
  }
}

}  // namespace

StageTrees stage_trees(const Model& model, std::size_t count, std::vector<Index>& outputs) {
  StageTrees trees;
  const std::size_t from = outputs.size();
  for (std::size_t q = 0; q < count; ++q) {
    sensitivity::StageNode total{static_cast<Index>(q)};
    add_parts(total, model, outputs[q], from, outputs, trees.leaves, 0);
    trees.totals.push_back(std::move(total));
  }
  return trees;
}

}  // namespace uq::studies
