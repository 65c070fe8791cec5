#include "studies/read/read_builtin.hpp"

#include "studies/read/keys.hpp"
#include "studies/tables/models.hpp"

#include <algorithm>

namespace uq::studies {

namespace {

using perfmodels::Config;

std::optional<perfmodels::ConfigValue> config_value(const Node& node) {
  if (const auto* flag = std::get_if<bool>(&node.value)) {
    return *flag;
  }
  if (const auto* whole = std::get_if<std::int64_t>(&node.value)) {
    return *whole;
  }
  if (const auto* number = std::get_if<double>(&node.value)) {
    return *number;
  }
  if (node.is_string()) {
    return node.string();
  }
  if (node.is_array() && std::all_of(node.array().begin(), node.array().end(), [](const Node& n) {
        return n.is_number();
      })) {
    std::vector<double> values;
    std::transform(
        node.array().begin(), node.array().end(), std::back_inserter(values), [](const Node& n) {
          return n.number();
        });
    return values;
  }
  return {};
}

/// [model] config as plain values; keys the model does not know are reported.
Config read_config(const Node& model, const BuiltinModel& row, Diagnostics& diagnostics) {
  Config config;
  const Node* table = table_at(model, "config", "config = { gpu = \"H100-SXM\" }", diagnostics);
  if (table == nullptr) {
    return config;
  }
  std::vector<std::string> keys;
  for (const perfmodels::ConfigKey& key : row.config()) {
    keys.push_back(key.name);
  }
  check_keys(*table, keys, "config of `" + row.name + "`", diagnostics);
  for (const Node::Entry& entry : table->table()) {
    if (std::find(keys.begin(), keys.end(), entry.key) == keys.end()) {
      continue;
    }
    if (auto value = config_value(entry.value)) {
      config.emplace(entry.key, std::move(*value));
    } else {
      diagnostics.error(
          "U201", "`" + entry.key + "` cannot be " + entry.value.kind(), entry.value.place);
    }
  }
  return config;
}

}  // namespace

std::optional<Model> read_builtin(const Node& model, const Node& name, Diagnostics& diagnostics) {
  if (!name.is_string()) {
    diagnostics.error(
        "U201", "`builtin` must be text in quotes, but it is " + name.kind(), name.place);
    return {};
  }
  std::vector<std::string> names;
  for (const BuiltinModel& row : builtin_models()) {
    names.push_back(row.name);
  }
  const auto row = std::find_if(builtin_models().begin(),
                                builtin_models().end(),
                                [&](const BuiltinModel& r) { return r.name == name.string(); });
  if (row == builtin_models().end()) {
    unknown_name("U106", "model", name.string(), names, name.place, diagnostics);
    return {};
  }
  Config config = read_config(model, *row, diagnostics);
  const Node::Entry* table = model.find("config");
  // A model names the first faulty key; without it, the next one.
  for (bool sound = true;; sound = false) {
    try {
      Model built = row->make(config);
      return sound ? std::optional(std::move(built)) : std::nullopt;
    } catch (const perfmodels::ConfigError& error) {
      const Node::Entry* key =
          table != nullptr && table->value.is_table() ? table->value.find(error.key) : nullptr;
      Diagnostic& diagnostic =
          diagnostics.error("U121", error.what(), key != nullptr ? key->value.place : name.place);
      if (!error.hint.empty()) {
        diagnostic.notes.push_back(error.hint);
      }
      if (config.erase(error.key) == 0) {
        return {};
      }
    }
  }
}

}  // namespace uq::studies
