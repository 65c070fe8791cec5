#include "studies/designs/levels.hpp"

#include "studies/read/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace uq::studies {

namespace {

std::optional<Index> level_count(const Node& node,
                                 const std::string& subject,
                                 Diagnostics& diagnostics) {
  const auto value = read_quantity(node, "1", subject, diagnostics);
  if (value && !(*value >= 1 && *value <= 1e6 &&
                 *value == static_cast<double>(static_cast<Index>(*value)))) {
    diagnostics.error(
        "U491",
        fmt::format(
            "{} is {:g}, required is a whole number of levels from 1 to 1e6", subject, *value),
        node.place);
    return {};
  }
  return value ? std::optional(static_cast<Index>(*value)) : std::nullopt;
}

std::vector<Index> written_levels(const Node& table,
                                  const Problem& problem,
                                  Diagnostics& diagnostics) {
  const Node::Entry* entry = table.find("levels");
  if (entry == nullptr) {
    diagnostics.error("U491",
                      "sampler = \"factorial\" needs `levels`",
                      table.place,
                      "write levels = 3, or levels = { NAME = 3, … } with each input");
    return {};
  }
  if (!entry->value.is_table()) {
    const auto all = level_count(entry->value, "`levels`", diagnostics);
    return all ? std::vector<Index>(static_cast<std::size_t>(problem.dims()), *all)
               : std::vector<Index>{};
  }
  const std::vector<std::string> names = names_of(problem.inputs);
  std::vector<Index> levels(names.size(), 0);
  for (const Node::Entry& one : entry->value.table()) {
    const auto at = std::find(names.begin(), names.end(), one.key);
    if (at == names.end()) {
      unknown_name("U104", "uncertain input", one.key, names, one.place, diagnostics);
    } else if (const auto count =
                   level_count(one.value, fmt::format("`levels` of `{}`", one.key), diagnostics)) {
      levels[static_cast<std::size_t>(at - names.begin())] = *count;
    } else {
      return {};
    }
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (levels[k] == 0) {
      diagnostics.error("U491",
                        fmt::format("`levels` has no `{}`", names[k]),
                        entry->value.place,
                        "name each uncertain input; one level holds it at its median");
    }
  }
  return levels;
}

}  // namespace

std::vector<Index> read_levels(const Node& table,
                               const Problem& problem,
                               Diagnostics& diagnostics) {
  constexpr double most_rows = 1e9;
  const std::size_t before = diagnostics.error_count();
  std::vector<Index> levels = written_levels(table, problem, diagnostics);
  double rows = 1;
  for (const Index count : levels) {
    rows *= static_cast<double>(count);
  }
  if (diagnostics.error_count() == before && (rows > most_rows || rows < 2)) {
    diagnostics.error(
        "U491",
        fmt::format("the levels make {:.4g} combinations, required are 2 to 1e9", rows),
        table.find("levels")->value.place,
        rows < 2 ? "give an input more than one level"
                 : "lower the levels, or take sampler = \"lhs\" with `n`");
  }
  return levels;
}

}  // namespace uq::studies
