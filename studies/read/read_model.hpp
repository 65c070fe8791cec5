#pragma once

#include "studies/file/node.hpp"
#include "studies/read/read_options.hpp"
#include "studies/read/read_table.hpp"
#include "studies/study.hpp"
#include "uq/core/model.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// A model built from [model], and the outputs the study is about.
struct ReadModel {
  Model model;
  std::string text;  ///< for headings
  std::optional<ForeignModel> foreign;
  std::optional<ForeignProgram> program;
  std::shared_ptr<WorkerPool> workers;            ///< when the model runs in processes of its own
  std::vector<Index> outputs;                     ///< positions in model.outputs()
  std::optional<ReadTable> table;                 ///< when the model is one
  std::optional<StoredSurrogate> surrogate = {};  ///< when the model is one
};

/// Builds the model; reports every problem with its place; empty when it cannot be built, or when
/// it is a plugin that the options do not let load.
/// An expression model declares its inputs by what [inputs] holds.
/// @param file path of the study
std::optional<ReadModel> read_model(const Node& root,
                                    const std::string& file,
                                    const ReadOptions& options,
                                    Diagnostics& diagnostics);

}  // namespace uq::studies
