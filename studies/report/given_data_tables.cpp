#include "studies/report/table.hpp"
#include "studies/report/tables.hpp"
#include "studies/report/zero_note.hpp"

#include <array>

namespace uq::studies {

namespace {

using Columns = std::vector<const Variable*>;

/// Those of the named variables that the dataset has over the output and `dims`.
Columns columns_of(const Dataset& dataset,
                   const std::vector<std::string>& names,
                   const std::vector<std::string>& dims) {
  Columns found;
  for (const std::string& name : names) {
    const Variable* variable = dataset.variable(name);
    std::vector<std::string> all = dims;
    all.emplace_back("output");
    if (variable != nullptr && !is_text(*variable) && has_dim(*variable, "output") &&
        dims_without(*variable, all).empty()) {
      found.push_back(variable);
    }
  }
  return found;
}

std::string input_table(const View& view,
                        const std::string& title,
                        const Columns& columns,
                        const Position& at) {
  Table table;
  std::vector<std::string> heading{title};
  for (const Variable* column : columns) {
    heading.push_back(column->name == "estimator_used" ? "estimator" : column->name);
  }
  table.row(std::move(heading));
  for (const Position& row : view.positions({"input"}, at)) {
    std::vector<std::string> cells{view.label("input", row.at("input"))};
    const bool constant = view.number("estimator_used", row) == 0;
    for (const Variable* column : columns) {
      cells.push_back(constant && column->name == "S1" ? "undefined: does not vary"
                                                       : view.cell(*column, row));
    }
    table.row(std::move(cells));
  }
  return table.text();
}

std::string figures(const View& view, const Columns& columns, const Position& at) {
  Table table;
  for (const Variable* column : columns) {
    table.row({column->name, view.cell(*column, at)});
  }
  return table.text();
}

}  // namespace

std::string given_data_tables(const View& view) {
  const Dataset& dataset = view.dataset();
  const Columns indices = columns_of(dataset, {"S1", "estimator_used"}, {"input"});
  if (indices.size() != 2 || !has_dim(*indices.front(), "input")) {
    return generic_tables(view);
  }
  const Columns values = columns_of(dataset, {"SRC", "PCC"}, {"input"});
  const Columns ranks = columns_of(dataset, {"SRRC", "PRCC"}, {"input"});
  const Columns shares = columns_of(dataset, {"R2", "R2_rank"}, {});
  const Columns rows = columns_of(dataset, {"rows", "lost_share"}, {});
  std::string result;
  for (const Position& at : view.positions({"output"})) {
    const std::string name = view.label("output", at.at("output"));
    result += result.empty() ? "" : "\n";
    if (!view.text("undefined", at).empty()) {
      Table table;
      table.row({name, view.undefined("S1", at)});
      result += table.text() + figures(view, rows, at);
      continue;
    }
    result += input_table(view, name, indices, at);
    const std::string why = view.text("regression_undefined", at);
    if (!values.empty() && !why.empty()) {
      Table table;
      table.row({"regression", "undefined: " + why});
      result += table.text();
    } else if (!values.empty()) {
      result += input_table(view, "linear", values, at);
      result += input_table(view, "of ranks", ranks, at);
      result += figures(view, shares, at);
    }
    result += figures(view, rows, at);
  }
  const std::string note = zero_note(dataset);
  return result + (note.empty() ? "" : "  " + note + "\n");
}

}  // namespace uq::studies
