#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace uq::studies {

/// A column of numbers cannot be read; the message names the file, and the line where one is wrong.
struct CsvError : std::runtime_error {
  explicit CsvError(const std::string& message, std::string hint_ = {})
      : std::runtime_error(message), hint(std::move(hint_)) {}
  std::string hint;
};

/// The numbers of one column of a CSV file: UTF-8, commas, cells optionally in double quotes (RFC
/// 4180), lines from `#` on are comments. The first line names the columns, unless it holds
/// numbers only. Nothing is skipped: a cell that is empty or no finite number is an error.
/// @param file as shown in messages; @param path where it lies
/// @param column may be empty when there is only one
/// @throws CsvError
std::vector<double> read_csv_column(const std::string& file,
                                    const std::string& path,
                                    const std::string& column);

/// The first cell of a column that is neither a number nor missing.
struct BadCell {
  int line = 0;
  std::string text;
};

/// One column of a table: NaN where the cell is missing.
struct CsvColumn {
  std::string name;
  std::vector<double> values;
  std::optional<BadCell> bad;  ///< its value is NaN too: not to be used
};

/// All columns of a CSV file whose first line names them: as `read_csv_column`, but cells that are
/// empty, NA or nan are missing, and cells are parted by semicolons where the first line holds
/// semicolons and no commas. A byte order mark and lines ended by CR LF are taken.
/// @throws CsvError also when a name is empty or there twice, and when a line has another number
///   of cells than the first
std::vector<CsvColumn> read_csv_table(const std::string& file, const std::string& path);

/// A CSV file as text, cell by cell.
struct CsvText {
  std::vector<std::string> comments;  ///< lines from `#` on
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  ///< as many cells each as the header has
  std::vector<int> lines;                      ///< of the rows, in the file
};

/// Reads a file as `read_csv_table`, but cells stay what they are; columns may lack names.
/// @throws CsvError
CsvText read_csv_text(const std::string& file, const std::string& path);

/// A finite number, whole cell, else empty. Empty, NA and nan are missing.
std::optional<double> csv_value(const std::string& cell);
bool is_missing_cell(const std::string& cell);

}  // namespace uq::studies
