#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace uq::studies {

/// A fault of a formula that is reported: what is wrong with `length` bytes from `position`.
struct FormulaFault {
  std::string code, message;
  std::size_t position = 0, length = 1;
  std::string label, note;
};

/// Nothing can be said about the units of a formula: it names something unknown or is none at all,
/// which compiling it reports, or it has the `reason` given here, which only matters where it holds
/// literals with a unit.
struct FormulaSyntax {
  std::size_t position = 0;
  std::string reason = {}, code = "U130", note = {};
};

struct Token {
  enum class Kind { number, literal, name, operation, end };
  Kind kind;
  std::size_t begin = 0, end = 0;  ///< bytes of the formula
  std::string_view text;           ///< of a literal: the number alone
  std::string_view unit;           ///< of a literal, as written
};

/// The parts of a formula (docs/methods/expression.md) in order, an `end` last.
/// @param text must outlive the tokens
/// @param names of variables, which may stand behind the `/` of a literal
/// @throws FormulaFault for an unknown unit (U210) and an ambiguous literal (U220)
/// @throws FormulaSyntax for what no formula may hold
std::vector<Token> tokens_of(std::string_view text, const std::set<std::string>& names);

/// Where the unit behind a number ends: `at` is the first byte behind the number. It takes what the
/// units of a study take, but for `*`: "TB/s", "ms", "s^2", "W h". Equal to `at`: there is none.
/// @throws FormulaFault as `tokens_of`
std::size_t end_of_unit(std::string_view text,
                        std::size_t number,
                        std::size_t at,
                        const std::set<std::string>& names);

// ASCII by hand: <cctype> would ask the locale.
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
constexpr std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) {
    ++at;
  }
  return at;
}
/// Byte `at`, NUL behind the end.
constexpr char byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? text[at] : '\0';
}
/// End of the identifier that begins at `at`.
constexpr std::size_t end_of_name(std::string_view text, std::size_t at) {
  while (is_letter(byte_at(text, at)) || is_digit(byte_at(text, at)) || byte_at(text, at) == '_') {
    ++at;
  }
  return at;
}

}  // namespace uq::studies
