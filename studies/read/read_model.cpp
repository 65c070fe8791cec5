#include "studies/read/read_model.hpp"

#include "perfmodels/expression.hpp"
#include "studies/file/text_detail.hpp"
#include "studies/file/units.hpp"
#include "studies/read/declared_inputs.hpp"
#include "studies/read/formula_units.hpp"
#include "studies/read/keys.hpp"
#include "studies/read/outputs.hpp"
#include "studies/read/read_plugin.hpp"
#include "studies/tables/models.hpp"

#include <algorithm>
#include <array>

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

std::optional<Model> build_builtin(const Node& model, const Node& name, Diagnostics& diagnostics) {
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

/// Units of [model.outputs] NAME = { unit = "ms" }.
void read_output_units(const Node& outputs,
                       std::vector<perfmodels::Formula>& formulas,
                       Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const perfmodels::Formula& formula : formulas) {
    names.push_back(formula.name);
  }
  for (const Node::Entry& entry : outputs.table()) {
    const auto formula =
        std::find_if(formulas.begin(), formulas.end(), [&](const perfmodels::Formula& f) {
          return f.name == entry.key;
        });
    if (formula == formulas.end()) {
      unknown_name("U105", "output", entry.key, names, entry.place, diagnostics);
    } else if (!entry.value.is_table()) {
      diagnostics.error("U201",
                        "`" + entry.key + "` must be a table, but it is " + entry.value.kind(),
                        entry.value.place,
                        "write { unit = \"ms\" }");
    } else {
      check_keys(entry.value, {"unit"}, "an output", diagnostics);
      if (const auto unit = text_at(entry.value, "unit", diagnostics)) {
        if (!parse_unit(*unit)) {
          diagnostics.error("U210",
                            "unknown unit `" + *unit + "` of `" + entry.key + "`",
                            entry.value.find("unit")->value.place);
        }
        formula->unit = *unit;
      }
    }
  }
}

/// Unit that [model.outputs] declares for an output, if it does and a unit can be understood.
std::string declared_unit(const Node& model, const std::string& output) {
  const Node::Entry* outputs = model.find("outputs");
  const Node::Entry* entry =
      outputs != nullptr && outputs->value.is_table() ? outputs->value.find(output) : nullptr;
  const Node::Entry* unit =
      entry != nullptr && entry->value.is_table() ? entry->value.find("unit") : nullptr;
  return unit != nullptr && unit->value.is_string() ? unit->value.string() : std::string{};
}

/// The formula without units; empty once a problem of its units is reported.
std::optional<std::string> without_units(const Node& model,
                                         const Node::Entry& formula,
                                         const std::vector<InputVariable>& inputs,
                                         Diagnostics& diagnostics) {
  std::vector<FormulaVariable> variables;
  for (const InputVariable& input : inputs) {
    variables.push_back({input.name, input.unit});
  }
  const std::string subject = "formula `" + formula.key + "`";
  const std::string unit = declared_unit(model, formula.key);
  auto resolved = resolve_formula(formula.value, variables, subject, diagnostics, unit);
  if (!resolved) {
    return {};
  }
  if (resolved->converted && resolved->unit && unit.empty()) {
    diagnostics
        .error("U222", subject + " converts units, but its own is not given", formula.value.place)
        .notes.push_back("help: add [model.outputs] " + formula.key + " = { unit = \"" +
                         unit_text(*resolved->unit) + "\" }");
    return {};
  }
  return std::move(resolved->text);
}

/// The formulas under `table`, those that do not compile replaced by a constant once reported: the
/// rest of the study can then still be checked against the outputs. Empty when a name is faulty.
std::optional<std::vector<perfmodels::Formula>> read_formulas(
    const Node& model,
    const Node& table,
    const std::vector<InputVariable>& inputs,
    Diagnostics& diagnostics) {
  const std::vector<std::string> names = names_of(inputs);
  std::vector<perfmodels::Formula> formulas;
  bool named = true;
  for (const Node::Entry& entry : table.table()) {
    if (!is_identifier(entry.key) ||
        std::find(names.begin(), names.end(), entry.key) != names.end()) {
      diagnostics.error("U118",
                        "`" + entry.key + "` cannot name an output",
                        entry.place,
                        is_identifier(entry.key) ? "an input is called so"
                                                 : "a letter, then letters, digits and _");
      named = false;
    } else if (!entry.value.is_string()) {
      diagnostics.error(
          "U201",
          "formula `" + entry.key + "` must be text in quotes, but it is " + entry.value.kind(),
          entry.value.place);
      formulas.push_back({entry.key, "0"});
    } else {
      const auto text = without_units(model, entry, inputs, diagnostics);
      formulas.push_back({entry.key, text.value_or("0")});
      try {  // one by one, so that every faulty formula is reported
        perfmodels::ExpressionModel(inputs, {formulas.back()});
      } catch (const perfmodels::FormulaError& error) {
        report_formula(entry.value, "formula `" + entry.key + "`", error, names, diagnostics);
        formulas.back().text = "0";
      }
    }
  }
  return named ? std::optional(std::move(formulas)) : std::nullopt;
}

std::optional<Model> build_expression(const Node& root,
                                      const Node& model,
                                      const Node& table,
                                      Diagnostics& diagnostics) {
  if (!table.is_table() || table.table().empty()) {
    diagnostics.error("U201",
                      "`expression` must be a table of formulas, but it is " +
                          (table.is_table() ? "an empty table" : table.kind()),
                      table.place,
                      "write { y = \"x1 + 2*x2\" }");
    return {};
  }
  const std::size_t before = diagnostics.error_count();
  const std::vector<InputVariable> inputs = declared_inputs(root, diagnostics);
  const bool inputs_are_sound = diagnostics.error_count() == before;
  auto formulas = read_formulas(model, table, inputs, diagnostics);
  if (!formulas) {
    return {};
  }
  if (const Node::Entry* outputs = model.find("outputs");
      outputs != nullptr && outputs->value.is_table()) {
    read_output_units(outputs->value, *formulas, diagnostics);
  }
  if (!inputs_are_sound) {
    return {};
  }
  return perfmodels::ExpressionModel(inputs, *formulas);
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
              "help: add [model] with builtin = \"…\", expression = { y = \"…\" } or plugin = "
              "\"….so\"; `uq models` lists the built-in ones");
    }
    return {};
  }
  // Each kind with the keys it takes.
  static const std::vector<std::vector<std::string>> kinds{
      {"builtin", "config", "outputs"},
      {"expression", "outputs"},
      {"plugin", "model", "config", "outputs"}};
  static const std::vector<std::string> later{"command", "umbridge", "table"};
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
          .notes.push_back("available: builtin, expression, plugin");
      return {};
    }
  }
  if (named.size() != 1) {
    diagnostics
        .error("U107",
               named.empty() ? "[model] names no model" : "[model] names several models",
               table->place)
        .notes.push_back(
            "help: exactly one of builtin = \"…\", expression = { y = \"…\" } and plugin = "
            "\"….so\"");
    return {};
  }
  const std::vector<std::string>& keys = *named.front();
  const std::string& kind = keys.front();
  check_keys(*table, keys, "[model]", diagnostics);
  if (const Node::Entry* outputs = table->find("outputs");
      kind != "expression" && outputs != nullptr && outputs->value.is_table()) {
    diagnostics.error("U201",
                      "`outputs` of a " +
                          std::string(kind == "plugin" ? "plugin" : "built-in model") +
                          " must be a list of names, but it is a table",
                      outputs->value.place,
                      "write [\"name\", \"other\"]");
  }
  std::optional<ReadPlugin> plugin;
  std::optional<Model> model;
  if (kind == "plugin") {
    plugin = read_plugin(root, *table, file, options, diagnostics);
    model = plugin ? std::optional(plugin->model) : std::nullopt;
  } else {
    const Node& value = table->find(kind)->value;
    model = kind == "builtin" ? build_builtin(*table, value, diagnostics)
                              : build_expression(root, *table, value, diagnostics);
  }
  if (!model) {
    return {};
  }
  std::vector<Index> outputs = chosen_outputs(*table, *model, diagnostics);
  return ReadModel{.model = std::move(*model),
                   .text = plugin              ? plugin->text
                           : kind == "builtin" ? table->find(kind)->value.string()
                                               : kind,
                   .foreign = plugin ? std::optional(plugin->foreign) : std::nullopt,
                   .outputs = std::move(outputs)};
}

}  // namespace uq::studies
