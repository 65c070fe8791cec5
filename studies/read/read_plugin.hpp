#pragma once

#include "studies/file/node.hpp"
#include "studies/read/read_options.hpp"
#include "studies/study.hpp"
#include "uq/core/model.hpp"

#include <memory>
#include <optional>
#include <string>

namespace uq::studies {

/// A plugin's model, loaded into worker processes or into this one.
struct ReadPlugin {
  Model model;
  ForeignModel foreign;
  std::shared_ptr<WorkerPool> workers;  ///< empty: in this process
  std::string text;                     ///< for headings
};

/// Reads `plugin`, `model` and `config` of [model], and has the library loaded when the options
/// allow it: by worker processes, unless [run] trusts it with this one. Reports every problem with
/// its place; empty when there is no model: after an error, or without one but with warning W051
/// when it was not to be loaded.
/// @param study path of the study file, whose folder `plugin` is relative to
/// @throws IoError when the library changes while it is loaded, or the list of trusted files cannot
/// be read
std::optional<ReadPlugin> read_plugin(const Node& model,
                                      const std::string& study,
                                      const ReadOptions& options,
                                      Diagnostics& diagnostics);

/// A value of a study as JSON text; reports numbers that JSON lacks.
std::string json_text(const Node& value, Diagnostics& diagnostics);

}  // namespace uq::studies
