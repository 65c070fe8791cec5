#include "studies/rows/thresholds.hpp"

#include "studies/read/keys.hpp"

#include <algorithm>
#include <set>

namespace uq::studies {

std::vector<propagation::Threshold> read_thresholds(const Node& table,
                                                    const Scope& scope,
                                                    Diagnostics& diagnostics) {
  std::vector<propagation::Threshold> thresholds;
  const Node::Entry* entry = table.find("thresholds");
  if (entry == nullptr) {
    return thresholds;
  }
  if (!entry->value.is_table() || entry->value.table().empty()) {
    diagnostics.error(
        "U201",
        "`thresholds` must be a table of outputs and values, but it is " + entry->value.kind(),
        entry->value.place,
        "write { tpot = [\"50 ms\"] }");
    return thresholds;
  }
  std::vector<std::string> names;
  for (const Index output : scope.problem.outputs) {
    names.push_back(scope.problem.model.outputs()[static_cast<std::size_t>(output)].name);
  }
  for (const Node::Entry& item : entry->value.table()) {
    const auto found = std::find(names.begin(), names.end(), item.key);
    if (found == names.end()) {
      unknown_name("U105", "output", item.key, names, item.place, diagnostics);
      continue;
    }
    const auto position = found - names.begin();
    const std::string& unit = scope.problem.model
                                  .outputs()[static_cast<std::size_t>(
                                      scope.problem.outputs[static_cast<std::size_t>(position)])]
                                  .unit;
    if (item.value.is_array() && item.value.array().empty()) {
      diagnostics.error("U201",
                        "`" + item.key + "` has no threshold",
                        item.value.place,
                        "write [\"50 ms\"], or leave `" + item.key + "` out");
    }
    std::set<double> seen;
    const Node::Array one{item.value};
    for (const Node& value : item.value.is_array() ? item.value.array() : one) {
      if (const auto number = read_quantity(value, unit, "`" + item.key + "`", diagnostics)) {
        if (!seen.insert(*number).second) {
          diagnostics.error("U113", "`" + item.key + "` names a threshold twice", value.place);
        }
        thresholds.push_back({position, *number});
      }
    }
  }
  return thresholds;
}

}  // namespace uq::studies
