#include "perfmodels/expression.hpp"
#include "perfmodels/formula_detail.hpp"

#include <algorithm>

namespace uq::perfmodels {
namespace {

// ASCII by hand: <cctype> would ask the locale.
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<Identifier> identifiers() {
    while (skip_space(), at_ < text_.size()) {
      const char c = text_[at_];
      if (is_digit(c) || c == '.') {
        skip_number();
      } else if (is_letter(c)) {
        read_identifier();
      } else {
        read_operator(c);
      }
      empty_ = false;
    }
    if (empty_) {
      refuse(0, "the formula is empty");
    }
    return std::move(found_);
  }

 private:
  [[noreturn]] static void refuse(std::size_t position,
                                  const std::string& message,
                                  const std::string& hint = {}) {
    throw FormulaError("", position, message, hint);
  }

  char peek(std::size_t ahead) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) {
      ++at_;
    }
  }

  // digits . digits [e|E [+|-] digits]; a letter straight behind is an error, so "2x" is never 2*x.
  void skip_number() {
    const std::size_t begin = at_;
    std::size_t digits = 0;
    std::size_t dots = 0;
    for (; is_digit(peek(0)) || peek(0) == '.'; ++at_) {
      (peek(0) == '.' ? dots : digits) += 1;
    }
    if (peek(0) == 'e' || peek(0) == 'E') {
      const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
      if (is_digit(peek(1 + sign))) {
        for (at_ += 1 + sign; is_digit(peek(0)); ++at_) {
        }
      }
    }
    const bool glued = is_letter(peek(0)) || peek(0) == '.';
    while (is_letter(peek(0)) || is_digit(peek(0)) || peek(0) == '.') {
      ++at_;
    }
    if (glued || digits == 0 || dots > 1) {
      const std::string token(text_.substr(begin, at_ - begin));
      refuse(begin, "`" + token + "` is not a number", "products are written with `*`: 2*x");
    }
  }

  void read_identifier() {
    const std::size_t begin = at_;
    while (is_letter(peek(0)) || is_digit(peek(0))) {
      ++at_;
    }
    const std::string name(text_.substr(begin, at_ - begin));
    skip_space();
    const bool call = peek(0) == '(';
    found_.push_back({name, begin, call});
    if (call) {
      open_.push_back(true);
      ++at_;
    }
  }

  void read_operator(char c) {
    static constexpr std::string_view pairs[] = {"==", "!=", "<=", ">=", "&&", "||"};
    const std::string_view two = text_.substr(at_, 2);
    if (std::find(std::begin(pairs), std::end(pairs), two) != std::end(pairs)) {
      at_ += 2;
      return;
    }
    switch (c) {
      case '(':
        open_.push_back(false);
        break;
      case ')':
        if (open_.empty()) {
          refuse(at_, "`)` closes nothing");
        }
        open_.pop_back();
        break;
      case ',':
        if (open_.empty() || !open_.back()) {
          refuse(at_, "a comma outside a function call", "one formula gives one value");
        }
        break;
      case '=':
        refuse(at_, "`=` would assign", "comparison is `==`");
      case '&':
      case '|':
        refuse(at_,
               std::string("unknown operator `") + c + "`",
               std::string("logical operators are `&&`, `||`, `!`"));
      case '%':
        refuse(at_, "unknown operator `%`", "write mod(a, b)");
      default:
        if (std::string_view("+-*/^<>!?:").find(c) == std::string_view::npos) {
          refuse(at_, "unexpected character " + shown(c));
        }
        if (c == '*' && peek(1) == '*') {
          refuse(at_, "unknown operator `**`", "powers are written with `^`");
        }
    }
    ++at_;
  }

  static std::string shown(char c) {
    const bool printable = c > ' ' && c < '\x7f';
    const auto byte = static_cast<unsigned char>(c);
    constexpr std::string_view hex = "0123456789abcdef";
    return printable ? std::string("`") + c + "`"
                     : std::string("with the byte 0x") + hex[byte / 16] + hex[byte % 16];
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool empty_ = true;
  std::vector<Identifier> found_;
  std::vector<bool> open_;  // parentheses open here: true for those of a function call
};

}  // namespace

std::vector<Identifier> identifiers_of(std::string_view formula) {
  if (formula.size() > max_formula_bytes) {
    throw FormulaError("",
                       0,
                       "the formula has more than " + std::to_string(max_formula_bytes) + " bytes",
                       "split it with [derived]");
  }
  return Scanner(formula).identifiers();
}

std::vector<std::string> variables_of(const std::string& formula) {
  std::vector<std::string> names;
  for (const Identifier& found : identifiers_of(formula)) {
    const bool variable = !found.call && !is_formula_constant(found.name) &&
                          !is_formula_function(found.name) &&
                          std::find(names.begin(), names.end(), found.name) == names.end();
    if (variable) {
      names.push_back(found.name);
    }
  }
  return names;
}

}  // namespace uq::perfmodels
