#include "perfmodels/plugin/load.hpp"
#include "perfmodels/plugin/uq_plugin.h"
#include "studies/cli/child.hpp"
#include "studies/cli/model_text.hpp"
#include "studies/cli/plugin_commands.hpp"
#include "studies/cli/stray_output.hpp"
#include "studies/file/diagnostic.hpp"
#include "studies/foreign/library_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>

namespace uq::studies {

namespace {

using Json = nlohmann::ordered_json;
using perfmodels::PluginError;
using perfmodels::PluginModel;
using perfmodels::PluginModelInfo;

std::string head(const PluginModelInfo& info) {
  std::string text =
      fmt::format("{} {}{}{}\n", info.id, info.version, info.doc.empty() ? "" : ": ", info.doc);
  const auto line = [&text](const char* key, std::string_view value) {
    text += fmt::format("  {:<9} {}\n", key, value);
  };
  if (!info.vendor.empty()) {
    line("vendor", info.vendor);
  }
  line("fidelity", name(info.fidelity));
  line("threads", thread_rule(info));
  if ((info.flags & UQPM_INTERNAL_THREADS) != 0) {
    line("", "makes threads of its own");
  }
  line("results",
       (info.flags & UQPM_STOCHASTIC) != 0      ? "random, by seeds"
       : (info.flags & UQPM_DETERMINISTIC) != 0 ? "the same bits for the same row"
                                                : "may differ for the same row");
  line("layout", (info.flags & UQPM_PREFERS_ROWS) != 0 ? "rows" : "columns");
  return text;
}

/// What a created model adds.
std::string body(const PluginModel& plugin, const std::string& config) {
  std::string text;
  if (plugin.traits.cost_hint > 0) {
    text += fmt::format("  {:<9} {:.3g} s a row, it says\n", "cost", plugin.traits.cost_hint);
  }
  if (plugin.traits.preferred_batch > 0) {
    text += fmt::format("  {:<9} at most {} rows a call\n", "batch", plugin.traits.preferred_batch);
  }
  if (!plugin.traits.info.config_schema.empty()) {
    const Json schema = Json::parse(plugin.traits.info.config_schema, nullptr, false);
    text += fmt::format("\nconfig schema\n{}\n",
                        schema.is_discarded() ? plugin.traits.info.config_schema : schema.dump(1));
  }
  return text + fmt::format("\ninputs (with config = {})\n{}\noutputs\n{}",
                            config.empty() ? "{}" : config,
                            inputs_text(plugin.model),
                            outputs_text(plugin.model));
}

std::string describe(const InspectArguments& arguments) {
  const perfmodels::PluginInfo info = perfmodels::inspect_plugin(arguments.model);
  std::string text = fmt::format("{}: interface {}.{}, {} model{}\n",
                                 std::filesystem::path(info.file).filename().string(),
                                 info.abi_major,
                                 info.abi_minor,
                                 info.models.size(),
                                 info.models.size() == 1 ? "" : "s");
  if (arguments.id.empty() && info.models.size() > 1) {
    for (const PluginModelInfo& model : info.models) {
      text += "\n" + head(model);
    }
    return text + "\ninputs and outputs: --model ID\n";
  }
  const PluginModel plugin =
      perfmodels::load_plugin(arguments.model, arguments.id, arguments.config);
  return text + "\n" + head(plugin.traits.info) + body(plugin, arguments.config);
}

[[noreturn]] void refuse(const std::string& file,
                         const std::string& message,
                         const std::string& hint) {
  Diagnostics diagnostics;
  Diagnostic& error = diagnostics.error("U141", message, {});
  error.place.file = file;
  if (!hint.empty()) {
    error.notes.push_back("help: " + hint);
  }
  throw StudyError(diagnostics.all());
}

}  // namespace

bool looks_like_file(const std::string& name) {
  std::error_code ignored;
  return name.find(".so") != std::string::npos || std::filesystem::exists(name, ignored);
}

int inspect_plugin_command(const InspectArguments& arguments) {
  const std::string& file = arguments.model;
  const LibraryFile library(file);  // that there is one is told before any code runs
  const auto inspect = [&](const Say& say) {
    Json answer;
    try {
      answer["text"] = kept_apart([&] { return describe(arguments); });
    } catch (const PluginError& error) {
      answer = {{"error", error.what()}, {"hint", error.hint}};
    }
    say(answer.dump(-1, ' ', true, Json::error_handler_t::replace));
  };
  const ChildEnd end = in_child(inspect, std::chrono::seconds(arguments.timeout));
  if (end.said.empty()) {
    refuse(file,
           "the plugin " + (end.fault.empty() ? "ended with exit code 0" : end.fault) +
               " while it was inspected",
           "`uq check-plugin` tells what it was doing");
  }
  const Json answer = Json::parse(end.said.front());
  if (answer.contains("error")) {
    refuse(file, answer["error"], answer["hint"]);
  }
  fmt::print("{}", answer["text"].get<std::string>());
  return 0;
}

}  // namespace uq::studies
