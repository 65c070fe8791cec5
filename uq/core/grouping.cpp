#include "uq/core/grouping.hpp"

#include <algorithm>
#include <set>

namespace uq {

Grouping one_each(const std::vector<std::string>& inputs) {
  Grouping groups{inputs, {}};
  for (Index i = 0; i < groups.size(); ++i) {
    groups.members.push_back({i});
  }
  return groups;
}

Grouping restricted(const Grouping& groups, const std::vector<Index>& kept) {
  Grouping result;
  for (std::size_t g = 0; g < groups.names.size(); ++g) {
    std::vector<Index> members;
    for (std::size_t k = 0; k < kept.size(); ++k) {
      const auto& all = groups.members[g];
      if (std::find(all.begin(), all.end(), kept[k]) != all.end()) {
        members.push_back(static_cast<Index>(k));
      }
    }
    if (!members.empty()) {
      result.names.push_back(groups.names[g]);
      result.members.push_back(std::move(members));
    }
  }
  return result;
}

std::string fault(const Grouping& groups, Index dims) {
  if (groups.names.size() != groups.members.size()) {
    return std::to_string(groups.names.size()) + " names for " +
           std::to_string(groups.members.size()) + " groups";
  }
  if (std::set<std::string>(groups.names.begin(), groups.names.end()).size() !=
      groups.names.size()) {
    return "two groups of one name";
  }
  std::vector<int> times(static_cast<std::size_t>(dims), 0);
  for (std::size_t g = 0; g < groups.names.size(); ++g) {
    if (groups.members[g].empty()) {
      return "group '" + groups.names[g] + "' has no members";
    }
    for (const Index input : groups.members[g]) {
      if (input < 0 || input >= dims) {
        return "group '" + groups.names[g] + "' names input " + std::to_string(input) + " of " +
               std::to_string(dims);
      }
      ++times[static_cast<std::size_t>(input)];
    }
  }
  const auto odd = std::find_if(times.begin(), times.end(), [](int count) { return count != 1; });
  return odd == times.end() ? std::string()
                            : "input " + std::to_string(odd - times.begin()) + " is in " +
                                  std::to_string(*odd) + " groups, required is one";
}

}  // namespace uq
