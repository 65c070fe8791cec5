#pragma once

#include "studies/cli/plugin_commands.hpp"

#include <CLI/CLI.hpp>

#include <functional>

namespace uq::studies {

/// The subcommands about plugins, with what the user gave them.
struct PluginCommandLine {
  InspectArguments inspect;
  CheckPluginArguments check;
  NewPluginArguments fresh;
  TrustArguments trust;

  /// Parsing sets `chosen` to the command that was asked for; this must outlive it.
  void add_to(CLI::App& app, std::function<int()>& chosen);
};

}  // namespace uq::studies
