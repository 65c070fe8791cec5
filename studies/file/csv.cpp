#include "studies/file/csv.hpp"

#include "studies/file/csv_detail.hpp"
#include "studies/file/diagnostic.hpp"
#include "studies/file/text_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace uq::studies {

namespace {

using csv::Cells;
using csv::is_missing;
using csv::number;
using csv::Records;
using csv::utf8_text;

/// Which column of the header is meant.
std::size_t position(const std::string& file, const Cells& header, const std::string& column) {
  const std::string columns = "columns: " + joined(header);
  if (column.empty()) {
    if (header.size() > 1 && header.front().empty()) {
      throw CsvError(fmt::format("`{}` has {} columns without names", file, header.size()),
                     "write their names into its first line, and name one with `column`");
    }
    if (header.size() > 1) {
      throw CsvError(
          fmt::format("`{}` has {} columns: name one with `column`", file, header.size()), columns);
    }
    return 0;
  }
  const auto found = std::find(header.begin(), header.end(), column);
  if (found == header.end()) {
    const std::string near = nearest(column, header);
    throw CsvError(fmt::format("`{}` has no column `{}`{}",
                               file,
                               column,
                               near.empty() ? "" : fmt::format(": did you mean `{}`?", near)),
                   columns);
  }
  if (std::count(header.begin(), header.end(), column) > 1) {
    throw CsvError(fmt::format("`{}` has several columns `{}`", file, column), columns);
  }
  return static_cast<std::size_t>(found - header.begin());
}

}  // namespace

namespace {

/// A cell of a column; one that is no number is remembered, for whoever needs the column.
void add_cell(const std::string& cell, int line, CsvColumn& column) {
  const std::optional<double> value = number(cell);
  if (!value && !is_missing(cell) && !column.bad) {
    column.bad = BadCell{line, shortened(escaped(cell), 40)};
  }
  column.values.push_back(value.value_or(std::nan("")));
}

std::vector<CsvColumn> named_columns(const std::string& file, const Cells& header) {
  const bool numbers = std::all_of(
      header.begin(), header.end(), [](const std::string& cell) { return number(cell); });
  if (numbers) {
    throw CsvError(fmt::format("`{}` does not name its columns", file),
                   "write the names into its first line");
  }
  std::vector<CsvColumn> columns;
  for (std::size_t k = 0; k < header.size(); ++k) {
    const std::string& name = header[k];
    if (name.empty()) {
      throw CsvError(fmt::format("column {} of `{}` has no name", k + 1, file),
                     "write its name into the first line");
    }
    if (std::count(header.begin(), header.end(), name) > 1) {
      throw CsvError(fmt::format("`{}` has several columns `{}`", file, name),
                     "columns: " + joined(header));
    }
    columns.push_back({name, {}, {}});
  }
  return columns;
}

}  // namespace

std::vector<CsvColumn> read_csv_table(const std::string& file, const std::string& path) {
  const std::string text = utf8_text(file, path);
  std::optional<Cells> cells = Records(text).next();
  if (!cells) {
    throw CsvError(fmt::format("`{}` is empty", file));
  }
  const bool semicolons = cells->size() == 1 && cells->front().find(';') != std::string::npos;
  Records records(text, semicolons ? ';' : ',');
  cells = records.next();
  std::vector<CsvColumn> columns = named_columns(file, *cells);
  for (cells = records.next(); cells; cells = records.next()) {
    if (cells->size() != columns.size()) {
      throw CsvError(fmt::format("line {} of `{}` has {} cells, the first line has {}",
                                 records.line(),
                                 file,
                                 cells->size(),
                                 columns.size()));
    }
    for (std::size_t k = 0; k < columns.size(); ++k) {
      add_cell((*cells)[k], records.line(), columns[k]);
    }
  }
  if (columns.front().values.empty()) {
    throw CsvError(fmt::format("`{}` has a header, but no values", file));
  }
  return columns;
}

std::vector<double> read_csv_column(const std::string& file,
                                    const std::string& path,
                                    const std::string& column) {
  const std::string text = utf8_text(file, path);
  Records records(text);
  std::optional<Cells> cells = records.next();
  if (!cells) {
    throw CsvError(fmt::format("`{}` is empty", file));
  }
  const bool has_header = !std::all_of(
      cells->begin(), cells->end(), [](const std::string& cell) { return number(cell); });
  Cells header = *cells;
  if (has_header) {
    cells = records.next();
  } else {
    std::fill(header.begin(), header.end(), "");
    if (!column.empty()) {
      throw CsvError(
          fmt::format("`{}` does not name its columns, so there is no `{}`", file, column),
          "write the names into its first line");
    }
  }
  const std::size_t at = position(file, header, column);
  std::vector<double> values;
  for (; cells; cells = records.next()) {
    const std::string where = fmt::format("line {} of `{}`", records.line(), file);
    if (cells->size() != header.size()) {
      throw CsvError(fmt::format(
          "{} has {} cells, the first line has {}", where, cells->size(), header.size()));
    }
    const std::string& cell = (*cells)[at];
    const std::optional<double> value = number(cell);
    if (!value) {
      throw CsvError(
          cell.empty()
              ? fmt::format("{} has no value", where)
              : fmt::format("{}: `{}` is no finite number", where, shortened(escaped(cell), 40)),
          "every cell of the column must be a number: remove or repair that line");
    }
    values.push_back(*value);
  }
  if (values.empty()) {
    throw CsvError(fmt::format("`{}` has a header, but no values", file));
  }
  return values;
}

}  // namespace uq::studies
