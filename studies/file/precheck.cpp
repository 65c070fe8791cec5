#include "studies/file/precheck_detail.hpp"
#include "studies/file/syntax_detail.hpp"
#include "studies/file/text_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace uq::studies {

namespace {

[[noreturn]] void refuse(std::string code, std::string message, Place place, std::string note) {
  Diagnostics found;
  found.error(std::move(code), std::move(message), std::move(place)).notes = {std::move(note)};
  throw StudyError(found.all());
}

/// Brackets and dots outside strings and comments. Dots are counted up to the next delimiter, so
/// that a name `a.b.c` counts two and a number one.
void check_structure(const std::string& text, const std::string& file) {
  const auto check = [&](std::size_t levels, std::size_t offset) {
    if (levels > max_nesting) {
      refuse("U004",
             fmt::format("the file nests more than {} levels deep here", max_nesting),
             place_of(text, offset, file),
             "help: a study needs at most 6 levels; is a bracket left open?");
    }
  };
  std::size_t brackets = 0, dots = 0, keys = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    const char c = text[offset];
    if (c == '"' || c == '\'') {
      offset = after_string(text, offset);
      continue;
    }
    if (c == '#') {
      offset = std::min(text.find('\n', offset), text.size());
      continue;
    }
    switch (c) {
      case '[':
      case '{':
        check(++brackets, offset);
        dots = 0;
        break;
      case ']':
      case '}':
        brackets -= brackets > 0 ? 1 : 0;
        dots = 0;
        break;
      case '.':
        check(++dots, offset);
        break;
      case '=':
        ++keys;
        dots = 0;
        break;
      case ',':
      case '\n':
        dots = 0;
        break;
      default:
        break;
    }
    if (keys > max_keys) {
      refuse("U005",
             fmt::format("the file has more than {} keys", max_keys),
             place_of(text, offset, file),
             "help: put large data into a CSV file and name it in the study");
    }
    ++offset;
  }
}

}  // namespace

void precheck(const std::string& text, const std::string& file) {
  if (text.size() > max_file_bytes) {
    refuse(
        "U002",
        fmt::format("the file has more than the {} bytes (4 MiB) a study may have", max_file_bytes),
        {file, 0, 0, 1},
        "help: put large data into a CSV file and name it in the study");
  }
  const std::size_t bad = first_invalid_byte(text);
  if (bad != std::string_view::npos) {
    refuse("U003",
           fmt::format("byte {} of the file (0x{:02x}) is not UTF-8 text",
                       bad + 1,
                       static_cast<unsigned>(static_cast<unsigned char>(text[bad]))),
           place_of(text, bad, file),
           "help: save the file with the encoding UTF-8");
  }
  check_structure(text, file);
}

}  // namespace uq::studies
