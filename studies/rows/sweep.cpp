#include "studies/rows/sweep.hpp"

#include "studies/file/input_value.hpp"
#include "studies/read/bounds.hpp"
#include "studies/read/keys.hpp"
#include "uq/core/describe.hpp"
#include "uq/propagation/propagate.hpp"
#include "uq/sensitivity/sobol_convergence.hpp"

#include <algorithm>
#include <set>

namespace uq::studies {

namespace {

template <class Result>
void add_names(std::set<std::string>& names) {
  for_each_field<Result>([&](const auto& field) { names.emplace(field.name); });
}

/// Names a swept input cannot have, being a dimension of the result itself: those of its other
/// dimensions, of the variables of every method that sweeps, and of the groups beside them.
const std::set<std::string>& taken() {
  static const std::set<std::string> names = [] {
    std::set<std::string> all{axis_names.begin(), axis_names.end()};
    add_names<propagation::Bands>(all);
    add_names<sensitivity::SobolIndices>(all);
    add_names<sensitivity::SobolConvergence>(all);
    all.insert({"dropped_share",
                "dropped_share_undefined",
                "dropped_share_upper",
                "failure",
                "failure_message",
                "failure_p",
                "failure_row",
                "failure_status",
                "input_unit",
                "members",
                "sample",
                "samples",
                "status",
                "threshold_output",
                "threshold_unit",
                "undefined",
                "unit",
                "x",
                "y"});
    return all;
  }();
  return names;
}

/// A name the input could have instead.
std::string other_name(const std::string& name) {
  return (is_identifier(name) ? name : "input") + "_swept";
}

std::vector<double> read_values(const Node& node,
                                const InputVariable& input,
                                Diagnostics& diagnostics) {
  std::vector<double> values;
  const std::string subject = "`" + input.name + "`";
  if (!node.is_array() || node.array().empty()) {
    diagnostics.error("U201",
                      "the sweep of " + subject + " must be a list of values, but it is " +
                          (node.is_array() ? "an empty array" : node.kind()),
                      node.place,
                      "write [1, 2, 4]");
    return values;
  }
  std::set<double> seen;
  for (const Node& item : node.array()) {
    const std::optional<double> value = read_input_value(item, input, subject, diagnostics);
    if (!value) {
      continue;
    }
    if (const std::string outside = outside_bounds(input, *value); !outside.empty()) {
      diagnostics.error("U124", outside, item.place);
    } else if (!seen.insert(*value).second) {
      diagnostics.error("U113", "the sweep of " + subject + " names a value twice", item.place);
    }
    values.push_back(*value);
  }
  return values;
}

}  // namespace

Sweep read_sweep(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
  Sweep sweep;
  const Node::Entry* entry = table.find("sweep");
  if (entry == nullptr) {
    return sweep;
  }
  if (!entry->value.is_table() || entry->value.table().empty()) {
    diagnostics.error("U201",
                      "`sweep` must be a table of inputs and their values, but it is " +
                          (entry->value.is_table() ? "an empty table" : entry->value.kind()),
                      entry->value.place,
                      "write { batch = [1, 2, 4] }");
    return sweep;
  }
  const std::vector<InputVariable>& inputs = scope.problem.model.inputs();
  for (const Node::Entry& item : entry->value.table()) {
    const auto found = std::find_if(inputs.begin(), inputs.end(), [&](const InputVariable& input) {
      return input.name == item.key;
    });
    if (found == inputs.end()) {
      const std::vector<std::string> names = names_of(inputs);
      unknown_name("U104", "input", item.key, names, item.place, diagnostics);
      continue;
    }
    if (scope.on != nullptr &&
        std::find(scope.on->inputs.begin(), scope.on->inputs.end(), item.key) ==
            scope.on->inputs.end()) {
      diagnostics
          .error("U509",
                 "`" + item.key + "` cannot be swept on `" + scope.on->name +
                     "`: the surrogate does not have it",
                 item.place)
          .notes.push_back(known(scope.on->inputs));
    }
    if (!is_identifier(item.key) || taken().contains(item.key)) {
      diagnostics
          .error("U323",
                 "`" + item.key + "` cannot be swept: " +
                     (is_identifier(item.key) ? "the result has a part of that name"
                                              : "its name cannot be a dimension's"),
                 item.place)
          .notes.emplace_back(
              "help: rename the input in the model, or sweep an input of another "
              "name that gives its values: [derived] " +
              item.key + " = \"" + other_name(item.key) + "\"");
    }
    SweptInput swept{item.key,
                     found->unit,
                     found - inputs.begin(),
                     read_values(item.value, *found, diagnostics)};
    if (found->kind == InputKind::categorical || found->kind == InputKind::boolean) {
      for (const double value : swept.values) {
        swept.labels.push_back(input_value_text(*found, value));
      }
    }
    sweep.push_back(std::move(swept));
  }
  return sweep;
}

void refuse_swept_conditions(const Node& table,
                             const Sweep& sweep,
                             const Problem& problem,
                             Diagnostics& diagnostics) {
  for (const SweptInput& input : sweep) {
    for (const Constraint& constraint : problem.constraints) {
      if (std::find(constraint.columns.begin(), constraint.columns.end(), input.column) !=
          constraint.columns.end()) {
        diagnostics
            .error("U316",
                   "`" + input.name + "` cannot be swept: the condition \"" + constraint.text +
                       "\" depends on it, and every setting gets the same draws",
                   table.find("sweep")->value.place)
            .notes.emplace_back(
                "help: one analysis for each setting, or a condition on other inputs");
      }
    }
  }
}

Index settings(const Sweep& sweep) {
  Index product = 1;
  for (const SweptInput& input : sweep) {
    product *= static_cast<Index>(input.values.size());
  }
  return product;
}

Problem narrow(const Sweep& sweep, Problem problem) {
  std::vector<Index> kept;
  for (Index k = 0; k < problem.dims(); ++k) {
    const Index column = problem.inputs[static_cast<std::size_t>(k)].column;
    if (std::none_of(sweep.begin(), sweep.end(), [&](const SweptInput& input) {
          return input.column == column;
        })) {
      kept.push_back(k);
    }
  }
  problem = restricted(std::move(problem), kept);
  if (settings(sweep) > 0) {
    set(sweep, 0, problem);
  }
  return problem;
}

void set(const Sweep& sweep, Index s, Problem& problem) {
  for (auto input = sweep.rbegin(); input != sweep.rend(); ++input) {
    const auto count = static_cast<Index>(input->values.size());
    problem.fixed(input->column) = input->values[static_cast<std::size_t>(s % count)];
    s /= count;
  }
}

std::vector<Dimension> dimensions(const Sweep& sweep) {
  std::vector<Dimension> dims;
  for (const SweptInput& input : sweep) {
    dims.push_back({.name = input.name,
                    .labels = input.labels,
                    .values = input.labels.empty() ? input.values : std::vector<double>{},
                    .size = static_cast<Index>(input.values.size()),
                    .units = input.unit,
                    .long_name = "swept input " + input.name});
  }
  return dims;
}

}  // namespace uq::studies
