#pragma once

#include "studies/cli/commands.hpp"

#include <CLI/CLI.hpp>

#include <functional>

namespace uq::studies {

/// The commands that read result files alone: `export` and `diff`.
struct ResultCommandLine {
  ExportArguments exported;
  DiffArguments diff;

  void add_to(CLI::App& app, std::function<int()>& chosen);
};

}  // namespace uq::studies
