#include "studies/file/text_detail.hpp"
#include "studies/tables/law_sets_detail.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace uq::studies {

namespace {

using Keys = std::vector<std::string>;

bool contains(const Keys& keys, const std::string& key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool contains_all(const Keys& set, const Keys& keys) {
  return std::all_of(
      keys.begin(), keys.end(), [&](const std::string& key) { return contains(set, key); });
}

/// "mean and sd, or mean and rel_sd".
std::string sets_text(const Law& law) {
  Keys texts;
  for (const Keys& set : law.sets) {
    texts.push_back(joined(set, " and "));
  }
  return joined(texts, ", or ");
}

std::string remedy(const Law& law) {
  return fmt::format("help: `{}` takes {}", law.name, sets_text(law));
}

/// At the first key that fits no set together with the ones before it.
void report_mixture(const Node& table,
                    const Law& law,
                    const std::string& input,
                    const Keys& present,
                    Diagnostics& problems) {
  Keys seen;
  for (const Node::Entry& entry : table.table()) {
    if (!contains(present, entry.key)) {
      continue;
    }
    Keys together = seen;
    together.push_back(entry.key);
    if (std::none_of(law.sets.begin(), law.sets.end(), [&](const Keys& set) {
          return contains_all(set, together);
        })) {
      problems
          .error("U207",
                 fmt::format("`{}` of `{}` does not go with `{}` in distribution `{}`",
                             entry.key,
                             input,
                             joined(seen, "`, `"),
                             law.name),
                 entry.place,
                 "of another set")
          .notes = {remedy(law)};
      return;
    }
    seen = together;
  }
}

}  // namespace

bool has_one_set(const Node& table,
                 const Law& law,
                 const std::string& input,
                 const Place& place,
                 Diagnostics& problems) {
  const Keys parameters = parameters_of(law);
  Keys present;
  std::copy_if(parameters.begin(),
               parameters.end(),
               std::back_inserter(present),
               [&](const std::string& key) { return table.find(key) != nullptr; });
  const auto open = std::find_if(law.sets.begin(), law.sets.end(), [&](const Keys& set) {
    return contains_all(set, present);
  });
  if (open == law.sets.end()) {
    report_mixture(table, law, input, present, problems);
    return false;
  }
  if (std::any_of(law.sets.begin(), law.sets.end(), [&](const Keys& set) {
        return set.size() == present.size() && contains_all(set, present);
      })) {
    return true;
  }
  // A key that is only misspelt is reported as unknown, not as missing, too.
  Keys meant;
  for (const Node::Entry& entry : table.table()) {
    meant.push_back(contains(parameters, entry.key) ? entry.key : nearest(entry.key, parameters));
  }
  Keys missing;
  for (const std::string& key : *open) {
    if (!contains(meant, key)) {
      missing.push_back(fmt::format("`{}`", key));
    }
  }
  if (!missing.empty()) {
    problems
        .error("U206",
               fmt::format(
                   "distribution `{}` of `{}` lacks {}", law.name, input, joined(missing, " and ")),
               place)
        .notes = {remedy(law)};
  }
  return false;
}

}  // namespace uq::studies
