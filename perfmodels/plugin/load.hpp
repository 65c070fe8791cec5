#pragma once

#include "uq/core/error.hpp"
#include "uq/core/model.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace uq::perfmodels {

/// A shared library breaks a rule of the plugin interface, or refuses what it was asked. The
/// message names the file, the rule and what was found; `hint` is the remedy, for its author or its
/// user.
struct PluginError : ModelError {
  PluginError(const std::string& message, std::string hint_ = {})
      : ModelError(message), hint(std::move(hint_)) {}
  std::string hint;
};

/// How a model arrives at its figures.
enum class Fidelity {
  analytical,
  trace_replay,
  event_driven,
  cycle_approximate,
  measured,
  surrogate
};
std::string_view name(Fidelity);

/// What a plugin says of one of its models before it is created.
struct PluginModelInfo {
  std::string id, version, vendor, doc;
  std::string config_schema;  ///< JSON text, may be empty
  Fidelity fidelity = Fidelity::analytical;
  std::uint32_t flags = 0;  ///< UQPM_… of uq_plugin.h
};

/// The thread rule of a model in words, for `uq inspect`.
std::string_view thread_rule(const PluginModelInfo&);

struct PluginInfo {
  std::string file;
  std::uint32_t abi_major = 0, abi_minor = 0;
  std::vector<PluginModelInfo> models;
};

/// What a plugin says of a created model beyond `Model`.
struct PluginTraits {
  PluginModelInfo info;
  double cost_hint = 0;       ///< seconds a row, 0: unknown
  Index preferred_batch = 0;  ///< most rows a call, 0: any
  std::vector<int> senses;    ///< of the outputs: -1 less is better, +1 more, 0 neither
};

struct PluginModel {
  Model model;
  PluginTraits traits;
};

struct PluginOptions {
  /// Asked from any thread while a batch is evaluated; true stops plugins that look. Rows left out
  /// have the status `cancelled`.
  std::function<bool()> cancelled;
};

/// Opens the library in this process and asks for its models; creates none. The library stays
/// loaded until the process ends: its code may have threads or handlers of its own.
/// @throws PluginError when the file is no shared library or breaks the interface.
PluginInfo inspect_plugin(const std::string& file);

/// Creates model `id` (empty: the only one) with the configuration, in this process. Batches are
/// passed as the flags ask; a model that is not thread-safe is called by one thread at a time, with
/// instances of its own per thread where the flags allow. A row outside the declared bounds never
/// reaches the plugin: it has the status `exception`, as with built-in models. Every fault of a
/// call becomes a status and a message of its rows.
/// @param config JSON object as text; empty: {}
/// @throws PluginError when the plugin or its model breaks the interface or refuses the
///   configuration, with the plugin's own words; when the model is stochastic, which `Model` cannot
///   express, or does not promise the same bits for the same row.
PluginModel load_plugin(const std::string& file,
                        const std::string& id,
                        const std::string& config,
                        const PluginOptions& options = {});

}  // namespace uq::perfmodels
