#include "studies/read/keys.hpp"

#include "studies/read/tails.hpp"

#include <algorithm>

namespace uq::studies {

const Node* table_at(const Node& parent,
                     const std::string& key,
                     const std::string& example,
                     Diagnostics& diagnostics) {
  const Node::Entry* entry = parent.find(key);
  if (entry == nullptr) {
    return nullptr;
  }
  if (!entry->value.is_table()) {
    diagnostics.error("U201",
                      "`" + key + "` must be a table, but it is " + entry->value.kind(),
                      entry->value.place,
                      "write " + example);
    return nullptr;
  }
  return &entry->value;
}

std::optional<std::string> text_at(const Node& parent,
                                   const std::string& key,
                                   Diagnostics& diagnostics) {
  const Node::Entry* entry = parent.find(key);
  if (entry == nullptr) {
    return {};
  }
  if (!entry->value.is_string()) {
    diagnostics.error("U201",
                      "`" + key + "` must be text in quotes, but it is " + entry->value.kind(),
                      entry->value.place,
                      "expected text in quotes");
    return {};
  }
  return entry->value.string();
}

std::optional<std::vector<const Node*>> names_at(const Node& parent,
                                                 const std::string& key,
                                                 Diagnostics& diagnostics) {
  const Node::Entry* entry = parent.find(key);
  if (entry == nullptr) {
    return {};
  }
  std::vector<const Node*> names;
  const bool is_list = entry->value.is_array() && !entry->value.array().empty();
  if (!is_list || !std::all_of(entry->value.array().begin(),
                               entry->value.array().end(),
                               [](const Node& item) { return item.is_string(); })) {
    diagnostics.error("U201",
                      "`" + key + "` must be a list of names, but it is " +
                          (is_list ? "a list of other values" : entry->value.kind()),
                      entry->value.place,
                      "write [\"name\", \"other\"]");
    return {};
  }
  for (const Node& item : entry->value.array()) {
    if (std::any_of(names.begin(), names.end(), [&](const Node* n) {
          return n->string() == item.string();
        })) {
      diagnostics.error(
          "U113", "`" + item.string() + "` is named twice in `" + key + "`", item.place);
    }
    names.push_back(&item);
  }
  return names;
}

std::optional<std::uint64_t> seed_at(const Node& parent, Diagnostics& diagnostics) {
  const Node::Entry* entry = parent.find("seed");
  if (entry == nullptr) {
    return {};
  }
  const auto* value = std::get_if<std::int64_t>(&entry->value.value);
  if (value == nullptr || *value < 0) {
    diagnostics.error(
        "U114", "`seed` must be a whole number from 0 to 9223372036854775807", entry->value.place);
    return {};
  }
  return static_cast<std::uint64_t>(*value);
}

bool is_identifier(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !name.empty() && letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) {
           return letter(c) || c == '_' || (c >= '0' && c <= '9');
         });
}

std::string known(const std::vector<std::string>& names) {
  if (names.empty()) {
    return "known: none";
  }
  std::string text = "known: ";
  for (const std::string& name : names) {
    text += (&name == &names.front() ? "" : ", ") + name;
  }
  return text;
}

void unknown_name(const std::string& code,
                  const std::string& what,
                  const std::string& name,
                  const std::vector<std::string>& names,
                  const Place& place,
                  Diagnostics& diagnostics) {
  const std::string best = nearest(name, names);
  Diagnostic& problem = diagnostics.error(code,
                                          "unknown " + what + " `" + name + "`",
                                          place,
                                          best.empty() ? "" : "did you mean `" + best + "`?");
  problem.notes.push_back(known(names));
  if (what == "output" && !tail_word(name).empty()) {
    problem.notes.push_back(tail_help());
  }
}

}  // namespace uq::studies
