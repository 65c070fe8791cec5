#pragma once

#include "studies/file/node.hpp"
#include "studies/read/read_options.hpp"
#include "studies/study.hpp"
#include "uq/core/model.hpp"

#include <memory>
#include <optional>
#include <string>

namespace uq::studies {

/// A model that is another program.
struct ReadCommand {
  Model model;
  ForeignProgram program;
  std::shared_ptr<WorkerPool> workers;
  std::string text;  ///< for headings
};

/// Reads `command`, `protocol` and `outputs` of [model]; its inputs are what [inputs] and [derived]
/// hold. Runs nothing; asks for consent unless the options are those of a look alone. Reports every
/// problem with its place; empty when there was one.
/// @param study path of the study file, in whose folder the command runs
std::optional<ReadCommand> read_command(const Node& root,
                                        const Node& model,
                                        const std::string& study,
                                        const ReadOptions& options,
                                        Diagnostics& diagnostics);

}  // namespace uq::studies
