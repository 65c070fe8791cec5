#pragma once

#include "studies/file/diagnostic.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace uq::studies {

/// One character of UTF-8 text; a byte that belongs to none stands for itself with `valid` false.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

/// Decodes the character at `offset`. @pre offset < text.size()
Character character_at(std::string_view text, std::size_t offset);

/// Offset of the first byte that is not UTF-8 (overlong forms and surrogates included), else npos.
std::size_t first_invalid_byte(std::string_view text);

/// At most `most` bytes of `text`, cut before a character, with "…" where something was left out.
std::string shortened(std::string_view text, std::size_t most);

/// Whether there is a control character other than tabs and line ends. @pre text is UTF-8
bool has_control_character(std::string_view text);

/// Text with control and direction-changing characters and stray bytes written out ("\x1b",
/// "\u202e"), so that no name and no file can steer a terminal.
std::string escaped(std::string_view text);

/// Terminal columns of `text`, which must be escaped: wide characters take two, combining ones
/// none.
std::size_t display_width(std::string_view text);

/// Line `number` (from 1) without its end; empty when there is none.
std::string_view line_of(std::string_view text, int number);

/// Line and column of a byte.
Place place_of(std::string_view text, std::size_t offset, const std::string& file, int length = 1);

/// Byte of a line and column; the end of the text when they lie beyond it.
std::size_t offset_of(std::string_view text, int line, int column);

/// "a, b, c".
std::string joined(const std::vector<std::string>& parts, std::string_view separator = ", ");

/// Shortest decimal text that reads back as `value`: "0.95", "1e+09" as "1e9".
std::string number_text(double value);

}  // namespace uq::studies
