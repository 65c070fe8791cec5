#include "studies/read/read_constraints.hpp"

#include "perfmodels/derived.hpp"
#include "studies/file/text_detail.hpp"
#include "studies/read/formula_units.hpp"
#include "studies/read/keys.hpp"

namespace uq::studies {

namespace {

/// What conditions may name: the inputs of the study, then derived names.
std::vector<InputVariable> names(const Problem& problem, const std::vector<DerivedInput>& derived) {
  std::vector<InputVariable> all = problem.model.inputs();
  for (const DerivedInput& input : derived) {
    all.push_back({.name = input.name, .unit = input.unit});
  }
  return all;
}

void read_condition(const Node& node,
                    const std::vector<DerivedInput>& derived,
                    Problem& problem,
                    Diagnostics& diagnostics) {
  if (!node.is_string()) {
    diagnostics.error("U201",
                      "a condition must be a formula in quotes, but it is " + node.kind(),
                      node.place,
                      "write \"a * b <= 64\"");
    return;
  }
  const std::vector<InputVariable> known = names(problem, derived);
  std::vector<FormulaVariable> variables;
  for (const InputVariable& input : known) {
    variables.push_back({input.name, input.unit});
  }
  const std::string subject = "condition \"" + shortened(node.string(), 60) + "\"";
  const auto resolved = resolve_formula(node, variables, subject, diagnostics);
  if (!resolved) {
    return;
  }
  try {
    perfmodels::ColumnFormulas(known, {{"=", resolved->text}});
    std::map<std::string, std::string> definitions;
    for (const DerivedInput& input : derived) {
      definitions[input.name] = input.formula;
    }
    Constraint constraint =
        perfmodels::constraint(node.string(),
                               perfmodels::substituted(resolved->text, definitions),
                               problem.model.inputs());
    if (constraint.columns.empty()) {
      diagnostics.error("U314", subject + " names no input", node.place);
      return;
    }
    problem.constraints.push_back(std::move(constraint));
  } catch (const perfmodels::FormulaError& error) {
    report_formula(node, subject, error, names_of(known), diagnostics);
  }
}

}  // namespace

void read_constraints(const Node& root,
                      const std::vector<DerivedInput>& derived,
                      Problem& problem,
                      Diagnostics& diagnostics) {
  const Node* table = table_at(root, "constraints", "[constraints]", diagnostics);
  if (table == nullptr) {
    return;
  }
  check_keys(*table, {"require"}, "[constraints]", diagnostics);
  const Node::Entry* require = table->find("require");
  if (require == nullptr) {
    return;
  }
  if (require->value.is_string()) {
    read_condition(require->value, derived, problem, diagnostics);
  } else if (require->value.is_array()) {
    for (const Node& node : require->value.array()) {
      read_condition(node, derived, problem, diagnostics);
    }
  } else {
    diagnostics.error("U201",
                      "`require` must be a list of formulas, but it is " + require->value.kind(),
                      require->value.place,
                      "write [\"a * b <= 64\"]");
  }
}

}  // namespace uq::studies
