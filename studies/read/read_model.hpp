#pragma once

#include "studies/file/node.hpp"
#include "uq/core/model.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// A model built from [model], and the outputs the study is about.
struct ReadModel {
  Model model;
  std::string text;            ///< for headings
  std::vector<Index> outputs;  ///< positions in model.outputs()
};

/// Builds the model; reports every problem with its place; empty when it cannot be built.
/// An expression model declares its inputs by what [inputs] holds.
std::optional<ReadModel> read_model(const Node& root, Diagnostics& diagnostics);

}  // namespace uq::studies
