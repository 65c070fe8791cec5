#include "studies/read/read_model.hpp"

#include "studies/file/bind.hpp"
#include "studies/read/keys.hpp"
#include "studies/read/outputs.hpp"
#include "studies/read/read_builtin.hpp"
#include "studies/read/read_command.hpp"
#include "studies/read/read_expression.hpp"
#include "studies/read/read_plugin.hpp"
#include "studies/read/read_run.hpp"

#include <algorithm>
#include <filesystem>

namespace uq::studies {

namespace {

/// The surrogate of an earlier result.
std::optional<StoredSurrogate> read_stored_surrogate(const Node& model,
                                                     const std::string& folder,
                                                     Diagnostics& diagnostics) {
  const auto name = text_at(model, "surrogate", diagnostics);
  if (!name) {
    return {};
  }
  try {
    return StoredSurrogate{*name, load_surrogate(*name, folder)};
  } catch (const StoredSurrogateError& error) {
    diagnostics.error("U510", error.what(), model.find("surrogate")->value.place, error.hint);
    return {};
  }
}

/// Outputs the study is about: those named, else every metric.
std::vector<Index> chosen_outputs(const Node& model_node,
                                  const Model& model,
                                  Diagnostics& diagnostics) {
  std::vector<Index> chosen;
  const std::vector<OutputVariable>& all = model.outputs();
  const Node::Entry* entry = model_node.find("outputs");
  if (entry == nullptr || entry->value.is_table()) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (all[k].kind == OutputKind::real && all[k].role == OutputRole::metric) {
        chosen.push_back(static_cast<Index>(k));
      }
    }
    return chosen;
  }
  return output_positions(model_node, model, diagnostics).value_or(chosen);
}

}  // namespace

std::optional<ReadModel> read_model(const Node& root,
                                    const std::string& file,
                                    const ReadOptions& options,
                                    Diagnostics& diagnostics) {
  const Node* table = table_at(root, "model", "[model]", diagnostics);
  if (table == nullptr) {
    if (root.find("model") == nullptr) {
      diagnostics.error("U107", "the study names no model", root.place)
          .notes.push_back(
              "help: add [model] with builtin = \"…\", expression = { y = \"…\" }, plugin = "
              "\"….so\", command = [\"…\"], table = \"….csv\" or surrogate = \"….h5:NAME\"; `uq "
              "models` lists the built-in ones");
    }
    return {};
  }
  // Each kind with the keys it takes.
  static const std::vector<std::vector<std::string>> kinds{{"builtin", "config", "outputs"},
                                                           {"expression", "outputs"},
                                                           {"plugin", "model", "config", "outputs"},
                                                           {"command", "protocol", "outputs"},
                                                           {"table", "outputs"},
                                                           {"surrogate", "outputs"}};
  static const std::vector<std::string> later{"umbridge"};
  std::vector<const std::vector<std::string>*> named;
  for (const Node::Entry& entry : table->table()) {
    const auto kind = std::find_if(
        kinds.begin(), kinds.end(), [&](const auto& keys) { return keys.front() == entry.key; });
    if (kind != kinds.end()) {
      named.push_back(&*kind);
    } else if (std::find(later.begin(), later.end(), entry.key) != later.end()) {
      diagnostics
          .error("U108",
                 "models of kind `" + entry.key + "` are not available in this version",
                 entry.place)
          .notes.push_back("available: builtin, expression, plugin, command, surrogate, table");
      return {};
    }
  }
  if (named.size() != 1) {
    diagnostics
        .error("U107",
               named.empty() ? "[model] names no model" : "[model] names several models",
               table->place)
        .notes.push_back(
            "help: exactly one of builtin = \"…\", expression = { y = \"…\" }, plugin = "
            "\"….so\", command = [\"…\"], table = \"….csv\" and surrogate = \"….h5:NAME\"");
    return {};
  }
  const std::string folder = std::filesystem::path(file).parent_path().string();
  const std::vector<std::string>& keys = *named.front();
  const std::string& kind = keys.front();
  check_keys(*table, keys, "[model]", diagnostics);
  if (const Node::Entry* outputs = table->find("outputs");
      (kind == "plugin" || kind == "builtin") && outputs != nullptr && outputs->value.is_table()) {
    diagnostics.error("U201",
                      "`outputs` of a " +
                          std::string(kind == "plugin"      ? "plugin"
                                      : kind == "surrogate" ? "surrogate"
                                                            : "built-in model") +
                          " must be a list of names, but it is a table",
                      outputs->value.place,
                      "write [\"name\", \"other\"]");
  }
  if (kind != "plugin" && kind != "command") {
    expect_no_processes(kind, options.place, diagnostics);
  }
  std::optional<ReadPlugin> plugin;
  std::optional<ReadCommand> command;
  std::optional<ReadTable> rows;
  std::optional<StoredSurrogate> surrogate;
  std::optional<Model> model;
  if (kind == "table") {
    rows = read_table(root, *table, folder, diagnostics);
    model = rows ? std::optional(rows->model) : std::nullopt;
  } else if (kind == "surrogate") {
    surrogate = read_stored_surrogate(*table, folder, diagnostics);
    model =
        surrogate
            ? std::optional(as_model(surrogate->loaded.surrogate, "surrogate " + surrogate->file))
            : std::nullopt;
  } else if (kind == "plugin") {
    plugin = read_plugin(*table, file, options, diagnostics);
    model = plugin ? std::optional(plugin->model) : std::nullopt;
  } else if (kind == "command") {
    command = read_command(root, *table, file, options, diagnostics);
    model = command ? std::optional(command->model) : std::nullopt;
  } else {
    const Node& value = table->find(kind)->value;
    model = kind == "builtin" ? read_builtin(*table, value, diagnostics)
                              : read_expression(root, *table, value, diagnostics);
  }
  if (!model) {
    return {};
  }
  std::vector<Index> outputs = chosen_outputs(*table, *model, diagnostics);
  return ReadModel{.model = std::move(*model),
                   .text = plugin              ? plugin->text
                           : surrogate         ? "surrogate of " + surrogate->loaded.model
                           : command           ? command->text
                           : kind == "builtin" ? table->find(kind)->value.string()
                                               : kind,
                   .foreign = plugin ? std::optional(plugin->foreign) : std::nullopt,
                   .program = command ? std::optional(command->program) : std::nullopt,
                   .workers = plugin    ? plugin->workers
                              : command ? command->workers
                                        : nullptr,
                   .outputs = std::move(outputs),
                   .table = std::move(rows),
                   .surrogate = std::move(surrogate)};
}

}  // namespace uq::studies
