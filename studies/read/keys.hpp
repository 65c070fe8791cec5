#pragma once

#include "studies/file/bind.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// The table under `key`, or null; reports when it is something else.
const Node* table_at(const Node& parent,
                     const std::string& key,
                     const std::string& example,
                     Diagnostics& diagnostics);

/// The text under `key`, or empty; reports when it is something else.
std::optional<std::string> text_at(const Node& parent,
                                   const std::string& key,
                                   Diagnostics& diagnostics);

/// The list of names under `key`; reports when it is something else. Empty optional: absent or
/// faulty.
std::optional<std::vector<const Node*>> names_at(const Node& parent,
                                                 const std::string& key,
                                                 Diagnostics& diagnostics);

/// A whole number >= 0 under `key`, e.g. a seed.
std::optional<std::uint64_t> seed_at(const Node& parent, Diagnostics& diagnostics);

/// [A-Za-z][A-Za-z0-9_]*
bool is_identifier(const std::string& name);

/// Names of inputs, outputs, models, methods … in their order.
template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const Named& one : all) {
    names.emplace_back(one.name);
  }
  return names;
}

/// "known: a, b, c"
std::string known(const std::vector<std::string>& names);

/// Reports an unknown name with the nearest one and the list.
void unknown_name(const std::string& code,
                  const std::string& what,
                  const std::string& name,
                  const std::vector<std::string>& names,
                  const Place& place,
                  Diagnostics& diagnostics);

}  // namespace uq::studies
