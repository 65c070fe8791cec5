#pragma once

#include "perfmodels/plugin/load.hpp"
#include "perfmodels/plugin/uq_plugin.h"

#include <mutex>
#include <string>

namespace uq::perfmodels::plugin {

/// A loaded library that has passed the handshake and described its models. Never unloaded: its
/// code may have threads, exit handlers or thread-local destructors of its own.
struct Library {
  std::string file;
  uqpm_library c{};  ///< what the host's version of the interface knows of it
  PluginInfo info;
  bool minor_known = true;  ///< it claims no later minor version than the host's
  bool one_call = false;    ///< a model has neither thread flag: calls enter one at a time
  bool fp_on_load = false;  ///< loading it changed the floating-point environment
  std::mutex mutex;         ///< create and destroy, and every call if `one_call`
};

/// The library of a file; the same object for the same library, so that its mutex is one.
/// @throws PluginError
Library& open_library(const std::string& file);

/// Position of model `id` (empty: the only one).
/// @throws PluginError listing what there is
std::uint32_t model_index(const Library& library, const std::string& id);

}  // namespace uq::perfmodels::plugin
