#include "studies/read/read_plugin.hpp"

#include "perfmodels/plugin/load.hpp"
#include "studies/foreign/exit_watch.hpp"
#include "studies/read/keys.hpp"
#include "studies/run/interrupt.hpp"
#include "studies/workers/plugin_worker.hpp"
#include "uq/core/error.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace uq::studies {

namespace {

using Json = nlohmann::ordered_json;
using perfmodels::PluginError;
using perfmodels::PluginInfo;
using perfmodels::PluginModel;

Json to_json(const Node& node, Diagnostics& diagnostics) {
  if (node.is_table()) {
    Json object = Json::object();
    for (const Node::Entry& entry : node.table()) {
      object[entry.key] = to_json(entry.value, diagnostics);
    }
    return object;
  }
  if (node.is_array()) {
    Json array = Json::array();
    for (const Node& item : node.array()) {
      array.push_back(to_json(item, diagnostics));
    }
    return array;
  }
  if (const auto* number = std::get_if<double>(&node.value)) {
    if (!std::isfinite(*number)) {
      diagnostics.error("U205",
                        "a plugin's configuration must hold finite numbers",
                        node.place,
                        "JSON, in which it travels, has no others");
      return nullptr;
    }
    return *number;
  }
  if (const auto* flag = std::get_if<bool>(&node.value)) {
    return *flag;
  }
  if (const auto* whole = std::get_if<std::int64_t>(&node.value)) {
    return *whole;
  }
  return node.string();
}

/// The configuration as the text of a JSON object; a faulty one is reported.
std::string read_config(const Node& model, Diagnostics& diagnostics) {
  const Node* table = table_at(model, "config", "config = { key = \"value\" }", diagnostics);
  return table == nullptr ? "{}" : json_text(*table, diagnostics);
}

/// The library by its bytes, if it is one; else reported.
std::optional<LibraryFile> open_library(const std::string& path,
                                        const Place& place,
                                        const std::string& study,
                                        Diagnostics& diagnostics) {
  try {
    return LibraryFile(path);
  } catch (const IoError& error) {
    diagnostics.error("U140", error.what(), place)
        .notes.push_back("`plugin` is a path relative to the folder of " + study);
    return {};
  }
}

void expect_consent(const LibraryFile& library,
                    const Consent& consent,
                    const Place& place,
                    Diagnostics& diagnostics) {
  if (const std::string objection = studies::objection(consent, library); !objection.empty()) {
    diagnostics.error("U143", objection, place)
        .notes.push_back("help: --allow-exec allows it once; `uq trust " + library.path() +
                         "` allows this content for good");
  }
}

/// Reports that the library has not the model asked for, or several and none is.
void report_no_model(const std::vector<std::string>& ids,
                     const Node& model,
                     const Place& place,
                     Diagnostics& diagnostics) {
  const Node::Entry* asked = model.find("model");
  if (asked == nullptr) {
    diagnostics.error("U142", "the plugin has several models and the study names none", place)
        .notes = {"help: add model = \"" + ids.front() + "\"", known(ids)};
  } else {
    unknown_name(
        "U142", "model of the plugin", asked->value.string(), ids, asked->value.place, diagnostics);
  }
}

PluginModel load_here(const LibraryFile& library, const PluginChoice& choice) {
  watch_exit(library.path());
  const PluginInfo info = perfmodels::inspect_plugin(library.path());
  watch_exit(library.path());
  library.expect_unchanged();
  std::vector<std::string> ids;
  for (const perfmodels::PluginModelInfo& one : info.models) {
    ids.push_back(one.id);
  }
  if (choice.id ? std::find(ids.begin(), ids.end(), *choice.id) == ids.end() : ids.size() > 1) {
    throw NoSuchModel(ids);
  }
  PluginModel loaded = perfmodels::load_plugin(
      library.path(), choice.id.value_or(""), choice.config, {.cancelled = interruption_asked});
  watch_exit(library.path());
  return loaded;
}

std::optional<PluginPool> load(const LibraryFile& library,
                               const Node& model,
                               const Place& place,
                               const std::string& config,
                               const ReadOptions& options,
                               Diagnostics& diagnostics) {
  const Node::Entry* id = model.find("model");
  const PluginChoice choice{.file = library.path(),
                            .sha256 = library.sha256(),
                            .id = id == nullptr ? std::nullopt : std::optional(id->value.string()),
                            .config = config};
  try {
    return options.place.in_process
               ? PluginPool{load_here(library, choice), nullptr}
               : load_in_workers(choice, options.policy, options.place.launcher);
  } catch (const NoSuchModel& none) {
    report_no_model(none.ids, model, place, diagnostics);
  } catch (const PluginError& error) {
    Diagnostic& diagnostic = diagnostics.error("U141", error.what(), place);
    if (!error.hint.empty()) {
      diagnostic.notes.push_back("help: " + error.hint);
    }
  } catch (const NoWorker& error) {
    Diagnostic& diagnostic = diagnostics.error(
        "U540", "the worker process that loads `" + library.path() + "` " + error.why, place);
    diagnostic.notes.push_back(options.place.launcher.prefix.empty()
                                   ? "help: `uq check-plugin " + library.path() + "` examines it"
                                   : "help: it was started by `launcher`");
  }
  return {};
}

}  // namespace

std::string json_text(const Node& value, Diagnostics& diagnostics) {
  return to_json(value, diagnostics).dump();
}

std::optional<ReadPlugin> read_plugin(const Node& model,
                                      const std::string& study,
                                      const ReadOptions& options,
                                      Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  const std::optional<std::string> file = text_at(model, "plugin", diagnostics);
  text_at(model, "model", diagnostics);
  const std::string config = read_config(model, diagnostics);
  const Place& place = model.find("plugin")->value.place;
  if (!file) {
    return {};
  }
  // A path with a slash: the loader would look for a bare name in the system's folders.
  const std::filesystem::path path = std::filesystem::path(study).parent_path() / *file;
  const auto library = open_library(
      path.has_parent_path() ? path.string() : "./" + *file, place, study, diagnostics);
  if (library && options.load) {
    expect_consent(*library, options.consent, place, diagnostics);
  }
  if (!library || diagnostics.error_count() > before) {
    return {};
  }
  if (!options.load) {
    diagnostics
        .warning("W051",
                 "`" + library->path() +
                     "` was not loaded, so its inputs, outputs and units were not checked",
                 place)
        .notes.push_back("help: `uq plan`, which may run its code, checks them");
    return {};
  }
  auto pooled = load(*library, model, place, config, options, diagnostics);
  PluginModel* loaded = pooled ? &pooled->loaded : nullptr;
  if (loaded == nullptr) {
    return {};
  }
  const perfmodels::PluginModelInfo& info = loaded->traits.info;
  const std::string name = std::filesystem::path(library->path()).filename().string();
  std::string text = info.id + " " + info.version + " (" + name + ")";
  return ReadPlugin{std::move(loaded->model),
                    {name, library->sha256(), loaded->traits},
                    std::move(pooled->pool),
                    std::move(text)};
}

}  // namespace uq::studies
