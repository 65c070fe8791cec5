#pragma once

#include "studies/cli/commands.hpp"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

namespace uq::studies {

/// The commands for unfinished runs: `status` and `salvage`.
struct JournalCommandLine {
  std::string status, salvage;  ///< F.h5 or F.uq

  void add_to(CLI::App& app, std::function<int()>& chosen);
};

}  // namespace uq::studies
