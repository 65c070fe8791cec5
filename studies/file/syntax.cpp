#include "studies/file/syntax_detail.hpp"
#include "studies/file/text_detail.hpp"
#include "studies/file/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

namespace uq::studies {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_space(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

/// The text around the fault up to the delimiters of a value, and where it begins.
struct Token {
  std::size_t begin;
  std::string_view text;
};

Token value_token(std::string_view text, std::size_t offset) {
  constexpr std::string_view delimiters = "=,[]{}#\n";
  offset = std::min(offset, text.size());
  std::size_t begin = offset;
  while (begin > 0 && delimiters.find(text[begin - 1]) == std::string_view::npos) {
    --begin;
  }
  while (begin < text.size() && is_space(text[begin])) {
    ++begin;
  }
  const std::size_t end = std::min(text.find_first_of(delimiters, begin), text.size());
  return {begin, trimmed(text.substr(begin, end - begin))};
}

/// Whether the token stands where a value belongs: after `=`, `[` or `,` and not before `=`.
bool stands_as_value(std::string_view text, const Token& token) {
  std::size_t before = token.begin;
  while (before > 0 && is_space(text[before - 1])) {
    --before;
  }
  std::size_t after = token.begin + token.text.size();
  while (after < text.size() && is_space(text[after])) {
    ++after;
  }
  return before > 0 && std::string_view("=,[").find(text[before - 1]) != std::string_view::npos &&
         (after == text.size() || text[after] != '=');
}

struct Finding {
  std::string message, label, help;
  std::size_t offset;
  std::size_t length = 1;  ///< bytes
};

Finding slip(const Token& token, std::string message, std::string label, std::string help = {}) {
  return {std::move(message), std::move(label), std::move(help), token.begin, token.text.size()};
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  return out;
}

/// Digits that are no number, or a number followed by its unit or by another value.
std::optional<Finding> faulty_number(const Token& token) {
  const std::string_view word = token.text;
  const auto quantity = parse_quantity(word);
  if (quantity && quantity->unit.empty()) {
    const bool zero_first = word.size() > 1 && word[0] == '0' && is_digit(word[1]);
    return zero_first
               ? std::optional(slip(
                     token, fmt::format("`{}` begins with a zero", word), "leave the zeros out"))
               : std::nullopt;
  }
  if (quantity && (is_digit(quantity->unit[0]) || quantity->unit[0] == '-')) {
    return slip(token, fmt::format("`{}` is not one value", word), "is a comma missing?");
  }
  if (quantity && quantity->unit[0] != '.' && quantity->unit[0] != '_') {
    return slip(token,
                fmt::format("a number with a unit needs quotes: {}", word),
                fmt::format("write \"{}\"", word));
  }
  return slip(
      token, fmt::format("`{}` is not a number", word), "expected a number such as 3, 0.5 or 1e9");
}

/// A word or a quantity without its quotes, True, 007, an unclosed string.
std::optional<Finding> faulty_value(std::string_view text, std::size_t offset) {
  const Token token = value_token(text, offset);
  const std::string_view word = token.text;
  if (word.empty() || !stands_as_value(text, token)) {
    return std::nullopt;
  }
  if (const auto quote = word.find_first_of("\"'"); quote != std::string_view::npos) {
    const bool open = quote == 0 && std::count(word.begin(), word.end(), word.front()) == 1;
    return open ? std::optional(slip(token,
                                     "this text has no closing quote",
                                     "opened here",
                                     "help: close it on the same line"))
                : std::nullopt;
  }
  const std::string small = lower(word);
  if (word != small && (small == "true" || small == "false" || small == "nan" || small == "inf")) {
    return slip(token, fmt::format("`{}` is not a value", word), fmt::format("write {}", small));
  }
  if (is_letter(word.front())) {
    return slip(
        token, fmt::format("text needs quotes: {}", word), fmt::format("write \"{}\"", word));
  }
  if (word.front() == '.' && word.size() > 1 && is_digit(word[1])) {
    return slip(token, fmt::format("`{}` is not a number", word), fmt::format("write 0{}", word));
  }
  const bool number_like = is_digit(word.front()) || word.front() == '-' || word.front() == '+';
  return number_like ? faulty_number(token) : std::nullopt;
}

/// What the parser's words say clearly enough to be said better.
std::optional<Finding> known_reason(std::string_view text,
                                    std::size_t offset,
                                    const std::string& reason) {
  const auto says = [&](std::string_view words) { return reason.find(words) != std::string::npos; };
  const Token here{offset, text.substr(offset, 1)};
  if (says("control character") && here.text != "\n" && !here.text.empty()) {
    return slip(here, "a control character may not stand here", "write it as \\uXXXX in quotes");
  }
  if (says("escape sequence")) {
    return slip(here,
                "`\\` and this character mean nothing in text",
                "write \\\\ for a backslash",
                "help: text in single quotes is taken as it is: 'C:\\data'");
  }
  if (says("dangling comma")) {
    return slip(here,
                "the last entry of an inline table ends without a comma",
                "remove the comma before it");
  }
  if (offset < text.size() && static_cast<unsigned char>(text[offset]) >= 0x80 &&
      says("expected keys")) {
    const std::size_t end = std::min(text.find_first_of(" =.\t\n", offset), text.size());
    const Token key{offset, text.substr(offset, end - offset)};
    return slip(key,
                fmt::format("the key `{}` needs quotes", key.text),
                fmt::format("write \"{}\"", key.text),
                "help: keys without quotes consist of A-Z a-z 0-9 _ -");
  }
  return std::nullopt;
}

/// `key =` with nothing behind, or a line with neither `=` nor brackets.
std::optional<Finding> faulty_line(std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  // The parser often stops at the end of the line or at the start of the next one.
  std::size_t at = offset;
  while (at > 0 && (at == text.size() || text[at] == '\n' || is_space(text[at])) &&
         text[at - 1] != '\n') {
    --at;
  }
  const auto line_end_before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  const std::size_t begin = line_end_before == std::string_view::npos ? 0 : line_end_before + 1;
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  const std::string_view line = text.substr(begin, end - begin);
  const std::string_view content = trimmed(line.substr(0, line.find('#')));
  const std::size_t start =
      begin + (content.empty() ? 0 : static_cast<std::size_t>(content.data() - line.data()));
  if (content.ends_with('=') && std::count(content.begin(), content.end(), '=') == 1) {
    return Finding{fmt::format("`{}` has no value", trimmed(content.substr(0, content.size() - 1))),
                   "expected a value after `=`",
                   {},
                   start + content.size() - 1};
  }
  if (content.starts_with('[') && content.find(']') == std::string_view::npos &&
      content.find_first_of("=,{\"'") == std::string_view::npos) {
    return Finding{"the name of this table has no closing bracket",
                   fmt::format("write {}{}", content, content.starts_with("[[") ? "]]" : "]"),
                   {},
                   start,
                   content.size()};
  }
  if (!content.empty() && content.find_first_of("=[]{},\"'") == std::string_view::npos) {
    return Finding{fmt::format("`{}` is neither a key with a value nor a table", content),
                   "expected `key = value` or `[table]`",
                   {},
                   start,
                   content.size()};
  }
  return std::nullopt;
}

/// The parser's reason without its preamble.
std::string reworded(std::string reason) {
  constexpr std::string_view preamble = "Error while parsing ";
  const auto colon = reason.find(": ");
  if (!reason.starts_with(preamble) || colon == std::string::npos) {
    return fmt::format("cannot read this: {}", reason);
  }
  std::string what = reason.substr(preamble.size(), colon - preamble.size());
  what = what == "root table" ? "line" : what == "key-value pair" ? "key and value" : what;
  return fmt::format("cannot read this {}: {}", what, reason.substr(colon + 2));
}

}  // namespace

Diagnostic syntax_diagnostic(const std::string& text,
                             std::size_t offset,
                             const std::string& reason,
                             const std::string& file) {
  offset = std::min(offset, text.size());
  std::optional<Finding> finding = known_reason(text, offset, reason);
  if (!finding) {
    finding = faulty_line(text, offset);
  }
  if (!finding) {
    finding = faulty_value(text, offset);
  }
  if (!finding) {
    finding = Finding{reworded(reason), {}, {}, offset};
    if (reason.find("saw ']'") != std::string::npos ||
        reason.find("saw '}'") != std::string::npos) {
      finding->help = "help: is this bracket one too many?";
    } else if (reason.find("inline table") != std::string::npos) {
      finding->help =
          "help: an inline table `{ … }` stands on one line; longer ones are written as [table]";
    } else if (reason.find("array") != std::string::npos) {
      finding->help = "help: elements of an array are separated by commas and end with `]`";
    }
  }
  int length = 0;
  const std::string_view culprit = std::string_view(text).substr(finding->offset, finding->length);
  for (std::size_t at = 0; at < culprit.size(); at += character_at(culprit, at).bytes) {
    ++length;
  }
  Diagnostic diagnostic{"U001",
                        Severity::error,
                        finding->message,
                        place_of(text, finding->offset, file, std::max(length, 1)),
                        finding->label,
                        {}};
  if (!finding->help.empty()) {
    diagnostic.notes.push_back(finding->help);
  }
  return diagnostic;
}

}  // namespace uq::studies
