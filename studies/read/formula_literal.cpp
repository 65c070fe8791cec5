#include "perfmodels/expression.hpp"
#include "studies/file/diagnostic.hpp"
#include "studies/file/units_detail.hpp"
#include "studies/read/formula_tokens_detail.hpp"

#include <fmt/format.h>

#include <array>

namespace uq::studies {

namespace {

constexpr std::array<std::string_view, 2> micro{"\u00b5", "\u03bc"};
constexpr std::array<std::string_view, 4> wide{"\u00b5", "\u03bc", "²", "³"};

template <class Texts>
std::size_t length_of_any(const Texts& texts, std::string_view text, std::size_t at) {
  for (const std::string_view one : texts) {
    if (text.substr(at).starts_with(one)) {
      return one.size();
    }
  }
  return 0;
}

bool begins_unit(std::string_view text, std::size_t at) {
  const char c = byte_at(text, at);
  return is_letter(c) || c == '$' || length_of_any(micro, text, at) > 0;
}

/// End of one factor of a unit: "TB", "s^2", "s²", "µs", "k$". @pre begins_unit(text, at)
std::size_t end_of_factor(std::string_view text, std::size_t at) {
  for (std::size_t length = 1; length > 0; at += length) {
    const char c = byte_at(text, at);
    const bool plain = is_letter(c) || is_digit(c) || c == '_' || c == '$';
    length = plain ? 1 : length_of_any(wide, text, at);
  }
  // "s^2" is a unit; "s^0.5" and "s^x" are powers of the literal.
  if (byte_at(text, at) == '^') {
    std::size_t end = at + (byte_at(text, at + 1) == '-' ? 2 : 1);
    const std::size_t digits = end;
    while (is_digit(byte_at(text, end))) {
      ++end;
    }
    const char next = byte_at(text, end);
    return end > digits && next != '.' && !is_letter(next) && next != '_' ? end : at;
  }
  return at;
}

bool begins_operand(std::string_view text, std::size_t at) {
  const char c = byte_at(text, at);
  return is_digit(c) || is_letter(c) || c == '.' || c == '_' || c == '(';
}

bool is_call(std::string_view text, std::size_t end) {
  return byte_at(text, skip_space(text, end)) == '(';
}

/// Whether a literal from `begin` to `end` stands alone in parentheses that are no function's.
bool is_enclosed(std::string_view text, std::size_t begin, std::size_t end) {
  const auto before = [&](std::size_t at) {
    while (at > 0 && is_space(text[at - 1])) {
      --at;
    }
    return at;
  };
  const std::size_t open = before(begin);
  if (byte_at(text, skip_space(text, end)) != ')' || open == 0 || text[open - 1] != '(') {
    return false;
  }
  const std::size_t left = before(open - 1);
  const char c = left == 0 ? ' ' : text[left - 1];
  return !is_letter(c) && !is_digit(c) && c != '_';
}

class UnitScanner {
 public:
  UnitScanner(std::string_view text, std::size_t number, const std::set<std::string>& names)
      : text_(text), number_(number), names_(names) {}

  std::size_t end(std::size_t at) {
    const std::size_t begin = skip_space(text_, at);
    if (byte_at(text_, begin) == '%') {  // "5 % 3" is an operator no formula has
      end_ = begin + 1;
      return begins_operand(text_, skip_space(text_, end_)) ? at : checked();
    }
    if (!begins_unit(text_, begin)) {
      return at;
    }
    end_ = end_of_factor(text_, begin);
    if (!is_unit(begin, end_)) {
      if (is_name(begin) || is_call(text_, end_)) {
        return at;
      }
      unknown(begin, end_);
    }
    if (is_call(text_, end_)) {
      return at;
    }
    while (take_factor(begin)) {
    }
    return checked();
  }

 private:
  bool is_unit(std::size_t begin, std::size_t end) const {
    return parse_unit(text_.substr(begin, end - begin)).has_value();
  }

  bool is_name(std::size_t begin) const {
    const std::string name(text_.substr(begin, end_of_name(text_, begin) - begin));
    return names_.contains(name) || perfmodels::is_reserved(name);
  }

  /// One more factor, behind `/` or a space.
  bool take_factor(std::size_t begin) {
    const std::size_t next = skip_space(text_, end_);
    const bool divides = byte_at(text_, next) == '/';
    const std::size_t from = divides ? skip_space(text_, next + 1) : next;
    if ((!divides && next == end_) || !begins_unit(text_, from)) {
      return false;
    }
    const std::size_t to = end_of_factor(text_, from);
    if (is_call(text_, to)) {
      return false;
    }
    const std::string name(text_.substr(from, end_of_name(text_, from) - from));
    if (!is_unit(from, to)) {
      if (!divides || is_name(from)) {
        return false;
      }
      unknown(begin, to);
    }
    if (divides && names_.contains(name) && rival_.empty()) {
      rival_ = name;
      before_rival_ = end_;
    }
    end_ = to;
    return true;
  }

  /// The end, unless what stands around the literal makes it ambiguous.
  std::size_t checked() const {
    const auto slice = [&](std::size_t end) { return text_.substr(number_, end - number_); };
    if (byte_at(text_, skip_space(text_, end_)) == '^') {
      throw FormulaFault{
          "U220",
          fmt::format("`{}` before `^` can be read in two ways", slice(end_)),
          number_,
          end_ - number_,
          {},
          fmt::format("help: write ({})^… for a power of the quantity", slice(end_))};
    }
    if (!rival_.empty() && !is_enclosed(text_, number_, end_)) {
      throw FormulaFault{
          "U220",
          fmt::format(
              "`{}` can be read in two ways: `{}` is a unit and a variable", slice(end_), rival_),
          number_,
          end_ - number_,
          {},
          fmt::format("help: write ({}) for the unit, ({})/{} for the variable",
                      slice(end_),
                      slice(before_rival_),
                      rival_)};
    }
    return end_;
  }

  [[noreturn]] void unknown(std::size_t begin, std::size_t end) const {
    const std::string unit(text_.substr(begin, end - begin));
    const std::string near = nearest(unit, common_units());
    throw FormulaFault{"U210",
                       fmt::format("unknown unit `{}`", unit),
                       begin,
                       end - begin,
                       near.empty() ? "" : fmt::format("did you mean `{}`?", near),
                       "help: a name behind a number is its unit; products are written with `*`"};
  }

  std::string_view text_;
  std::size_t number_;
  const std::set<std::string>& names_;
  std::size_t end_ = 0;
  std::string rival_;  // a variable that the unit behind a `/` is named like
  std::size_t before_rival_ = 0;
};

}  // namespace

std::size_t end_of_unit(std::string_view text,
                        std::size_t number,
                        std::size_t at,
                        const std::set<std::string>& names) {
  return UnitScanner(text, number, names).end(at);
}

}  // namespace uq::studies
