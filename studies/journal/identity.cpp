#include "studies/journal/identity.hpp"

#include "uq/core/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace uq::studies {

namespace {

using Json = nlohmann::ordered_json;

Json columns_json(const std::vector<JournalColumn>& columns) {
  Json list = Json::array();
  for (const JournalColumn& column : columns) {
    list.push_back({{"name", column.name}, {"unit", column.unit}});
  }
  return list;
}

std::vector<JournalColumn> columns_of(const Json& list) {
  std::vector<JournalColumn> columns;
  for (const Json& entry : list) {
    columns.push_back({entry.at("name").get<std::string>(), entry.at("unit").get<std::string>()});
  }
  return columns;
}

std::string column_text(const std::vector<JournalColumn>& columns, std::size_t k) {
  return k < columns.size() ? fmt::format("`{}` ({})", columns[k].name, columns[k].unit) : "";
}

void compare(const std::string& what,
             const std::vector<JournalColumn>& before,
             const std::vector<JournalColumn>& now,
             std::vector<Change>& all) {
  for (std::size_t k = 0; k < std::max(before.size(), now.size()); ++k) {
    const std::string old_text = column_text(before, k);
    const std::string new_text = column_text(now, k);
    if (old_text != new_text) {
      all.push_back({fmt::format("{} {} of the model", what, k + 1), old_text, new_text});
    }
  }
}

}  // namespace

std::vector<Change> changes(const Identity& before, const Identity& now) {
  std::set<std::string> names;
  for (const auto* identity : {&before, &now}) {
    for (const auto& [name, value] : identity->facts) {
      names.insert(name);
    }
  }
  const auto value_of = [](const Identity& identity, const std::string& name) {
    const auto found = identity.facts.find(name);
    return found == identity.facts.end() ? std::string() : found->second;
  };
  std::vector<Change> all;
  for (const std::string& name : names) {
    const std::string old_text = value_of(before, name);
    const std::string new_text = value_of(now, name);
    if (old_text != new_text) {
      all.push_back({name, old_text, new_text});
    }
  }
  compare("input", before.inputs, now.inputs, all);
  compare("output", before.outputs, now.outputs, all);
  return all;
}

std::string change_text(const Change& change) {
  const auto shown = [](const std::string& text) { return text.empty() ? "absent" : text; };
  return fmt::format("{} was {}, is {}", change.what, shown(change.before), shown(change.now));
}

std::string identity_json(const Identity& identity) {
  const Json json{{"facts", identity.facts},
                  {"notes", identity.notes},
                  {"inputs", columns_json(identity.inputs)},
                  {"outputs", columns_json(identity.outputs)}};
  // A name need not be valid UTF-8; what cannot be written is then compared as written.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Identity identity_of_json(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    return {.facts = json.at("facts").get<std::map<std::string, std::string>>(),
            .notes = json.at("notes").get<std::map<std::string, std::string>>(),
            .inputs = columns_of(json.at("inputs")),
            .outputs = columns_of(json.at("outputs"))};
  } catch (const Json::exception& error) {
    throw InvalidArgument(std::string("identity_of_json: ") + error.what());
  }
}

}  // namespace uq::studies
