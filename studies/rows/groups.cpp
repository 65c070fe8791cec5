#include "studies/rows/groups.hpp"

#include "studies/read/keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

namespace uq::studies {

namespace {

std::string member_names(const Grouping& groups, std::size_t g, const Problem& problem) {
  std::vector<std::string> names;
  for (const Index input : groups.members[g]) {
    names.push_back(problem.inputs[static_cast<std::size_t>(input)].name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Positions of the inputs one entry of the table names.
std::vector<Index> read_members(const Node& groups,
                                const Node::Entry& group,
                                const std::vector<std::string>& inputs,
                                std::map<Index, std::string>& taken,
                                Diagnostics& diagnostics) {
  std::vector<Index> members;
  const auto names = names_at(groups, group.key, diagnostics);
  if (!names) {
    return members;
  }
  if (names->empty()) {
    diagnostics.error("U201",
                      "group `" + group.key + "` has no inputs",
                      group.value.place,
                      "name at least one, or leave the group out");
  }
  for (const Node* name : *names) {
    const auto found = std::find(inputs.begin(), inputs.end(), name->string());
    if (found == inputs.end()) {
      unknown_name("U104", "uncertain input", name->string(), inputs, name->place, diagnostics);
      continue;
    }
    const auto [other, is_new] = taken.emplace(found - inputs.begin(), group.key);
    if (!is_new) {
      diagnostics.error("U321",
                        "`" + *found + "` is in group `" + other->second + "` already",
                        name->place,
                        "an input belongs to one group");
    } else {
      members.push_back(other->first);
    }
  }
  std::sort(members.begin(), members.end());
  return members;
}

}  // namespace

OptionInfo groups_option() {
  return {.name = "groups",
          .type = "table",
          .default_value = "none",
          .doc =
              "inputs varied together, e.g. { memory = [\"eta_memory\", \"hbm_bw\"] }; unlisted "
              "ones are groups of one"};
}

std::optional<Grouping> groups_within(const std::optional<NamedGroups>& named,
                                      const Problem& problem) {
  if (!named) {
    return {};
  }
  std::vector<Index> kept;
  for (const UncertainInput& input : problem.inputs) {
    kept.push_back(std::find(named->inputs.begin(), named->inputs.end(), input.name) -
                   named->inputs.begin());
  }
  return restricted(named->groups, kept);
}

Attributes used_groups(const std::optional<NamedGroups>& named) {
  std::vector<std::string> lines;
  for (std::size_t g = 0; named && g < named->groups.names.size(); ++g) {
    std::string members;
    for (const Index input : named->groups.members[g]) {
      members += (members.empty() ? "" : ", ") + named->inputs[static_cast<std::size_t>(input)];
    }
    lines.push_back(named->groups.names[g] + ": " + members);
  }
  return lines.empty() ? Attributes{} : Attributes{{"groups", std::move(lines)}};
}

std::optional<NamedGroups> read_groups(const Node& table,
                                       const Scope& scope,
                                       Diagnostics& diagnostics) {
  const Node* groups =
      table_at(table, "groups", "groups = { memory = [\"eta_memory\", \"hbm_bw\"] }", diagnostics);
  if (groups == nullptr) {
    return {};
  }
  const std::vector<std::string> inputs = names_of(scope.problem.inputs);
  std::map<Index, std::string> taken;
  std::map<Index, std::pair<std::string, std::vector<Index>>> by_first;
  for (const Node::Entry& group : groups->table()) {
    std::vector<Index> members = read_members(*groups, group, inputs, taken, diagnostics);
    if (group.key.find_first_not_of(" \t") == std::string::npos) {
      diagnostics.error("U464",
                        "a group has no name",
                        group.place,
                        "results go by it: write e.g. memory = [\"hbm_bw\"]");
    }
    const auto same = std::find(inputs.begin(), inputs.end(), group.key);
    const bool is_that_input =
        members.size() == 1 && same != inputs.end() && members.front() == same - inputs.begin();
    if (same != inputs.end() && !is_that_input) {
      diagnostics.error("U322",
                        "group `" + group.key + "` has the name of an input",
                        group.place,
                        "an ungrouped input is shown under its own name; rename the group");
    }
    if (!members.empty()) {
      const Index first = members.front();
      by_first[first] = {group.key, std::move(members)};
    }
  }
  for (Index i = 0; i < static_cast<Index>(inputs.size()); ++i) {
    if (taken.count(i) == 0) {
      by_first[i] = {inputs[static_cast<std::size_t>(i)], {i}};
    }
  }
  Grouping result;
  for (auto& [first, group] : by_first) {
    result.names.push_back(std::move(group.first));
    result.members.push_back(std::move(group.second));
  }
  return NamedGroups{std::move(result), inputs};
}

AxisDimensions group_axes(const Grouping& groups) {
  Dimension group{.name = "group",
                  .labels = groups.names,
                  .size = groups.size(),
                  .long_name = "group of inputs"};
  Dimension second = group;
  second.name = "group2";
  return {{Axis::group, {group}}, {Axis::group2, {second}}};
}

void add_members(Dataset& dataset, const Grouping& groups, const Problem& problem) {
  std::vector<std::string> members;
  for (std::size_t g = 0; g < groups.names.size(); ++g) {
    members.push_back(member_names(groups, g, problem));
  }
  add_text(dataset,
           group_axes(groups),
           "members",
           "inputs of the group",
           std::array{Axis::group},
           std::move(members));
}

Attributes used_groups(const std::optional<Grouping>& groups, const Problem& problem) {
  std::vector<std::string> lines;
  for (std::size_t g = 0; groups && g < groups->names.size(); ++g) {
    lines.push_back(groups->names[g] + ": " + member_names(*groups, g, problem));
  }
  return lines.empty() ? Attributes{} : Attributes{{"groups", std::move(lines)}};
}

}  // namespace uq::studies
