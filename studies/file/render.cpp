#include "studies/file/diagnostic.hpp"
#include "studies/file/text_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace uq::studies {

namespace {

constexpr std::size_t widest_excerpt =
    160;                             // terminal columns; a longer line is cut around the culprit
constexpr std::size_t lead_in = 60;  // columns kept before the culprit then
constexpr std::size_t tab_stop = 4;
/// Bytes of a message: names and formulas in it may have 64 KiB.
constexpr std::size_t longest_message = 400;

/// The source line as shown, and the underline below it.
struct Excerpt {
  std::string line, underline;
};

/// A source character as shown.
struct Cell {
  std::string text;
  std::size_t width;
};

std::vector<Cell> cells(std::string_view line) {
  std::vector<Cell> out;
  std::size_t column = 0;
  for (std::size_t offset = 0; offset < line.size();) {
    const std::size_t bytes = character_at(line, offset).bytes;
    std::string text = line[offset] == '\t' ? std::string(tab_stop - column % tab_stop, ' ')
                                            : escaped(line.substr(offset, bytes));
    const std::size_t width = display_width(text);
    out.push_back({std::move(text), width});
    column += width;
    offset += bytes;
  }
  return out;
}

std::size_t width_of(const std::vector<Cell>& row, std::size_t begin, std::size_t end) {
  std::size_t width = 0;
  for (std::size_t i = begin; i < end; ++i) {
    width += row[i].width;
  }
  return width;
}

Excerpt excerpt(std::string_view line, const Place& place) {
  const std::vector<Cell> row = cells(line);
  const std::size_t from =
      std::min(static_cast<std::size_t>(std::max(place.column, 1) - 1), row.size());
  const std::size_t to =
      std::min(from + static_cast<std::size_t>(std::max(place.length, 1)), row.size());
  std::size_t begin = 0, end = row.size();
  if (width_of(row, 0, row.size()) > widest_excerpt) {
    begin = from;
    for (std::size_t kept = 0; begin > 0 && kept < lead_in; --begin) {
      kept += row[begin - 1].width;
    }
    end = begin;
    for (std::size_t kept = 0; end < row.size() && kept < widest_excerpt; ++end) {
      kept += row[end].width;
    }
  }
  const std::string head = begin > 0 ? "…" : "";
  std::string shown = head;
  for (std::size_t i = begin; i < end; ++i) {
    shown += row[i].text;
  }
  shown += end < row.size() ? "…" : "";
  const std::size_t margin = display_width(head) + width_of(row, begin, from);
  const std::size_t length = std::max<std::size_t>(width_of(row, from, std::min(to, end)), 1);
  return {shown, std::string(margin, ' ') + std::string(length, '^')};
}

}  // namespace

std::string render(const Diagnostic& diagnostic, const std::string& source) {
  const Place& place = diagnostic.place;
  std::string out = fmt::format("{}[{}]: {}\n",
                                diagnostic.severity == Severity::error ? "error" : "warning",
                                diagnostic.code,
                                shortened(escaped(diagnostic.message), longest_message));
  const bool has_line = place.line > 0;
  const std::string number = has_line ? std::to_string(place.line) : "";
  const std::size_t gutter = std::max<std::size_t>(number.size(), 2);
  const std::string indent(gutter, ' ');
  const std::string label = escaped(diagnostic.label);
  if (!place.file.empty() || has_line) {
    const std::string at = has_line ? fmt::format(":{}:{}", place.line, place.column) : "";
    out += fmt::format("{}--> {}{}\n", indent, escaped(place.file), at);
  }
  if (has_line && !source.empty()) {
    // A byte order mark is no part of the first line.
    const std::string_view text =
        std::string_view(source).substr(source.starts_with("\xef\xbb\xbf") ? 3 : 0);
    const Excerpt shown = excerpt(line_of(text, place.line), place);
    out += fmt::format("{} |\n{:>{}} | {}\n", indent, number, gutter, shown.line);
    out += fmt::format("{} | {}{}{}\n", indent, shown.underline, label.empty() ? "" : " ", label);
  } else if (!label.empty()) {
    out += fmt::format("{} = {}\n", indent, label);
  }
  for (const std::string& note : diagnostic.notes) {
    out += fmt::format("{} = {}\n", indent, escaped(note));
  }
  return out;
}

}  // namespace uq::studies
