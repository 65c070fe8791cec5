#include "studies/file/text_detail.hpp"
#include "studies/file/units_detail.hpp"
#include "studies/read/formula_terms_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace uq::studies {

namespace {

/// A percentage, whose size is not that of a plain number.
bool is_share(const Term& term) {
  return term.scale > Scale::open && term.unit.is_number() && !same_factor(term.unit.factor, 1);
}

}  // namespace

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
  const Term* share = nullptr;
  const Term* rival = nullptr;  // in another scale than the anchor
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
    share = is_share(term) ? &term : share;
    if (term.scale != Scale::open && !same_factor(term.unit.factor, anchor->unit.factor)) {
      rival = &term;
    }
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
    const Term& term = terms_[index];
    if (term.scale == Scale::plain && term.constant != 0.0) {
      refuse_beside(term, mixed, share, anchor, rival);
    }
  }
  for (const std::size_t index : terms) {
    Term& term = terms_[index];
    if (term.scale == Scale::plain) {
      term.unit = result.unit;
    } else if (free != nullptr && term.scale == Scale::open) {
      refuse_scales(*free, term, Scale::free);
    } else if (!same_factor(term.unit.factor, result.unit.factor)) {
      if (result.scale >= Scale::touched && term.scale != Scale::open) {
        refuse_scales(*anchor, term, result.scale);
      }
      result.mixed = result.mixed || term.scale != Scale::open;
      convert(index, result.unit.factor);
    }
  }
  result.mixed = result.mixed && !result.unit.is_number();
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
  if (term.scale >= Scale::touched) {
    refuse("U221",
           fmt::format("`{}` counts in units of {}, and a plain factor stands by",
                       slice(term),
                       number_text(term.unit.factor)),
           term,
           factor_help(term.scale));
  }
  convert(product, 1);
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
  if (same_factor(target.factor, term.unit.factor)) {
    return;
  }
  if (term.scale >= Scale::touched) {
    const std::string note = term.scale == Scale::free
                                 ? factor_help(term.scale)
                                 : "help: its plain factor may be half a conversion";
    refuse("U221",
           fmt::format(
               "{} gives {}, not {}, and has a plain factor", subject, unit_text(term.unit), unit),
           term,
           fmt::format("{}; or write unit = \"{}\"", note, unit_text(term.unit)));
  }
  convert(root, target.factor);
}

}  // namespace uq::studies
