#include "studies/report/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace uq::studies {

namespace {

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;  // not a continuation byte of UTF-8
  }));
}

}  // namespace

std::string printable(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // U+0080 … U+009F are control characters too, in UTF-8 C2 80 … C2 9F.
    const bool c1 =
        byte == 0xC2U && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0U;
    if (byte < 0x20U || byte == 0x7FU) {
      result += fmt::format("\\x{:02x}", byte);
    } else if (c1) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[++i]));
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      // The last cell of a row needs no room: a long reason does not push the columns of the others
      // apart.
      widths[i] = std::max(widths[i],
                           i + 1 == row.size() && i > 0 && row.size() < widths.size()
                               ? 0
                               : characters(printable(row[i])));
    }
  }
  std::string result;
  for (const auto& row : rows_) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string cell = printable(row[i]);
      const std::size_t width = characters(cell);
      line += " " + cell + std::string(widths[i] > width ? widths[i] - width : 0, ' ') + " ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  }
  return result;
}

}  // namespace uq::studies
