#include "perfmodels/derived.hpp"
#include "studies/cli/commands.hpp"
#include "studies/cli/stray_output.hpp"
#include "studies/file/bind.hpp"
#include "studies/file/input_value.hpp"
#include "studies/file/node.hpp"
#include "studies/read/bounds.hpp"
#include "studies/read/keys.hpp"
#include "studies/read/read_study.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace uq::studies {

namespace {

bool is_derived(const Study& study, const std::string& name) {
  return std::any_of(study.derived.begin(), study.derived.end(), [&](const DerivedInput& input) {
    return input.name == name;
  });
}

/// The nominal point with each `input=value` applied: a number or a quantity, written as in a
/// study.
Vector point(const Study& study, const std::vector<std::string>& assignments) {
  Vector x = study.problem.fixed;
  const std::vector<InputVariable>& inputs = study.problem.model.inputs();
  const std::vector<std::string> names = names_of(inputs);
  Node given{Node::Table{}, {}};
  for (const std::string& assignment : assignments) {
    set_value(given, assignment);
  }
  Diagnostics diagnostics;
  for (const auto& [name, place, node] : given.table()) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end() && is_derived(study, name)) {
      diagnostics.error("U104", "`" + name + "` is derived: set what it is derived from", place);
      continue;
    }
    if (found == names.end()) {
      unknown_name("U104", "input", name, names, place, diagnostics);
      continue;
    }
    const auto column = found - names.begin();
    const InputVariable& input = inputs[static_cast<std::size_t>(column)];
    if (const auto value = read_input_value(node, input, "`" + name + "`", diagnostics)) {
      if (const std::string outside = outside_bounds(input, *value); !outside.empty()) {
        diagnostics.error("U124", outside, place);
      }
      x(column) = *value;
    }
  }
  diagnostics.throw_if_errors();
  return x;
}

/// Values of the derived inputs at a point.
std::vector<double> derived_values(const Study& study, const Vector& x) {
  std::vector<perfmodels::Formula> formulas;
  for (const DerivedInput& input : study.derived) {
    formulas.push_back({input.name, input.formula});
  }
  const perfmodels::ColumnFormulas compiled(study.problem.model.inputs(), formulas);
  Matrix y(1, compiled.size());
  compiled.evaluate(x.transpose(), y);
  return {y.data(), y.data() + y.size()};
}

/// Conditions of the study that do not hold at a point.
std::vector<std::string> broken_conditions(const Study& study, const Vector& x) {
  std::vector<std::string> broken;
  for (const Constraint& constraint : study.problem.constraints) {
    std::array<bool, 1> holds{};
    constraint.holds(x.transpose(), holds);
    if (!holds[0]) {
      broken.push_back(constraint.text);
    }
  }
  return broken;
}

}  // namespace

int eval_command(const StudyArguments& arguments) {
  const Consent consent = given_consent(arguments.allow_exec);
  const std::string& file = arguments.studies.front();
  const Study study = kept_apart([&] { return read_study(read_file(file), file, {}, consent); });
  if (study.table) {
    Diagnostics diagnostics;
    diagnostics.error(
        "U436", "a table has no model to evaluate", {.file = study.file, .line = 0, .column = 0});
    diagnostics.throw_if_errors();
  }
  const Vector x = point(study, arguments.set);
  const std::vector<InputVariable>& inputs = study.problem.model.inputs();
  const std::vector<OutputVariable>& outputs = study.problem.model.outputs();
  Matrix y = Matrix::Constant(1, static_cast<Index>(outputs.size()), std::nan(""));
  std::array status{RowStatus::ok};
  std::string message;
  BatchResult result{y, status, [&](Index, const std::string& text) { message = text; }};
  kept_apart([&] {
    study.problem.model.evaluate(x.transpose(), result);
    return true;
  });
  report_workers(study);

  nlohmann::ordered_json json{{"status", std::string(name(status[0]))}};
  if (!message.empty()) {
    json["message"] = message;
  }
  std::string text = fmt::format(
      "status  {}{}\n\ninputs\n", name(status[0]), message.empty() ? "" : ": " + message);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const double value = x(static_cast<Index>(i));
    if (inputs[i].kind == InputKind::categorical) {
      const std::string category = input_value_text(inputs[i], value);
      json["inputs"][inputs[i].name] = category;
      text += fmt::format("  {:<20} {:>14}\n", inputs[i].name, category);
    } else {
      json["inputs"][inputs[i].name] = value;
      text += fmt::format("  {:<20} {:>14.8g} {}\n", inputs[i].name, value, inputs[i].unit);
    }
  }
  const std::vector<double> derived = derived_values(study, x);
  text += derived.empty() ? "" : "\nderived\n";
  for (std::size_t k = 0; k < derived.size(); ++k) {
    const DerivedInput& input = study.derived[k];
    json["derived"][input.name] = derived[k];  // JSON has no NaN: null
    text += fmt::format("  {:<20} {:>14.8g} {}\n", input.name, derived[k], input.unit);
  }
  const std::vector<std::string> broken = broken_conditions(study, x);
  text += broken.empty() ? "" : "\nconditions that do not hold here\n";
  for (const std::string& condition : broken) {
    json["broken_conditions"].push_back(condition);
    text += fmt::format("  {}\n", condition);
  }
  text += "\noutputs\n";
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const double value = y(0, static_cast<Index>(k));
    const bool category = outputs[k].kind == OutputKind::categorical && !std::isnan(value);
    if (category) {
      const std::string& label = outputs[k].categories[static_cast<std::size_t>(value)];
      json["outputs"][outputs[k].name] = label;
      text += fmt::format("  {:<20} {:>14}\n", outputs[k].name, label);
    } else {
      json["outputs"][outputs[k].name] =
          std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
      text += fmt::format("  {:<20} {:>14} {}\n",
                          outputs[k].name,
                          std::isfinite(value) ? fmt::format("{:.8g}", value) : "no value",
                          outputs[k].unit);
    }
  }
  fmt::print("{}", arguments.json ? json.dump(1) + "\n" : text);
  return status[0] == RowStatus::ok ? 0 : 3;
}

}  // namespace uq::studies
