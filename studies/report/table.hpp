#pragma once

#include <string>
#include <vector>

namespace uq::studies {

/// Text that is safe on a terminal: control characters as \xNN.
std::string printable(const std::string& text);

/// Rows of cells whose columns are aligned to the left, by characters and not bytes.
class Table {
 public:
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  /// One line per row, each indented by two blanks, columns two blanks apart, no blanks at the end.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace uq::studies
