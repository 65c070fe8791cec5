#pragma once

#include "studies/cli/commands.hpp"

#include <string>

namespace uq::studies {

/// Whether what `uq inspect` is given is a file rather than the name of a built-in model.
bool looks_like_file(const std::string& name);

/// Prints what a plugin says of itself; in a child process, because its code runs.
/// @throws StudyError with the fault of the plugin, IoError when the file cannot be read
int inspect_plugin_command(const InspectArguments& arguments);

struct CheckPluginArguments {
  std::string file, id, config;
  bool json = false;
  int timeout = 120;  ///< seconds
};
/// Prints the findings of `perfmodels::check_plugin`, run in a child process: a crash, an exit and
/// a hang become findings. Exit code 4 when one is an error.
int check_plugin_command(const CheckPluginArguments& arguments);

struct TrustArguments {
  std::string file;
  bool list = false, remove = false;
};
int trust_command(const TrustArguments& arguments);

struct NewPluginArguments {
  std::string name;
  bool c = false;  ///< in C rather than C++
};
/// Writes a folder with a plugin that builds, passes check-plugin and has a study.
/// @throws InvalidArgument for a bad name, IoError when the folder exists or cannot be written
int new_plugin_command(const NewPluginArguments& arguments);

}  // namespace uq::studies
