#pragma once

#include <string>

namespace uq::studies {

/// Any text as LaTeX text: special characters written out, control characters as \xNN.
std::string latex_text(const std::string& text);

/// A number of `uq show` (with interval and unit, perhaps) as LaTeX: minus signs and powers of ten
/// in math.
std::string latex_number(const std::string& text);

/// Any text as the content of a Markdown table cell.
/// @param brackets false: [ and ] stay as they are, for intervals
std::string markdown_text(const std::string& text, bool brackets = true);

}  // namespace uq::studies
