#include "studies/workers/plugin_worker.hpp"

#include "studies/foreign/library_file.hpp"
#include "studies/run/interrupt.hpp"
#include "studies/workers/framed.hpp"
#include "studies/workers/worker_program.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace uq::studies {

namespace {

using Json = nlohmann::ordered_json;
using perfmodels::PluginModelInfo;
using perfmodels::PluginTraits;

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json to_json(const PluginTraits& traits) {
  const PluginModelInfo& info = traits.info;
  return {{"id", info.id},
          {"version", info.version},
          {"vendor", info.vendor},
          {"doc", info.doc},
          {"config_schema", info.config_schema},
          {"fidelity", static_cast<int>(info.fidelity)},
          {"flags", info.flags},
          {"cost_hint", traits.cost_hint},
          {"preferred_batch", traits.preferred_batch},
          {"senses", traits.senses}};
}

PluginTraits traits_of(const Json& json) {
  PluginTraits traits;
  PluginModelInfo& info = traits.info;
  info.id = json.at("id");
  info.version = json.at("version");
  info.vendor = json.at("vendor");
  info.doc = json.at("doc");
  info.config_schema = json.at("config_schema");
  info.fidelity = static_cast<perfmodels::Fidelity>(json.at("fidelity").get<int>());
  info.flags = json.at("flags");
  traits.cost_hint = json.at("cost_hint");
  traits.preferred_batch = json.at("preferred_batch");
  traits.senses = json.at("senses").get<std::vector<int>>();
  return traits;
}

[[noreturn]] void refuse(std::string code, std::string text, std::vector<std::string> notes = {}) {
  throw ModelRefused({std::move(code), std::move(text), std::move(notes)});
}

bool has_model(const std::vector<std::string>& ids, const Json& choice) {
  return choice.contains("id")
             ? std::find(ids.begin(), ids.end(), choice["id"].get<std::string>()) != ids.end()
             : ids.size() == 1;
}

}  // namespace

BuiltModel build_plugin(const std::string& text) {
  const Json choice = Json::parse(text);
  const LibraryFile library(choice.at("file").get<std::string>());
  if (library.sha256() != choice.at("sha256")) {
    throw IoError(library.path() +
                  ": changed since the study was read; run again once it is complete");
  }
  try {
    std::vector<std::string> ids;
    for (const PluginModelInfo& one : perfmodels::inspect_plugin(library.path()).models) {
      ids.push_back(one.id);
    }
    library.expect_unchanged();
    if (!has_model(ids, choice)) {
      refuse("U142", "no such model", ids);
    }
    perfmodels::PluginModel loaded = perfmodels::load_plugin(
        library.path(), choice.value("id", std::string()), choice.at("config").get<std::string>());
    return {std::move(loaded.model), text_of(to_json(loaded.traits))};
  } catch (const perfmodels::PluginError& error) {
    refuse("U141", error.what(), {error.hint});
  }
}

PluginPool load_in_workers(const PluginChoice& choice,
                           const ProcessPolicy& policy,
                           const Launcher& launcher,
                           const PluginLimits& limits) {
  // Elsewhere the current folder may be another one.
  const std::string file = launcher.prefix.empty()
                               ? choice.file
                               : std::filesystem::absolute(choice.file).lexically_normal().string();
  Json model{{"file", file}, {"sha256", choice.sha256}, {"config", choice.config}};
  if (choice.id) {
    model["id"] = *choice.id;
  }
  const Build build{.model = text_of(model),
                    .memory = limits.memory,
                    .recycle_after = limits.recycle_after,
                    .growth = limits.growth};
  const auto description = std::make_shared<Description>();
  const auto pool = std::make_shared<WorkerPool>(
      PoolOptions{.argv = worker_command_line(launcher.prefix),
                  .dialogue = [build, description] { return framed_dialogue(build, description); },
                  .workers = launcher.workers,
                  .policy = policy,
                  .batch = limits.batch,
                  .cancelled = interruption_asked});
  try {
    pool->start();
  } catch (const ModelRefused& refusal) {
    if (refusal.refused.code == "U142") {
      throw NoSuchModel(refusal.refused.notes);
    }
    if (refusal.refused.code == "U141") {
      throw perfmodels::PluginError(
          refusal.refused.text, refusal.refused.notes.empty() ? "" : refusal.refused.notes.front());
    }
    throw IoError(refusal.refused.text);
  }
  Ready ready = description->get();
  const PluginTraits traits = traits_of(Json::parse(ready.facts));
  return {{PooledModel(pool, ready.id, std::move(ready.inputs), std::move(ready.outputs)), traits},
          pool};
}

}  // namespace uq::studies
