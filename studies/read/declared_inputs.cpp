#include "studies/read/declared_inputs.hpp"

#include "perfmodels/expression.hpp"
#include "studies/file/units.hpp"
#include "studies/read/keys.hpp"

#include <algorithm>

namespace uq::studies {

std::optional<InputVariable> declared_input(const Node::Entry& entry, Diagnostics& diagnostics) {
  InputVariable input{.name = entry.key};
  if (entry.value.is_table()) {
    if (const auto unit = text_at(entry.value, "unit", diagnostics)) {
      input.unit = *unit;
      if (!parse_unit(*unit)) {
        diagnostics.error("U210",
                          "unknown unit `" + *unit + "` of `" + entry.key + "`",
                          entry.value.find("unit")->value.place);
      }
    }
  }
  if (!is_identifier(entry.key) || perfmodels::is_reserved(entry.key)) {
    diagnostics.error("U118",
                      "`" + entry.key + "` cannot be used in a formula",
                      entry.place,
                      perfmodels::is_reserved(entry.key)
                          ? "it is a function or a constant of formulas"
                          : "a letter, then letters, digits and _");
    return {};
  }
  return input;
}

std::vector<InputVariable> declared_inputs(const Node& root, Diagnostics& diagnostics) {
  std::vector<InputVariable> inputs;
  const Node* given = table_at(root, "inputs", "[inputs]", diagnostics);
  const Node* derived = table_at(root, "derived", "[derived]", diagnostics);
  for (const Node* table : {given, derived}) {
    for (const Node::Entry& entry : table == nullptr ? Node::Table{} : table->table()) {
      const bool twice = std::any_of(inputs.begin(), inputs.end(), [&](const InputVariable& i) {
        return i.name == entry.key;
      });
      if (twice) {  // is reported with [derived]
        continue;
      }
      if (auto input = declared_input(entry, diagnostics)) {
        inputs.push_back(std::move(*input));
      }
    }
  }
  return inputs;
}

}  // namespace uq::studies
