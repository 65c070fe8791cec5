#include "studies/read/read_table.hpp"

#include "studies/file/text_detail.hpp"
#include "studies/file/units.hpp"
#include "studies/read/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace uq::studies {

namespace {

/// Inputs and outputs of a table as a model; there is nothing to evaluate.
class TableModel {
 public:
  TableModel(std::vector<InputVariable> inputs, std::vector<OutputVariable> outputs)
      : inputs_(std::move(inputs)), outputs_(std::move(outputs)) {}
  const std::vector<InputVariable>& inputs() const { return inputs_; }
  const std::vector<OutputVariable>& outputs() const { return outputs_; }
  std::string id() const { return "table"; }
  void evaluate(const MatrixRef& x, BatchResult& out) const {
    out.y.setConstant(std::nan(""));
    std::fill(out.status.begin(), out.status.end(), RowStatus::missing);
    for (Index row = 0; row < x.rows() && out.message; ++row) {
      out.message(row, "a table has no model to evaluate");
    }
  }

 private:
  std::vector<InputVariable> inputs_;
  std::vector<OutputVariable> outputs_;
};

/// What an entry of [inputs] or [model.outputs] says of its column.
struct Bound {
  std::size_t column;
  std::string unit;
};

class Binder {
 public:
  Binder(const TableFile& file, Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {
    for (const CsvColumn& column : file.columns) {
      names_.push_back(column.name);
    }
  }

  /// The column `name`, or the one its table names with `column`.
  std::optional<Bound> bind(const std::string& name, const Node* table, const Place& place) {
    std::string column = name;
    Place at = place;
    if (table != nullptr) {
      if (const auto given = text_at(*table, "column", diagnostics_)) {
        column = *given;
        at = table->find("column")->value.place;
      }
    }
    const auto found = std::find(names_.begin(), names_.end(), column);
    if (found == names_.end()) {
      const std::string near = nearest(column, names_);
      diagnostics_
          .error("U432",
                 fmt::format("`{}` has no column `{}`", file_.file, column),
                 at,
                 near.empty() ? "" : fmt::format("did you mean `{}`?", near))
          .notes.push_back("columns: " + joined(names_));
      return {};
    }
    const auto position = static_cast<std::size_t>(found - names_.begin());
    const CsvColumn& cells = file_.columns[position];
    if (cells.bad) {
      diagnostics_
          .error("U433",
                 fmt::format("line {} of `{}`: `{}` in column `{}` is no finite number",
                             cells.bad->line,
                             file_.file,
                             cells.bad->text,
                             column),
                 at)
          .notes.emplace_back(
              "help: numbers have a decimal point; a missing cell is empty, NA or "
              "nan");
      return {};
    }
    if (const auto [before, fresh] = taken_.emplace(position, name); !fresh) {
      diagnostics_.error(
          "U434",
          fmt::format("`{}` and `{}` are both column `{}`", before->second, name, column),
          at);
      return {};
    }
    const auto unit = unit_of(name, table, file_.units[position], place);
    return unit ? std::optional(Bound{position, *unit}) : std::nullopt;
  }

 private:
  /// The unit that the study says, which must be the file's where that says one; "1" otherwise.
  std::optional<std::string> unit_of(const std::string& name,
                                     const Node* table,
                                     const std::string& of_file,
                                     const Place& place) {
    const auto given = table == nullptr ? std::nullopt : text_at(*table, "unit", diagnostics_);
    if (!given) {
      return of_file.empty() ? "1" : of_file;
    }
    if (!parse_unit(*given)) {
      diagnostics_.error("U210",
                         "unknown unit `" + *given + "` of `" + name + "`",
                         table->find("unit")->value.place);
      return {};
    }
    if (!of_file.empty() && of_file != *given) {
      diagnostics_.error("U125",
                         "`" + name + "` is in " + of_file + ", the unit of the file",
                         table == nullptr ? place : table->find("unit")->value.place);
      return {};
    }
    return given;
  }

  const TableFile& file_;
  Diagnostics& diagnostics_;
  std::vector<std::string> names_;
  std::map<std::size_t, std::string> taken_;
};

/// [model] outputs: names, or a table of them.
std::vector<Node::Entry> output_entries(const Node& model, Diagnostics& diagnostics) {
  const Node::Entry* outputs = model.find("outputs");
  if (outputs == nullptr) {
    diagnostics.error("U431",
                      "a table needs `outputs`: the columns that are results",
                      model.place,
                      "write outputs = [\"latency\"]");
    return {};
  }
  if (outputs->value.is_table()) {
    return outputs->value.table();
  }
  std::vector<Node::Entry> entries;
  if (const auto names = names_at(model, "outputs", diagnostics)) {
    for (const Node* name : *names) {
      entries.push_back({name->string(), name->place, Node{Node::Table{}, name->place}});
    }
  }
  return entries;
}

std::vector<std::size_t> bind_outputs(const Node& model,
                                      Binder& binder,
                                      std::vector<OutputVariable>& outputs,
                                      Diagnostics& diagnostics) {
  std::vector<std::size_t> columns;
  for (const Node::Entry& entry : output_entries(model, diagnostics)) {
    if (!entry.value.is_table()) {
      diagnostics.error("U201",
                        "`" + entry.key + "` must be a table, but it is " + entry.value.kind(),
                        entry.value.place,
                        "write { column = \"…\", unit = \"ms\" }");
      continue;
    }
    check_keys(entry.value, {"column", "unit"}, "an output of a table", diagnostics);
    if (const auto bound = binder.bind(entry.key, &entry.value, entry.place)) {
      outputs.push_back({.name = entry.key, .unit = bound->unit});
      columns.push_back(bound->column);
    }
  }
  return columns;
}

std::vector<std::size_t> bind_inputs(const Node& root,
                                     Binder& binder,
                                     std::vector<InputVariable>& inputs,
                                     Diagnostics& diagnostics) {
  std::vector<std::size_t> columns;
  const Node* table = table_at(root, "inputs", "[inputs]", diagnostics);
  for (const Node::Entry& entry : table == nullptr ? Node::Table{} : table->table()) {
    if (!entry.value.is_table()) {
      continue;  // is reported with [inputs]
    }
    if (entry.value.find("value") != nullptr) {
      diagnostics.error("U435",
                        "input `" + entry.key + "` of a table is a column, not a constant",
                        entry.value.find("value")->place,
                        "leave the input out");
      continue;
    }
    if (const auto bound = binder.bind(entry.key, &entry.value, entry.place)) {
      inputs.push_back({.name = entry.key, .unit = bound->unit});
      columns.push_back(bound->column);
    }
  }
  return columns;
}

}  // namespace

std::optional<ReadTable> read_table(const Node& root,
                                    const Node& model,
                                    const std::string& folder,
                                    Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  const Node& name = model.find("table")->value;
  if (!name.is_string() || name.string().empty()) {
    diagnostics.error("U201",
                      "`table` must name a file in quotes, but it is " + name.kind(),
                      name.place,
                      "write table = \"runs.csv\"");
    return {};
  }
  TableFile file;
  try {
    file = read_table_file(name.string(), folder);
  } catch (const CsvError& error) {
    Diagnostic& problem = diagnostics.error("U430", error.what(), name.place);
    if (!error.hint.empty()) {
      problem.notes.push_back("help: " + error.hint);
    }
    return {};
  }
  Binder binder(file, diagnostics);
  std::vector<OutputVariable> outputs;
  std::vector<InputVariable> inputs;
  std::vector<std::size_t> output_columns = bind_outputs(model, binder, outputs, diagnostics);
  std::vector<std::size_t> input_columns = bind_inputs(root, binder, inputs, diagnostics);
  if (diagnostics.error_count() != before) {
    return {};
  }
  Model built = TableModel(std::move(inputs), std::move(outputs));
  return ReadTable{
      std::move(file), std::move(built), std::move(input_columns), std::move(output_columns)};
}

bool names_table(const Node& root) {
  const Node::Entry* model = root.find("model");
  return model != nullptr && model->value.is_table() && model->value.find("table") != nullptr;
}

void check_table_sections(const Node& root, Diagnostics& diagnostics) {
  for (const auto& [section, why] :
       {std::pair{"derived", "its inputs are columns; add the derived one to the file"},
        std::pair{"correlation", "it has the correlation of its rows"},
        std::pair{"constraints",
                  "its rows are there already; leave out those that are not meant"}}) {
    if (const Node::Entry* entry = root.find(section)) {
      diagnostics.error(
          "U435", fmt::format("a table takes no [{}]: {}", section, why), entry->place);
    }
  }
}

}  // namespace uq::studies
