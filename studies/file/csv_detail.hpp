#pragma once

#include "studies/file/csv.hpp"

#include <optional>
#include <string>
#include <vector>

// What readers of CSV files share.
namespace uq::studies::csv {

using Cells = std::vector<std::string>;

/// The text of a file, without a byte order mark. @throws CsvError when there is none, it has more
/// than 256 MiB, or is no UTF-8
std::string utf8_text(const std::string& file, const std::string& path);

/// A finite number written with a decimal point, and nothing else.
std::optional<double> number(const std::string& cell);

/// Empty, NA, nan.
bool is_missing(const std::string& cell);

/// Blanks around a cell mean nothing.
std::string trimmed(const std::string& cell);

/// Walks the records of the text; a quoted cell may hold commas, quotes and line ends.
class Records {
 public:
  explicit Records(const std::string& text, char delimiter = ',')
      : text_(text), delimiter_(delimiter) {}

  /// The cells of the next record that is no comment and not blank.
  std::optional<Cells> next();
  int line() const { return first_line_; }  ///< of the record that `next` gave

 private:
  void skip_line();
  Cells record();

  const std::string& text_;
  char delimiter_;
  std::size_t at_ = 0;
  int line_ = 1;
  int first_line_ = 1;
};

}  // namespace uq::studies::csv
