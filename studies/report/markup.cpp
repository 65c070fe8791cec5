#include "studies/report/markup.hpp"

#include "studies/report/table.hpp"

#include <cctype>
#include <string_view>

namespace uq::studies {

namespace {

std::string latex_character(char c) {
  switch (c) {
    case '\\':
      return "\\textbackslash{}";
    case '^':
      return "\\textasciicircum{}";
    case '~':
      return "\\textasciitilde{}";
    case '<':
      return "\\textless{}";
    case '>':
      return "\\textgreater{}";
    case '|':
      return "\\textbar{}";
    // In brackets: a row that begins with [ would be an argument of the line end before it.
    case '[':
      return "{[}";
    case ']':
      return "{]}";
    default:
      break;
  }
  const bool special = std::string_view("{}$&#%_").find(c) != std::string_view::npos;
  return (special ? "\\" : "") + std::string(1, c);
}

bool is_digit(const std::string& text, std::size_t at) {
  return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
}

}  // namespace

std::string latex_text(const std::string& text) {
  std::string out;
  for (const char c : printable(text)) {
    out += latex_character(c);
  }
  return out;
}

std::string latex_number(const std::string& text) {
  const std::string safe = printable(text);
  std::string out;
  for (std::size_t i = 0; i < safe.size(); ++i) {
    const bool starts = i == 0 || safe[i - 1] == ' ' || safe[i - 1] == '[';
    if (safe[i] == '-' && starts && (is_digit(safe, i + 1) || safe.compare(i + 1, 3, "inf") == 0)) {
      out += "$-$";
      continue;
    }
    const bool signed_exponent =
        i + 1 < safe.size() && (safe[i + 1] == '-' || safe[i + 1] == '+') && is_digit(safe, i + 2);
    if (safe[i] == 'e' && i > 0 && is_digit(safe, i - 1) &&
        (is_digit(safe, i + 1) || signed_exponent)) {
      std::size_t end = i + (signed_exponent ? 2 : 1);
      std::string exponent = signed_exponent && safe[i + 1] == '-' ? "-" : "";
      while (is_digit(safe, end + 1) && safe[end] == '0') {
        ++end;  // 1e-05
      }
      for (; is_digit(safe, end); ++end) {
        exponent += safe[end];
      }
      out += "$\\times 10^{" + exponent + "}$";
      i = end - 1;
      continue;
    }
    out += latex_character(safe[i]);
  }
  return out;
}

std::string markdown_text(const std::string& text, bool brackets) {
  std::string out;
  for (const char c : printable(text)) {
    const bool special = std::string_view("\\|*_`<>$#~").find(c) != std::string_view::npos ||
                         (brackets && (c == '[' || c == ']'));
    if (c == '&') {
      out += "&amp;";
    } else {
      out += (special ? "\\" : "") + std::string(1, c);
    }
  }
  return out;
}

}  // namespace uq::studies
