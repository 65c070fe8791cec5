#include "perfmodels/plugin/text_detail.hpp"

#include <algorithm>
#include <array>

namespace uq::perfmodels::plugin {
namespace {

constexpr unsigned byte(char c) {
  return static_cast<unsigned char>(c);
}

// Length of the well-formed character at the beginning, 0 if there is none.
std::size_t character(std::string_view text) {
  const unsigned first = byte(text[0]);
  if (first < 0x80) {
    return 1;
  }
  if (first < 0xC2 || first > 0xF4) {
    return 0;
  }
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (text.size() < length) {
    return 0;
  }
  // The second byte excludes overlong forms, surrogates and values that are too large.
  const unsigned low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  const auto continues = [](char c) { return (byte(c) & 0xC0) == 0x80; };
  const bool fine =
      byte(text[1]) >= low && byte(text[1]) <= high &&
      std::all_of(text.begin() + 2, text.begin() + static_cast<std::ptrdiff_t>(length), continues);
  return fine ? length : 0;
}

bool is_control(char c) {
  return byte(c) < 0x20 || byte(c) == 0x7F;
}

std::string escaped(char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  switch (c) {
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    case '\r':
      return "\\r";
    default:
      return {'\\', 'x', digits[byte(c) >> 4], digits[byte(c) & 15]};
  }
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character(text);
    if (length == 0) {
      return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_control);
}

std::string cleaned(std::string_view text, std::size_t limit) {
  constexpr std::string_view ellipsis = "…";
  constexpr std::string_view replacement = "\uFFFD";
  std::string result;
  std::size_t cut = 0;  // where the ellipsis still fits
  while (!text.empty()) {
    const std::size_t length = character(text);
    if (length == 0) {
      result += replacement;
    } else if (is_control(text[0])) {
      result += escaped(text[0]);
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
    if (result.size() > limit) {
      return result.substr(0, cut).append(ellipsis);
    }
    if (result.size() + ellipsis.size() <= limit) {
      cut = result.size();
    }
  }
  return result;
}

}  // namespace uq::perfmodels::plugin
