#include "studies/report/ranking_text.hpp"
#include "studies/report/table.hpp"
#include "studies/report/tables.hpp"
#include "studies/report/zero_note.hpp"

#include <algorithm>
#include <vector>

namespace uq::studies {

namespace {

using Variables = std::vector<const Variable*>;

bool is_shown(const Dataset& dataset, const Variable& variable) {
  return !is_text(variable) && !has_dim(variable, "bound") && !is_interval(dataset, variable) &&
         variable.name != "dead" && variable.name != "below" &&
         !variable.name.starts_with("stable_top") && !is_silent(variable);
}

template <class Belongs>
Variables variables_where(const Dataset& dataset, const Belongs& belongs) {
  Variables found;
  for (const Variable& variable : dataset.variables) {
    if (is_shown(dataset, variable) && belongs(variable)) {
      found.push_back(&variable);
    }
  }
  return found;
}

std::string title(const View& view, const Position& at) {
  std::string text = view.label("output", at.at("output"));
  for (const auto& [dimension, index] : at) {
    if (dimension != "output") {
      text += (text.find(" at ") == std::string::npos ? " at " : ", ") + dimension + " = " +
              view.label(dimension, index);
    }
  }
  return text;
}

bool all_undefined(const View& view, const Variables& columns, const std::vector<Position>& rows) {
  return std::all_of(rows.begin(), rows.end(), [&](const Position& at) {
    return std::all_of(columns.begin(), columns.end(), [&](const Variable* column) {
      return view.is_undefined(column->name, at);
    });
  });
}

// A row per input (or group of inputs), a column per index.
std::string index_table(const View& view,
                        const Variables& columns,
                        const std::string& row_dim,
                        const Position& at) {
  Table table;
  std::vector<std::string> heading{title(view, at)};
  for (const Variable* column : columns) {
    heading.push_back(column->name);
  }
  table.row(std::move(heading));
  const std::vector<Position> rows = view.positions({row_dim}, at);
  if (all_undefined(view, columns, rows)) {
    table.row({"every " + row_dim, view.undefined(columns.front()->name, at)});
    return table.text();
  }
  for (const Position& row : rows) {
    std::vector<std::string> cells{view.label(row_dim, row.at(row_dim))};
    if (view.number("dead", row) == 1) {
      cells.emplace_back("dead: changes nothing");
    } else {
      for (const Variable* column : columns) {
        cells.push_back(view.cell(*column, row));
      }
    }
    table.row(std::move(cells));
  }
  return table.text();
}

std::string pair_table(const View& view,
                       const Variable& pairs,
                       const std::string& row_dim,
                       const Position& at) {
  Table table;
  const std::string other = row_dim + "2";
  const auto all = view.positions({row_dim, other}, at);
  for (const Position& pair : all) {
    const bool shown = !is_empty_by_design(view, pairs, pair) && view.number("dead", pair) != 1;
    if (shown) {
      table.row({view.label(row_dim, pair.at(row_dim)) + ", " + view.label(other, pair.at(other)),
                 view.cell(pairs, pair)});
    }
  }
  return table.empty() ? "" : "  " + pairs.name + "\n" + table.text();
}

std::string summary(const View& view, const Variables& figures, const Position& at) {
  Table table;
  for (const Variable* figure : figures) {
    table.row({figure->name, view.cell(*figure, at)});
  }
  return table.text();
}

// Indices of all outputs together: a table per setting.
std::string aggregated_tables(const View& view,
                              const std::string& row_dim,
                              const std::vector<std::string>& output_tables) {
  Variables columns;
  for (const Variable& variable : view.dataset().variables) {
    if (is_shown(view.dataset(), variable) && has_dim(variable, row_dim) &&
        !has_dim(variable, "output") && !has_dim(variable, "checkpoint")) {
      columns.push_back(&variable);
    }
  }
  if (columns.empty()) {
    return "";
  }
  const std::vector<std::string> settings(output_tables.begin() + 1, output_tables.end());
  std::string result;
  for (const Position& at : view.positions(settings)) {
    Table table;
    std::vector<std::string> heading{"all outputs"};
    for (const auto& [dimension, index] : at) {
      heading.front() += " at " + dimension + " = " + view.label(dimension, index);
    }
    for (const Variable* column : columns) {
      heading.push_back(column->name);
    }
    table.row(std::move(heading));
    for (const Position& row : view.positions({row_dim}, at)) {
      std::vector<std::string> cells{view.label(row_dim, row.at(row_dim))};
      for (const Variable* column : columns) {
        cells.push_back(view.cell(*column, row));
      }
      table.row(std::move(cells));
    }
    result += "\n" + table.text();
  }
  return result;
}

}  // namespace

std::string sobol_tables(const View& view) {
  const Dataset& dataset = view.dataset();
  const Variable* first = dataset.variable("S1");
  if (first == nullptr || !has_dim(*first, "output") ||
      !(has_dim(*first, "input") || has_dim(*first, "group"))) {
    return generic_tables(view);
  }
  const std::string row_dim = has_dim(*first, "group") ? "group" : "input";
  std::vector<std::string> tables{"output"};
  for (const std::string& setting : dims_without(*first, {"output", row_dim})) {
    tables.push_back(setting);
  }
  std::vector<std::string> cell_dims = tables;
  cell_dims.push_back(row_dim);
  const auto fits = [](const Variable& variable, const std::vector<std::string>& dims) {
    return dims_without(variable, dims).empty() && has_dim(variable, "output");
  };
  const Variables columns = variables_where(dataset, [&](const Variable& variable) {
    return has_dim(variable, row_dim) && fits(variable, cell_dims);
  });
  const Variables figures =
      variables_where(dataset, [&](const Variable& variable) { return fits(variable, tables); });
  const Variable* pairs = dataset.variable("S2");
  std::string result;
  for (const Position& at : view.positions(tables)) {
    result += result.empty() ? "" : "\n";
    result += index_table(view, columns, row_dim, at);
    if (pairs != nullptr && has_dim(*pairs, row_dim + "2")) {
      result += pair_table(view, *pairs, row_dim, at);
    }
    result += summary(view, figures, at) + ranking_sentence(view, "ST", row_dim, at);
  }
  result += aggregated_tables(view, row_dim, tables);
  const std::string note = zero_note(dataset);
  return result + (note.empty() ? "" : "  " + note + "\n");
}

}  // namespace uq::studies
