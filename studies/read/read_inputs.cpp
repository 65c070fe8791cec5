#include "studies/read/read_inputs.hpp"

#include "studies/file/input_value.hpp"
#include "studies/read/bounds.hpp"
#include "studies/read/keys.hpp"
#include "studies/tables/distributions.hpp"

#include <algorithm>
#include <cmath>

namespace uq::studies {

namespace {

/// The table without the keys of an input that are not the law's. `unit` is the law's where its
/// values come from a file: it is the file's.
Node without_own_keys(const Node& table, bool is_column = false) {
  const bool from_file = table.find("file") != nullptr;
  Node law{Node::Table{}, table.place};
  for (const Node::Entry& entry : table.table()) {
    const bool own = entry.key == "nominal" || entry.key == "doc" ||
                     (entry.key == "unit" && !from_file) ||
                     (entry.key == "column" && is_column && !from_file);
    if (!own) {
      std::get<Node::Table>(law.value).push_back(entry);
    }
  }
  return law;
}

/// A quantity of the input within the model's bounds.
std::optional<double> read_value(const Node& node,
                                 const InputVariable& input,
                                 Diagnostics& diagnostics) {
  const std::optional<double> value =
      read_input_value(node, input, "`" + input.name + "`", diagnostics);
  if (value) {
    if (const std::string outside = outside_bounds(input, *value); !outside.empty()) {
      diagnostics.error("U124", outside, node.place);
    }
  }
  return value;
}

void read_constant(const Node& table,
                   const InputVariable& input,
                   double& fixed,
                   Diagnostics& diagnostics) {
  check_keys(table, {"value", "unit", "doc"}, "a constant input", diagnostics);
  if (const auto value = read_value(table.find("value")->value, input, diagnostics)) {
    fixed = *value;
  }
}

/// The value an input has when it is held constant and the study names none: the model's, else
/// the median of its law, or its likeliest category.
double default_nominal(const InputVariable& input, const Distribution& law) {
  if (!std::isnan(input.nominal)) {
    return input.nominal;
  }
  const auto* choice = std::get_if<Discrete>(&law.law);
  if (input.kind == InputKind::categorical && choice != nullptr) {
    const auto likeliest = std::max_element(choice->weights.begin(), choice->weights.end());
    return choice->values[static_cast<std::size_t>(likeliest - choice->weights.begin())];
  }
  return quantile(law, 0.5);
}

void read_uncertain(const Node& table,
                    const InputVariable& input,
                    Index column,
                    const std::string& folder,
                    const ReadTable* rows,
                    Problem& problem,
                    Diagnostics& diagnostics) {
  const Node own = without_own_keys(table, rows != nullptr);
  std::optional<ReadLaw> law = rows != nullptr ? table_law(own, *rows, column, folder, diagnostics)
                                               : read_law(own, input, folder, diagnostics);
  std::optional<double> nominal;
  if (const Node::Entry* entry = table.find("nominal")) {
    nominal = read_value(entry->value, input, diagnostics);
  }
  if (!law) {
    return;
  }
  if (reaches_outside(input, law->law)) {
    diagnostics
        .warning("W013",
                 "the law of `" + input.name + "` reaches outside the model's bounds " +
                     bounds_text(input),
                 table.place)
        .notes.push_back(
            is_discrete(law->law)
                ? "help: rows out there fail, and then results are withheld; leave these values out"
                : "help: rows out there fail, and then results are withheld; add truncate = [lo, "
                  "hi]");
  }
  if (nominal) {
    const auto [lo, hi] = support(law->law);
    if (*nominal < lo || *nominal > hi) {
      diagnostics.warning("W014",
                          "`nominal` of `" + input.name + "` lies outside its own law",
                          table.find("nominal")->value.place);
    }
  }
  const double value = nominal.value_or(default_nominal(input, law->law));
  problem.fixed(column) = value;
  problem.inputs.push_back(
      {input.name, input.unit, column, std::move(law->law), value, std::move(law->source)});
}

}  // namespace

void read_inputs(const Node& root,
                 const std::string& folder,
                 const ReadTable* table_rows,
                 Problem& problem,
                 Diagnostics& diagnostics) {
  const std::vector<InputVariable>& inputs = problem.model.inputs();
  const std::vector<std::string> names = names_of(inputs);
  problem.fixed.resize(static_cast<Index>(inputs.size()));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    problem.fixed(static_cast<Index>(i)) = inputs[i].nominal;
  }
  const Node* table = table_at(root, "inputs", "[inputs]", diagnostics);
  std::vector<std::string> given;
  for (const Node::Entry& entry : table == nullptr ? Node::Table{} : table->table()) {
    const auto found = std::find(names.begin(), names.end(), entry.key);
    if (found == names.end()) {
      unknown_name("U104", "input", entry.key, names, entry.place, diagnostics);
      continue;
    }
    given.push_back(entry.key);
    const auto position = found - names.begin();
    const InputVariable& input = inputs[static_cast<std::size_t>(position)];
    if (!entry.value.is_table()) {
      diagnostics.error(
          "U201",
          "input `" + entry.key + "` must be a law or a constant, but it is " + entry.value.kind(),
          entry.value.place,
          "write { value = … } or { dist = \"…\", … }");
    } else if (entry.value.find("value") != nullptr) {
      read_constant(entry.value, input, problem.fixed(position), diagnostics);
    } else {
      read_uncertain(entry.value, input, position, folder, table_rows, problem, diagnostics);
    }
    if (entry.value.is_table()) {
      text_at(entry.value, "doc", diagnostics);
      text_at(entry.value, "unit", diagnostics);
      const Node::Entry* unit = entry.value.find("unit");
      const bool files = entry.value.find("file") != nullptr;  // then it is the file's unit
      if (!files && unit != nullptr && unit->value.is_string() &&
          unit->value.string() != input.unit) {
        diagnostics.error("U125",
                          "`" + entry.key + "` is in " + input.unit + ", the model's unit",
                          unit->place,
                          "write the quantity with its unit instead, e.g. \"3 …\"");
      }
    }
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (std::isnan(inputs[i].nominal) &&
        std::find(given.begin(), given.end(), inputs[i].name) == given.end()) {
      diagnostics.error(
          "U116",
          "input `" + inputs[i].name + "` has no nominal value in the model and none in the study",
          table != nullptr ? table->place : root.place,
          "add it to [inputs]");
    }
  }
}

void check_inputs(const Node& root, const std::string& folder, Diagnostics& diagnostics) {
  const Node* table = table_at(root, "inputs", "[inputs]", diagnostics);
  for (const Node::Entry& entry : table == nullptr ? Node::Table{} : table->table()) {
    if (!entry.value.is_table() || entry.value.find("value") != nullptr) {
      continue;
    }
    // Units are the model's business and it is not there: numbers only are judged, as what they
    // are.
    const Node law = without_own_keys(entry.value);
    const bool plain =
        std::none_of(law.table().begin(), law.table().end(), [](const Node::Entry& e) {
          return e.key != "dist" && (e.value.is_string() || e.value.is_array());
        });
    const Node::Entry* dist = law.find("dist");
    const std::vector<std::string> names = names_of(laws());
    const bool known_law =
        dist != nullptr && dist->value.is_string() &&
        std::find(names.begin(), names.end(), dist->value.string()) != names.end();
    if (plain || !known_law) {
      read_law(law, {.name = entry.key}, folder, diagnostics);
    }
  }
}

}  // namespace uq::studies
