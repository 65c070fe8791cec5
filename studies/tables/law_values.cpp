#include "studies/file/bind.hpp"
#include "studies/file/csv.hpp"
#include "studies/file/input_value.hpp"
#include "studies/file/units.hpp"
#include "studies/file/units_detail.hpp"
#include "studies/tables/law_values_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

namespace uq::studies {

namespace {

struct Reader {
  const Node& table;
  const InputVariable& input;
  const std::string& folder;
  Diagnostics& problems;
  LawParameters found{};

  std::string subject(const std::string& key) const {
    return fmt::format("`{}` of `{}`", key, input.name);
  }

  void take(const std::string& key, std::optional<double> value) {
    // A refused element keeps its position, so that later ones are numbered as written.
    found.values[key].push_back(value.value_or(std::numeric_limits<double>::quiet_NaN()));
  }

  std::optional<double> one(const Node& node, ParameterKind kind, const std::string& name) {
    switch (kind) {
      case ParameterKind::plain:
      case ParameterKind::plains:
        return read_quantity(node, "1", name, problems);
      case ParameterKind::values:
        return read_input_value(node, input, name, problems);
      default:
        return read_quantity(node, input.unit, name, problems);
    }
  }

  void read(const Node::Entry& entry) {
    const ParameterKind kind = kind_of(entry.key);
    if (kind == ParameterKind::text) {
      return;  // read_column has both at once
    }
    if (kind == ParameterKind::quantity || kind == ParameterKind::plain) {
      take(entry.key, one(entry.value, kind, subject(entry.key)));
      return;
    }
    if (!entry.value.is_array()) {
      problems.error("U201",
                     fmt::format("{} must be an array{}, but it is {}",
                                 subject(entry.key),
                                 kind == ParameterKind::values ? "" : " of numbers",
                                 entry.value.kind()),
                     entry.value.place,
                     "expected [ … ]");
      found.has_unread_list = true;
      return;
    }
    found.values[entry.key];
    for (const Node& element : entry.value.array()) {
      const std::size_t position = found.values[entry.key].size() + 1;
      take(entry.key,
           one(element, kind, fmt::format("element {} of {}", position, subject(entry.key))));
    }
  }

  std::optional<std::string> text(const std::string& key) {
    const Node::Entry* entry = table.find(key);
    if (entry == nullptr) {
      return "";
    }
    if (!entry->value.is_string() || entry->value.string().empty()) {
      problems.error(
          "U201",
          fmt::format("{} must be text in quotes, but it is {}", subject(key), entry->value.kind()),
          entry->value.place,
          "expected text in quotes");
      return {};
    }
    return entry->value.string();
  }

  /// Numbers of a file in the unit the study says, else in the input's.
  bool to_unit_of_input(std::vector<double>& values) {
    const Node::Entry* unit = table.find("unit");
    if (unit == nullptr || !unit->value.is_string() || unit->value.string() == input.unit) {
      return true;
    }
    const auto from = parse_unit(unit->value.string());
    const auto to = parse_unit(input.unit);
    if (!from || !to || !from->same_dimension(*to)) {
      problems.error(
          "U125",
          fmt::format("`{}` is in {}, the model's unit, to which `{}` cannot be converted",
                      input.name,
                      input.unit,
                      unit->value.string()),
          unit->value.place);
      return false;
    }
    for (double& value : values) {
      value = convert(value, *from, *to);
    }
    return true;
  }

  void read_column() {
    const Node::Entry* file = table.find("file");
    if (file == nullptr) {
      return;
    }
    found.has_unread_list = true;
    const auto path = text("file");
    const auto column = text("column");
    if (!path || !column) {
      return;
    }
    try {
      std::vector<double> values =
          read_csv_column(*path, (std::filesystem::path(folder) / *path).string(), *column);
      if (!to_unit_of_input(values)) {
        return;
      }
      found.values["values"] = std::move(values);
      found.source = *path + (column->empty() ? "" : ", column " + *column);
      found.has_unread_list = false;
    } catch (const CsvError& error) {
      Diagnostic& problem = problems.error(
          "U213", fmt::format("{}: {}", subject("file"), error.what()), file->value.place);
      if (!error.hint.empty()) {
        problem.notes.push_back("help: " + error.hint);
      }
    }
  }
};

}  // namespace

LawParameters read_parameters(const Node& table,
                              const Law& law,
                              const InputVariable& input,
                              const std::string& folder,
                              Diagnostics& problems) {
  Reader reader{table, input, folder, problems};
  const std::vector<std::string> parameters = parameters_of(law);
  for (const Node::Entry& entry : table.table()) {
    if (std::find(parameters.begin(), parameters.end(), entry.key) != parameters.end()) {
      reader.read(entry);
    }
  }
  if (law.name == "empirical") {
    reader.read_column();
  }
  return std::move(reader.found);
}

}  // namespace uq::studies
