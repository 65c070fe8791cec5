#include "studies/file/text_detail.hpp"
#include "studies/file/units_detail.hpp"
#include "studies/read/formula_terms_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace uq::studies {

namespace {

constexpr const char* factor_help =
    "help: its plain factor may be half a conversion; give both sides one unit";

}  // namespace

std::string FormulaTerms::slice(const Term& term) const {
  constexpr std::size_t longest = 50;
  return shortened(text_.substr(term.begin, term.end - term.begin), longest);
}

std::string FormulaTerms::claim(const Term& term) const {
  const std::string text = fmt::format("`{}` is {}", slice(term), name_of(term.unit));
  if (term.form == Term::Form::literal || term.unit.is_number() || term.scale == Scale::free) {
    return text;
  }
  const auto variable = units_.find(text_.substr(term.begin, term.end - term.begin));
  const std::string unit = variable != units_.end() ? variable->second : unit_text(term.unit);
  return text.ends_with(" " + unit) ? text : fmt::format("{} ({})", text, unit);
}

std::string FormulaTerms::reference_help(const Term& term) const {
  const std::string text = slice(term);
  const bool whole = term.form == Term::Form::variable || term.form == Term::Form::enclosed;
  return fmt::format("help: divide by a reference: {} / (1 {})",
                     whole ? text : "(" + text + ")",
                     unit_text(term.unit));
}

void FormulaTerms::refuse(const std::string& code,
                          const std::string& message,
                          const Term& term,
                          const std::string& note) {
  throw FormulaFault{code, message, term.begin, term.end - term.begin, {}, note};
}

void FormulaTerms::refuse_dimensions(const Term& wanted, const Term& found) const {
  const std::string message = fmt::format("{}, but {}", claim(wanted), claim(found));
  if (found.form == Term::Form::literal && !wanted.unit.is_number()) {
    refuse("U211",
           message,
           found,
           fmt::format("help: write {} such as {}", name_of(wanted.unit), example_of(wanted.unit)));
  }
  const bool number_first = wanted.unit.is_number();
  const Term& number = number_first ? wanted : found;
  const Term& quantity = number_first ? found : wanted;
  if (number.unit.is_number() && number.form == Term::Form::variable) {
    refuse("U211",
           message,
           found,
           fmt::format("help: give `{}` a unit, or multiply it by one: {} * 1 {}",
                       slice(number),
                       slice(number),
                       unit_text(quantity.unit)));
  }
  refuse("U211",
         message,
         found,
         "help: only like adds to and compares with like; a coefficient takes a unit too, e.g. "
         "work / 312 TFLOP/s");
}

void FormulaTerms::refuse_bare(const Term& plain, const Term& mixed) const {
  refuse("U221",
         fmt::format(
             "`{}` has no unit, and that of `{}` is made of several", slice(plain), slice(mixed)),
         plain,
         fmt::format("help: write {} such as {}", name_of(mixed.unit), example_of(mixed.unit)));
}

void FormulaTerms::refuse_scales(const Term& a, const Term& b) const {
  const auto& [open, other] = b.scale == Scale::open ? std::tie(b, a) : std::tie(a, b);
  if (open.scale == Scale::open) {
    refuse("U221",
           fmt::format("`{}` has a factor that converts it, so `{}` has no unit to be brought to",
                       slice(other),
                       slice(open)),
           open,
           fmt::format("help: leave the factor out, as units convert; or write a plain number for "
                       "`{}`",
                       slice(open)));
  }
  refuse("U221",
         fmt::format("`{}` is in {}, `{}` in {}, and a plain factor stands by",
                     slice(a),
                     unit_text(a.unit),
                     slice(b),
                     unit_text(b.unit)),
         b,
         factor_help);
}

void FormulaTerms::convert(std::size_t index, double factor, int depth) {
  constexpr int deepest = 100;
  Term& term = terms_[index];
  if (same_factor(term.unit.factor, factor)) {
    return;
  }
  const UnitValue from{.factor = term.unit.factor}, to{.factor = factor};
  term.unit.factor = factor;
  if (term.form == Term::Form::literal) {
    Literal& literal = literals_.at(term.begin);
    const double value = uq::studies::convert(literal.value, literal.unit, to);
    if (!std::isfinite(value)) {
      refuse("U205", fmt::format("`{}` is too large", slice(term)), term, {});
    }
    literal.text = number_text(value);
    return;
  }
  const bool into_parts = term.form == Term::Form::alternatives ||
                          term.form == Term::Form::scaled || term.form == Term::Form::enclosed;
  if (term.scale == Scale::open && into_parts && depth < deepest) {
    for (const std::size_t part : std::vector(term.parts)) {
      convert(part, factor, depth + 1);
    }
    return;
  }
  if (term.constant && *term.constant == 0) {
    return;
  }
  const double up = uq::studies::convert(1, from, to), down = uq::studies::convert(1, to, from);
  const bool divides = down == std::round(down) && down > 1;
  const std::string change = divides ? "/" + number_text(down) : "*" + number_text(up);
  const bool bare = term.form == Term::Form::variable;
  opened_[term.begin] = (bare ? "(" : "((") + opened_[term.begin];
  closed_[term.end] += (bare ? "" : ")") + change + ")";
}

Term FormulaTerms::reconcile(const std::vector<std::size_t>& terms) {
  const Term* first = nullptr;   // that is no plain number
  const Term* anchor = nullptr;  // whose scale the others take
  const Term* mixed = nullptr;
  const Term* free = nullptr;
  Term result;
  for (const std::size_t index : terms) {
    const Term& term = terms_[index];
    if (term.scale == Scale::plain) {
      continue;
    }
    if (first != nullptr && !first->unit.same_dimension(term.unit)) {
      refuse_dimensions(*first, term);
    }
    first = first == nullptr ? &term : first;
    anchor = anchor == nullptr && term.scale != Scale::open ? &term : anchor;
    mixed = term.mixed ? &term : mixed;
    free = term.scale == Scale::free ? &term : free;
    result.scale = std::max(result.scale, term.scale);
  }
  if (first == nullptr) {
    return result;
  }
  result.unit = (anchor != nullptr ? anchor : first)->unit;
  result.mixed = mixed != nullptr;
  if (anchor == nullptr && result.unit.is_number()) {
    result.unit.factor = 1;  // 1 - 5 % is 0.95
  }
  for (const std::size_t index : terms) {
    Term& term = terms_[index];
    if (term.scale == Scale::plain) {
      if (mixed != nullptr && term.constant != 0.0) {
        refuse_bare(term, *mixed);
      }
      term.unit = result.unit;
    } else if (free != nullptr) {
      if (term.scale == Scale::open) {
        refuse_scales(*free, term);
      }
    } else if (!same_factor(term.unit.factor, result.unit.factor)) {
      if (result.scale == Scale::touched && term.scale != Scale::open) {
        refuse_scales(*anchor, term);
      }
      result.mixed = result.mixed || term.scale != Scale::open;
      convert(index, result.unit.factor);
    }
  }
  if (result.scale == Scale::open) {
    result.form = Term::Form::alternatives;
    result.parts = terms;
  }
  return result;
}

void FormulaTerms::normalise(std::size_t product) {
  Term& term = terms_[product];
  if (!term.unit.is_number()) {
    return;
  }
  term.mixed = false;
  if (same_factor(term.unit.factor, 1)) {
    return;
  }
  if (term.scale == Scale::touched) {
    refuse("U221",
           fmt::format("`{}` counts in units of {}, and a plain factor stands by",
                       slice(term),
                       number_text(term.unit.factor)),
           term,
           factor_help);
  }
  if (term.scale == Scale::free) {
    term.unit.factor = 1;
  } else {
    convert(product, 1);
  }
}

void FormulaTerms::require_number(std::size_t index, const std::string& where) {
  const Term& term = terms_[index];
  if (!term.unit.is_number()) {
    refuse("U211",
           fmt::format("{} a plain number, but {}", where, claim(term)),
           term,
           reference_help(term));
  }
  normalise(index);
}

void FormulaTerms::deliver(std::size_t root, const std::string& unit, const std::string& subject) {
  const Term& term = terms_[root];
  const std::optional<UnitValue> parsed = parse_unit(unit);
  if (!parsed || !involved_ || term.scale == Scale::plain) {
    return;
  }
  const Measure target = measure_of(*parsed);
  if (!target.same_dimension(term.unit)) {
    refuse("U211",
           fmt::format("{} must give {} ({}), but {}", subject, name_of(target), unit, claim(term)),
           term,
           fmt::format("help: the unit of a value like this is {}", unit_text(term.unit)));
  }
  if (term.scale == Scale::free || same_factor(target.factor, term.unit.factor)) {
    return;
  }
  if (term.scale == Scale::touched) {
    refuse("U221",
           fmt::format(
               "{} gives {}, not {}, and has a plain factor", subject, unit_text(term.unit), unit),
           term,
           fmt::format("help: its plain factor may be half a conversion; write unit = \"{}\"",
                       unit_text(term.unit)));
  }
  convert(root, target.factor);
}

}  // namespace uq::studies
