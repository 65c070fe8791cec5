#pragma once

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

}  // namespace uq::studies
