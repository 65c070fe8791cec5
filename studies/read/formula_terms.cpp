#include "perfmodels/expression.hpp"
#include "studies/read/formula_terms_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace uq::studies {

FormulaTerms::FormulaTerms(std::string_view text, const std::vector<FormulaVariable>& variables)
    : text_(text) {
  for (const FormulaVariable& variable : variables) {
    units_.emplace(variable.name, variable.unit);
  }
}

std::size_t FormulaTerms::add(Term term) {
  terms_.push_back(std::move(term));
  return terms_.size() - 1;
}

std::size_t FormulaTerms::add_number(std::size_t begin, std::size_t end, bool plain) {
  return add({.begin = begin, .end = end, .scale = plain ? Scale::plain : Scale::exact});
}

std::size_t FormulaTerms::number(const Token& token) {
  return constant(token, parse_quantity(token.text).value_or(Quantity{}).value);
}

std::size_t FormulaTerms::constant(const Token& token, double value) {
  return add({.begin = token.begin, .end = token.end, .constant = value});
}

std::size_t FormulaTerms::literal(const Token& token) {
  const UnitValue unit = parse_unit(token.unit).value_or(UnitValue{});
  const double value = parse_quantity(token.text).value_or(Quantity{}).value;
  if (!std::isfinite(value)) {
    throw FormulaFault{
        "U205", fmt::format("`{}` is too large", token.text), token.begin, token.end - token.begin};
  }
  literals_[token.begin] = {token.end, std::string(token.text), unit, value};
  involved_ = has_literal_ = true;
  return add({.form = Term::Form::literal,
              .begin = token.begin,
              .end = token.end,
              .unit = measure_of(unit),
              .scale = Scale::open});
}

std::size_t FormulaTerms::variable(const Token& token) {
  const auto found = units_.find(token.text);
  if (found == units_.end()) {
    throw FormulaSyntax{token.begin};
  }
  const std::string& text = found->second;
  const std::optional<UnitValue> unit = text.empty() ? UnitValue{} : parse_unit(text);
  if (!unit) {
    throw FormulaSyntax{
        token.begin,
        fmt::format("`{}` is in `{}`, to which no unit can be converted", found->first, text),
        "U210",
        "help: write plain numbers in " + text};
  }
  const Measure measure = measure_of(*unit);
  involved_ = involved_ || !measure.is_number() || measure.factor != 1;
  return add({.form = Term::Form::variable,
              .begin = token.begin,
              .end = token.end,
              .unit = measure,
              .scale = Scale::exact});
}

std::size_t FormulaTerms::sign(std::size_t begin, char operation, std::size_t a) {
  const Term inner = terms_[a];
  if (operation == '!') {
    return add_number(begin, inner.end, inner.scale == Scale::plain);
  }
  Term term = inner;
  term.form = Term::Form::scaled;
  term.begin = begin;
  term.parts = {a};
  if (term.constant && operation == '-') {
    term.constant = -*term.constant;
  }
  return add(term);
}

std::size_t FormulaTerms::enclosed(std::size_t begin, std::size_t a, std::size_t end) {
  Term term = terms_[a];
  term.form = Term::Form::enclosed;
  term.begin = begin;
  term.end = end;
  term.parts = {a};
  return add(term);
}

std::size_t FormulaTerms::power(std::size_t a, std::size_t b) {
  require_number(b, "an exponent is");
  if (terms_[a].unit.is_number()) {
    require_number(a, "a power of varying exponent takes");
  }
  const Term base = terms_[a], exponent = terms_[b];
  Term term{.begin = base.begin, .end = exponent.end, .scale = base.scale, .mixed = base.mixed};
  if (base.scale == Scale::plain && exponent.scale == Scale::plain) {
    if (base.constant && exponent.constant) {
      term.constant = std::pow(*base.constant, *exponent.constant);
    }
    return add(term);
  }
  if (base.unit.is_number()) {
    return add_number(term.begin, term.end, false);
  }
  if (!exponent.constant) {
    refuse(
        "U211",
        fmt::format(
            "{}, and `{}` is no constant: a power of it has no unit", claim(base), slice(exponent)),
        exponent,
        reference_help(base));
  }
  term.unit = raised(base.unit, *exponent.constant);
  return add(term);
}

std::size_t FormulaTerms::scaled(std::size_t value,
                                 std::size_t factor,
                                 Term product,
                                 bool inverse) {
  const Term term = terms_[value], plain = terms_[factor];
  product.unit = inverse ? combined(Measure{}, term.unit, true) : term.unit;
  product.scale = term.scale;
  product.mixed = term.mixed;
  if (term.scale == Scale::open) {
    if (!inverse) {  // a conversion of 2 * 5 ms goes into the literal
      product.form = Term::Form::scaled;
      product.parts = {value};
    }
  } else if (!plain.constant) {
    product.scale = std::max(term.scale, Scale::touched);
  } else if (is_conversion_factor(*plain.constant, term.unit)) {
    product.scale = Scale::free;
  } else if (std::abs(*plain.constant) != 1) {
    product.scale = std::max(term.scale, Scale::touched);
  }
  return add(product);
}

std::size_t FormulaTerms::product(std::size_t a, std::size_t b, bool divides) {
  Term term{.begin = terms_[a].begin, .end = terms_[b].end};
  const bool plain_a = terms_[a].scale == Scale::plain, plain_b = terms_[b].scale == Scale::plain;
  if (plain_a && plain_b) {
    if (terms_[a].constant && terms_[b].constant) {
      const double x = *terms_[a].constant, y = *terms_[b].constant;
      term.constant = divides ? x / y : x * y;
    }
    return add(term);
  }
  for (const std::size_t part : {a, b}) {
    if (terms_[part].scale == Scale::open && terms_[part].unit.is_number()) {
      convert(part, 1);  // 5 % is 0.05
    }
  }
  if (plain_a || plain_b) {
    return plain_b ? scaled(a, b, term, false) : scaled(b, a, term, divides);
  }
  const Term x = terms_[a], y = terms_[b];
  term.unit = combined(x.unit, y.unit, divides);
  term.scale = std::max(x.scale, y.scale);
  const bool with_literal = x.scale == Scale::open || y.scale == Scale::open;
  const auto is_plain_sized = [](const Term& number) {
    return number.unit.is_number() && same_factor(number.unit.factor, 1);
  };
  const bool quantities = !x.unit.is_number() && !y.unit.is_number();
  const bool with_share = !quantities && !is_plain_sized(x) && !is_plain_sized(y);
  term.mixed = x.mixed || y.mixed || (with_literal && quantities) || with_share;
  // A plain factor of a number converts no literal: (1e3 * n) * 5 s.
  const auto gives_unit = [&](const Term& literal, const Term& other) {
    return literal.scale == Scale::open && !literal.unit.is_number() && is_plain_sized(other);
  };
  if (term.scale != Scale::open && (gives_unit(x, y) || gives_unit(y, x))) {
    term.scale = Scale::exact;
  }
  const std::size_t result = add(term);
  normalise(result);
  return result;
}

std::size_t FormulaTerms::sum(std::size_t a, std::size_t b, bool subtracts) {
  Term term = reconcile({a, b});
  const Term x = terms_[a], y = terms_[b];
  term.begin = x.begin;
  term.end = y.end;
  if (x.constant && y.constant && term.scale == Scale::plain) {
    term.constant = subtracts ? *x.constant - *y.constant : *x.constant + *y.constant;
  }
  // In 1 - 1e-3*n the factor converts nothing.
  const bool with_plain = x.scale == Scale::plain || y.scale == Scale::plain;
  if (with_plain && term.scale > Scale::exact && term.unit.is_number() && term.unit.factor == 1) {
    term.scale = Scale::exact;
  }
  return add(term);
}

std::size_t FormulaTerms::comparison(std::size_t a, std::size_t b) {
  const bool plain = reconcile({a, b}).scale == Scale::plain;
  return add_number(terms_[a].begin, terms_[b].end, plain);
}

std::size_t FormulaTerms::logical(std::size_t a, std::size_t b) {
  const bool plain = terms_[a].scale == Scale::plain && terms_[b].scale == Scale::plain;
  return add_number(terms_[a].begin, terms_[b].end, plain);
}

std::size_t FormulaTerms::choice(std::size_t condition, std::size_t a, std::size_t b) {
  Term term = reconcile({a, b});
  term.begin = terms_[condition].begin;
  term.end = terms_[b].end;
  return add(term);
}

std::size_t FormulaTerms::call(const Token& name,
                               const std::vector<std::size_t>& arguments,
                               std::size_t end) {
  const auto is_any = [&](const auto& names) {
    return std::find(names.begin(), names.end(), name.text) != names.end();
  };
  static constexpr std::array<std::string_view, 4> folds{"min", "max", "sum", "avg"};
  static constexpr std::array<std::string_view, 4> keepers{"abs", "floor", "ceil", "round"};
  const bool fold = is_any(folds), remainder = name.text == "mod";
  if (!perfmodels::is_reserved(std::string(name.text)) ||
      (remainder ? arguments.size() != 2 : !fold && arguments.size() != 1)) {
    throw FormulaSyntax{name.begin};
  }
  if (fold || remainder) {
    Term term = reconcile(arguments);
    term.begin = name.begin;
    term.end = end;
    return add(term);
  }
  const std::size_t a = arguments.front();
  Term term{.begin = name.begin, .end = end};
  term.scale = terms_[a].scale;
  term.unit = terms_[a].unit;
  term.mixed = terms_[a].mixed;
  if (term.scale == Scale::plain) {
    return add(term);
  }
  if (is_any(keepers)) {
    if (name.text == "abs") {
      term.form = Term::Form::scaled;
      term.parts = {a};
    }
    return add(term);
  }
  if (name.text == "sqrt" && !term.unit.is_number()) {
    constexpr double half = 0.5;
    term.unit = raised(term.unit, half);
    return add(term);
  }
  if (name.text != "sign") {
    require_number(a, fmt::format("`{}` takes", name.text));
  }
  return add_number(name.begin, end, false);
}

std::string FormulaTerms::edited() const {
  std::string result;
  for (std::size_t at = 0; at <= text_.size(); ++at) {
    if (const auto closed = closed_.find(at); closed != closed_.end()) {
      result += closed->second;
    }
    if (const auto opened = opened_.find(at); opened != opened_.end()) {
      result += opened->second;
    }
    if (const auto literal = literals_.find(at); literal != literals_.end()) {
      result += literal->second.text;
      at = literal->second.end - 1;
    } else if (at < text_.size()) {
      result += text_[at];
    }
  }
  return result;
}

}  // namespace uq::studies
