#include "studies/read/read_expression.hpp"

#include "perfmodels/expression.hpp"
#include "studies/file/units.hpp"
#include "studies/read/declared_inputs.hpp"
#include "studies/read/formula_units.hpp"
#include "studies/read/keys.hpp"

#include <algorithm>

namespace uq::studies {

namespace {

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

}  // namespace

std::optional<Model> read_expression(const Node& root,
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

}  // namespace uq::studies
