#pragma once

#include <string>

namespace uq::studies {

/// Text as a cell of RFC 4180: quoted where it must be; what a spreadsheet would run as a formula
/// (= + - @) is preceded by '.
std::string csv_text(const std::string& text);

/// Shortest digits that read back to the same double; no value is an empty cell.
std::string csv_number(double value);

}  // namespace uq::studies
