#include "studies/read/read_derived.hpp"

#include "perfmodels/derived.hpp"
#include "studies/file/units.hpp"
#include "studies/read/declared_inputs.hpp"
#include "studies/read/formula_units.hpp"
#include "studies/read/keys.hpp"

#include <algorithm>
#include <set>

namespace uq::studies {

namespace {

using perfmodels::FormulaError;

/// An entry of [derived] while it is read.
struct Definition {
  DerivedInput input;
  const Node::Entry* entry;
  const Node* text;  ///< the formula
};

/// Names a formula mentions; none when it cannot be scanned, which is reported when it is compiled.
std::vector<std::string> mentioned(const std::string& formula) {
  try {
    return perfmodels::variables_of(formula);
  } catch (const FormulaError&) {
    return {};
  }
}

bool mentions(const std::string& formula, const std::string& name) {
  const std::vector<std::string> names = mentioned(formula);
  return std::find(names.begin(), names.end(), name) != names.end();
}

const InputVariable* find(const std::vector<InputVariable>& inputs, const std::string& name) {
  const auto found = std::find_if(
      inputs.begin(), inputs.end(), [&](const InputVariable& input) { return input.name == name; });
  return found == inputs.end() ? nullptr : &*found;
}

/// The formula of an entry: text, or a table with `formula` and `unit`.
std::optional<Definition> read_definition(const Node::Entry& entry,
                                          const Model& model,
                                          Diagnostics& diagnostics) {
  Definition definition{
      {.name = entry.key, .unit = "1", .text = {}, .formula = {}}, &entry, nullptr};
  const InputVariable* input = find(model.inputs(), entry.key);
  if (input != nullptr) {
    definition.input.unit = input->unit;
  }
  definition.text = &entry.value;
  if (entry.value.is_table()) {
    check_keys(entry.value, {"formula", "unit", "doc"}, "a derived input", diagnostics);
    text_at(entry.value, "doc", diagnostics);
    const auto unit = text_at(entry.value, "unit", diagnostics);
    if (unit && input != nullptr && *unit != input->unit) {
      diagnostics.error("U125",
                        "`" + entry.key + "` is in " + input->unit + ", the model's unit",
                        entry.value.find("unit")->value.place);
    } else if (unit) {
      definition.input.unit = *unit;
      if (!parse_unit(*unit)) {
        diagnostics.error("U210",
                          "unknown unit `" + *unit + "` of `" + entry.key + "`",
                          entry.value.find("unit")->value.place);
      }
    }
    const Node::Entry* formula = entry.value.find("formula");
    definition.text = formula == nullptr ? nullptr : &formula->value;
  }
  if (definition.text == nullptr || !definition.text->is_string()) {
    diagnostics.error(
        "U201",
        "`" + entry.key + "` must be a formula in quotes, but it is " +
            (definition.text == nullptr ? "a table without one" : definition.text->kind()),
        definition.text == nullptr ? entry.value.place : definition.text->place,
        "write \"a * b\", or { formula = \"a * b\", unit = \"ms\" }");
    return {};
  }
  definition.input.text = definition.text->string();
  return definition;
}

/// Formulas of [constraints], as far as they are texts.
std::vector<std::string> conditions(const Node& root) {
  std::vector<std::string> texts;
  const Node::Entry* table = root.find("constraints");
  const Node::Entry* require =
      table != nullptr && table->value.is_table() ? table->value.find("require") : nullptr;
  if (require != nullptr && require->value.is_array()) {
    for (const Node& node : require->value.array()) {
      if (node.is_string()) {
        texts.push_back(node.string());
      }
    }
  }
  return texts;
}

/// Keys of [inputs] that are for formulas only.
std::vector<InputVariable> additional_inputs(const Node& root,
                                             const Model& model,
                                             const std::vector<Definition>& definitions,
                                             Diagnostics& diagnostics) {
  std::vector<InputVariable> additional;
  const Node::Entry* table = root.find("inputs");
  for (const Node::Entry& entry :
       table == nullptr || !table->value.is_table() ? Node::Table{} : table->value.table()) {
    const bool used = std::any_of(definitions.begin(), definitions.end(), [&](const auto& d) {
      return mentions(d.input.text, entry.key);
    });
    const bool defined = std::any_of(definitions.begin(), definitions.end(), [&](const auto& d) {
      return d.input.name == entry.key;
    });
    if (used && !defined && find(model.inputs(), entry.key) == nullptr) {
      if (auto input = declared_input(entry, diagnostics)) {
        additional.push_back(std::move(*input));
      }
    }
  }
  return additional;
}

void check_names(const Node& root,
                 const Model& model,
                 const std::vector<Definition>& definitions,
                 Diagnostics& diagnostics) {
  std::vector<std::string> formulas = conditions(root);
  for (const Definition& definition : definitions) {
    formulas.push_back(definition.input.text);
  }
  const Node::Entry* given = root.find("inputs");
  for (const Definition& definition : definitions) {
    const std::string& name = definition.input.name;
    if (given != nullptr && given->value.is_table() && given->value.find(name) != nullptr) {
      diagnostics.error("U135",
                        "`" + name + "` is both derived and given in [inputs]",
                        definition.entry->place,
                        "keep one");
    } else if (find(model.inputs(), name) == nullptr &&
               std::none_of(formulas.begin(), formulas.end(), [&](const std::string& formula) {
                 return mentions(formula, name);
               })) {
      unknown_name(
          "U104", "input", name, names_of(model.inputs()), definition.entry->place, diagnostics);
    } else if (!is_identifier(name) || perfmodels::is_reserved(name)) {
      if (find(model.inputs(), name) == nullptr) {  // an input of the model may have any name
        diagnostics.error("U118",
                          "`" + name + "` cannot be used in a formula",
                          definition.entry->place,
                          "a letter, then letters, digits and _");
      }
    }
  }
}

/// Compiles each formula for itself, so that a fault is reported at its place.
void compile(std::vector<Definition>& definitions,
             const std::vector<InputVariable>& inputs,
             Diagnostics& diagnostics) {
  std::vector<FormulaVariable> variables;
  for (const InputVariable& input : inputs) {
    variables.push_back({input.name, input.unit});
  }
  for (Definition& definition : definitions) {
    const std::string subject = "derived input `" + definition.input.name + "`";
    const auto resolved =
        resolve_formula(*definition.text, variables, subject, diagnostics, definition.input.unit);
    if (!resolved) {
      continue;
    }
    definition.input.formula = resolved->text;
    try {
      perfmodels::ColumnFormulas(inputs, {{"=", resolved->text}});
    } catch (const FormulaError& error) {
      report_formula(*definition.text, subject, error, names_of(inputs), diagnostics);
    }
  }
}

/// Replaces derived names by their formulas, innermost first.
class Substitution {
 public:
  Substitution(std::vector<Definition>& definitions, Diagnostics& diagnostics)
      : definitions_(definitions), diagnostics_(diagnostics) {}

  void run() {
    for (Definition& definition : definitions_) {
      visit(definition);
    }
  }

 private:
  /// @return false when the definition leads back to itself
  bool visit(Definition& definition) {
    const std::string& name = definition.input.name;
    if (done_.contains(name)) {
      return true;
    }
    if (!open_.insert(name).second) {
      return false;
    }
    for (Definition& other : definitions_) {
      if (mentions(definition.input.formula, other.input.name) && !visit(other)) {
        diagnostics_.error(
            "U135",
            "`" + name + "` is derived from itself, by way of `" + other.input.name + "`",
            definition.entry->place);
        done_.insert(name);
        return true;
      }
    }
    try {
      definition.input.formula = perfmodels::substituted(definition.input.formula, formulas_);
    } catch (const FormulaError& error) {
      diagnostics_.error(
          "U130", "derived input `" + name + "`: " + error.what(), definition.text->place);
    }
    formulas_[name] = definition.input.formula;
    done_.insert(name);
    return true;
  }

  std::vector<Definition>& definitions_;
  Diagnostics& diagnostics_;
  std::set<std::string> open_, done_;
  std::map<std::string, std::string> formulas_;
};

}  // namespace

std::optional<ReadDerived> read_derived(const Node& root, Model model, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  const Node* table = table_at(root, "derived", "[derived]", diagnostics);
  if (table == nullptr) {
    return diagnostics.error_count() == before
               ? std::optional(ReadDerived{std::move(model), {}, {}})
               : std::nullopt;
  }
  std::vector<Definition> definitions;
  for (const Node::Entry& entry : table->table()) {
    if (auto definition = read_definition(entry, model, diagnostics)) {
      definitions.push_back(std::move(*definition));
    }
  }
  check_names(root, model, definitions, diagnostics);
  const std::vector<InputVariable> additional =
      additional_inputs(root, model, definitions, diagnostics);
  std::vector<InputVariable> inputs = model.inputs();
  inputs.insert(inputs.end(), additional.begin(), additional.end());
  for (const Definition& definition : definitions) {
    if (find(inputs, definition.input.name) == nullptr) {
      inputs.push_back({.name = definition.input.name, .unit = definition.input.unit});
    }
  }
  compile(definitions, inputs, diagnostics);
  if (diagnostics.error_count() != before) {
    return {};
  }
  Substitution(definitions, diagnostics).run();
  if (diagnostics.error_count() != before) {
    return {};
  }
  ReadDerived result{std::move(model), {}, {}};
  std::vector<perfmodels::Formula> formulas;
  for (Definition& definition : definitions) {
    if (find(result.model.inputs(), definition.input.name) != nullptr) {
      formulas.push_back({definition.input.name, definition.input.formula});
    }
    result.inputs.push_back(std::move(definition.input));
  }
  result.before = [additional, formulas](Model other) {
    return perfmodels::derived(std::move(other), additional, formulas);
  };
  result.model = result.before(std::move(result.model));
  return result;
}

}  // namespace uq::studies
