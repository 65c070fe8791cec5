#include "studies/read/formula_tokens_detail.hpp"

#include <algorithm>
#include <array>

namespace uq::studies {

namespace {

/// End of "digits . digits [e|E [+|-] digits]".
std::size_t end_of_number(std::string_view text, std::size_t begin) {
  std::size_t at = begin;
  const auto digits = [&] {
    const std::size_t from = at;
    while (is_digit(byte_at(text, at))) {
      ++at;
    }
    return at - from;
  };
  std::size_t found = digits();
  if (byte_at(text, at) == '.') {
    ++at;
    found += digits();
  }
  if (found == 0 || byte_at(text, at) == '.') {
    throw FormulaSyntax{begin};
  }
  if (byte_at(text, at) == 'e' || byte_at(text, at) == 'E') {
    const char sign = byte_at(text, at + 1);
    const std::size_t first = at + (sign == '+' || sign == '-' ? 2 : 1);
    if (is_digit(byte_at(text, first))) {
      at = first;
      digits();
    }
  }
  return at;
}

std::size_t end_of_operation(std::string_view text, std::size_t at) {
  static constexpr std::array<std::string_view, 6> pairs{"==", "!=", "<=", ">=", "&&", "||"};
  if (std::find(pairs.begin(), pairs.end(), text.substr(at, 2)) != pairs.end()) {
    return at + 2;
  }
  if (std::string_view("+-*/^<>!?:(),").find(text[at]) == std::string_view::npos) {
    throw FormulaSyntax{at};
  }
  return at + 1;
}

}  // namespace

std::vector<Token> tokens_of(std::string_view text, const std::set<std::string>& names) {
  std::vector<Token> tokens;
  std::size_t at = skip_space(text, 0);
  while (at < text.size()) {
    const std::size_t begin = at;
    const char c = text[at];
    if (is_digit(c) || c == '.') {
      at = end_of_number(text, begin);
      const std::string_view number = text.substr(begin, at - begin);
      const std::size_t end = end_of_unit(text, begin, at, names);
      const std::size_t unit = skip_space(text, at);
      if (end == at) {
        tokens.push_back({Token::Kind::number, begin, end, number, {}});
      } else {
        tokens.push_back({Token::Kind::literal, begin, end, number, text.substr(unit, end - unit)});
      }
      at = end;
    } else if (is_letter(c) || c == '_') {
      at = end_of_name(text, begin);
      tokens.push_back({Token::Kind::name, begin, at, text.substr(begin, at - begin), {}});
    } else {
      at = end_of_operation(text, begin);
      tokens.push_back({Token::Kind::operation, begin, at, text.substr(begin, at - begin), {}});
    }
    at = skip_space(text, at);
  }
  tokens.push_back({Token::Kind::end, text.size(), text.size(), {}, {}});
  return tokens;
}

}  // namespace uq::studies
