#include "studies/report/csv_cell.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace uq::studies {

std::string csv_text(const std::string& text) {
  const bool formula =
      !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
  const std::string safe = (formula ? "'" : "") + text;
  if (safe.find_first_of(",\"\r\n") == std::string::npos) {
    return safe;
  }
  std::string quoted = "\"";
  for (const char c : safe) {
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  }
  return quoted + "\"";
}

std::string csv_number(double value) {
  return std::isnan(value) ? "" : fmt::format("{}", value);
}

}  // namespace uq::studies
