#include "studies/file/text_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace uq::studies {

namespace {

struct Range {
  char32_t first, last;
};

bool in_any(const auto& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
    return range.first <= code && code <= range.last;
  });
}

// C0, C1, zero-width and direction marks, line separators, byte order mark.
constexpr std::array unprintable{Range{0, 0x1f},
                                 Range{0x7f, 0x9f},
                                 Range{0x200b, 0x200f},
                                 Range{0x2028, 0x202e},
                                 Range{0x2060, 0x206f},
                                 Range{0xfeff, 0xfeff}};
// Unicode Standard Annex 11, East Asian Width W and F, in coarse blocks.
constexpr std::array wide{Range{0x1100, 0x115f},
                          Range{0x2e80, 0x303e},
                          Range{0x3041, 0xa4cf},
                          Range{0xac00, 0xd7a3},
                          Range{0xf900, 0xfaff},
                          Range{0xfe30, 0xfe6f},
                          Range{0xff00, 0xff60},
                          Range{0xffe0, 0xffe6},
                          Range{0x1f300, 0x1f64f},
                          Range{0x1f680, 0x1f6ff},
                          Range{0x1f900, 0x1f9ff},
                          Range{0x20000, 0x3fffd}};
constexpr std::array combining{Range{0x300, 0x36f},
                               Range{0x1ab0, 0x1aff},
                               Range{0x1dc0, 0x1dff},
                               Range{0x20d0, 0x20ff},
                               Range{0xfe00, 0xfe0f},
                               Range{0xfe20, 0xfe2f}};

unsigned byte_at(std::string_view text, std::size_t offset) {
  return static_cast<unsigned char>(text[offset]);
}

}  // namespace

Character character_at(std::string_view text, std::size_t offset) {
  const unsigned lead = byte_at(text, offset);
  if (lead < 0x80) {
    return {lead, 1, true};
  }
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const Character stray{lead, 1, false};
  if (lead < 0xc2 || lead > 0xf4 || offset + bytes > text.size()) {
    return stray;
  }
  char32_t code = lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const unsigned next = byte_at(text, offset + i);
    if ((next & 0xc0U) != 0x80) {
      return stray;
    }
    code = (code << 6U) | (next & 0x3fU);
  }
  constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = 0xd800 <= code && code <= 0xdfff;
  if (code < smallest[bytes] || code > 0x10ffff || surrogate) {
    return stray;
  }
  return {code, bytes, true};
}

std::size_t first_invalid_byte(std::string_view text) {
  for (std::size_t offset = 0; offset < text.size();) {
    const Character character = character_at(text, offset);
    if (!character.valid) {
      return offset;
    }
    offset += character.bytes;
  }
  return std::string_view::npos;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) {
    return std::string(text);
  }
  std::size_t end = 0;
  for (std::size_t next = 0; next <= most; next += character_at(text, next).bytes) {
    end = next;
  }
  return std::string(text.substr(0, end)) + "…";
}

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7f;
  });
}

std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t offset = 0; offset < text.size();) {
    const Character character = character_at(text, offset);
    if (!character.valid || (character.code < 0x80 && in_any(unprintable, character.code))) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(character.code));
    } else if (in_any(unprintable, character.code)) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(character.code));
    } else {
      out += text.substr(offset, character.bytes);
    }
    offset += character.bytes;
  }
  return out;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    const Character character = character_at(text, offset);
    width += in_any(combining, character.code) ? 0 : in_any(wide, character.code) ? 2 : 1;
    offset += character.bytes;
  }
  return width;
}

std::string_view line_of(std::string_view text, int number) {
  for (int line = 1; line < number; ++line) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) {
      return {};
    }
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) {
    text.remove_suffix(1);
  }
  return text;
}

Place place_of(std::string_view text, std::size_t offset, const std::string& file, int length) {
  const std::string_view before = text.substr(0, offset);
  const auto last_end = before.rfind('\n');
  const std::size_t start = last_end == std::string_view::npos ? 0 : last_end + 1;
  int column = 1;
  for (std::size_t at = start; at < before.size(); at += character_at(text, at).bytes) {
    ++column;
  }
  return {
      file, static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1, column, length};
}

std::size_t offset_of(std::string_view text, int line, int column) {
  std::size_t offset = 0;
  for (; line > 1; --line) {
    const auto end = text.find('\n', offset);
    if (end == std::string_view::npos) {
      return text.size();
    }
    offset = end + 1;
  }
  for (; column > 1 && offset < text.size(); --column) {
    offset += character_at(text, offset).bytes;
  }
  return offset;
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (const std::string& part : parts) {
    out += &part == parts.data() ? "" : separator;
    out += part;
  }
  return out;
}

std::string number_text(double value) {
  std::string text = fmt::format("{}", value);
  if (const auto exponent = text.find("e+"); exponent != std::string::npos) {
    text.erase(exponent + 1, text[exponent + 2] == '0' ? 2 : 1);
    return text;
  }
  constexpr std::size_t many_zeros = 6;
  const auto last = text.find_last_not_of('0');
  const std::size_t zeros = text.size() - 1 - (last == std::string::npos ? 0 : last);
  if (zeros >= many_zeros && text.find_first_of(".en") == std::string::npos) {
    text.resize(text.size() - zeros);
    text += fmt::format("e{}", zeros);
  }
  return text;
}

}  // namespace uq::studies
