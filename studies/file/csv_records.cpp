#include "studies/file/csv_detail.hpp"
#include "studies/file/text_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace uq::studies::csv {

namespace {

constexpr std::uintmax_t max_bytes = std::uintmax_t{256} << 20;

std::string text_of(const std::string& file, const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (error || !std::filesystem::exists(status)) {
    throw CsvError(fmt::format("there is no file `{}`", file),
                   "the path is relative to the study file");
  }
  if (!std::filesystem::is_regular_file(status)) {
    throw CsvError(fmt::format("`{}` is no file", file));
  }
  if (std::filesystem::file_size(path, error) > max_bytes) {
    throw CsvError(fmt::format("`{}` has more than 256 MiB", file), "keep the column needed");
  }
  std::ifstream stream(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (!stream) {
    throw CsvError(fmt::format("`{}` cannot be read: {}", file, std::strerror(errno)));
  }
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

}  // namespace

std::string utf8_text(const std::string& file, const std::string& path) {
  std::string text = text_of(file, path);
  if (first_invalid_byte(text) != std::string::npos) {
    throw CsvError(fmt::format("`{}` is no UTF-8 text", file));
  }
  return text;
}

bool is_missing(const std::string& cell) {
  return cell.empty() || cell == "NA" || cell == "nan" || cell == "NaN" || cell == "NAN";
}

std::optional<double> number(const std::string& cell) {
  const bool plus = cell.starts_with('+') && !cell.starts_with("+-");  // which is no number
  const char* begin = cell.data() + (plus ? 1 : 0);
  const char* end = cell.data() + cell.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  return error == std::errc{} && stop == end && std::isfinite(value) ? std::optional(value)
                                                                     : std::nullopt;
}

std::string trimmed(const std::string& cell) {
  const auto first = cell.find_first_not_of(" \t\r");
  const auto last = cell.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : cell.substr(first, last - first + 1);
}

std::optional<Cells> Records::next() {
  while (at_ < text_.size()) {
    first_line_ = line_;
    if (text_[at_] == '#') {
      skip_line();
      continue;
    }
    Cells cells = record();
    if (cells.size() > 1 || !cells.front().empty()) {
      return cells;
    }
  }
  return {};
}

void Records::skip_line() {
  at_ = std::min(text_.find('\n', at_), text_.size() - 1) + 1;
  ++line_;
}

Cells Records::record() {
  Cells cells{""};
  bool quoted = false;
  while (at_ < text_.size()) {
    const char c = text_[at_++];
    line_ += c == '\n' ? 1 : 0;
    if (quoted) {
      if (c != '"') {
        cells.back() += c;
      } else if (at_ < text_.size() && text_[at_] == '"') {
        cells.back() += text_[at_++];
      } else {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (c == delimiter_) {
      cells.emplace_back();
    } else if (c == '\n') {
      break;
    } else {
      cells.back() += c;
    }
  }
  std::transform(cells.begin(), cells.end(), cells.begin(), trimmed);
  return cells;
}

}  // namespace uq::studies::csv

namespace uq::studies {

CsvText read_csv_text(const std::string& file, const std::string& path) {
  const std::string text = csv::utf8_text(file, path);
  CsvText result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (text[at] == '#') {
      result.comments.push_back(csv::trimmed(text.substr(at, end - at)));
    }
    at = end + 1;
  }
  std::optional<csv::Cells> cells = csv::Records(text).next();
  if (!cells) {
    throw CsvError(fmt::format("`{}` is empty", file));
  }
  const bool semicolons = cells->size() == 1 && cells->front().find(';') != std::string::npos;
  csv::Records records(text, semicolons ? ';' : ',');
  result.header = *records.next();
  for (std::size_t k = 0; k < result.header.size(); ++k) {
    const std::string& name = result.header[k];
    if (!name.empty() && std::count(result.header.begin(), result.header.end(), name) > 1) {
      throw CsvError(fmt::format("`{}` has several columns `{}`", file, name),
                     "columns: " + joined(result.header));
    }
  }
  for (cells = records.next(); cells; cells = records.next()) {
    if (cells->size() != result.header.size()) {
      throw CsvError(fmt::format("line {} of `{}` has {} cells, the first line has {}",
                                 records.line(),
                                 file,
                                 cells->size(),
                                 result.header.size()));
    }
    result.rows.push_back(std::move(*cells));
    result.lines.push_back(records.line());
  }
  return result;
}

std::optional<double> csv_value(const std::string& cell) {
  return csv::number(cell);
}

bool is_missing_cell(const std::string& cell) {
  return csv::is_missing(cell);
}

}  // namespace uq::studies
