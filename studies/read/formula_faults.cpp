#include "studies/file/text_detail.hpp"
#include "studies/file/units_detail.hpp"
#include "studies/read/formula_terms_detail.hpp"

#include <fmt/format.h>

namespace uq::studies {

std::string FormulaTerms::factor_help(Scale scale) {
  return scale == Scale::free
             ? "help: leave the factor out, as units convert, or give one that counts a unit (10 "
               "req)"
             : "help: its plain factor may be half a conversion; give both sides one unit";
}

std::string FormulaTerms::slice(const Term& term) const {
  constexpr std::size_t longest = 50;
  return shortened(text_.substr(term.begin, term.end - term.begin), longest);
}

std::string FormulaTerms::claim(const Term& term) const {
  const std::string text = fmt::format("`{}` is {}", slice(term), name_of(term.unit));
  if (term.form == Term::Form::literal || term.unit.is_number()) {
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

void FormulaTerms::refuse_share(const Term& plain, const Term& share) const {
  constexpr UnitValue number{}, percent{.factor = 0.01};
  const UnitValue own{.factor = share.unit.factor};
  const auto in_percent = [&](const UnitValue& unit) {
    return number_text(uq::studies::convert(*plain.constant, unit, percent)) + " %";
  };
  const std::string note =
      plain.constant ? fmt::format("help: write {} if {} is the number, {} if it counts in {}",
                                   in_percent(number),
                                   slice(plain),
                                   in_percent(own),
                                   unit_text(share.unit))
                     : "help: write it in %, such as 25 %, or as an input without a unit";
  refuse("U221",
         fmt::format("`{}` has no unit, but `{}` counts in {}",
                     slice(plain),
                     slice(share),
                     unit_text(share.unit)),
         plain,
         note);
}

void FormulaTerms::refuse_between(const Term& plain, const Term& a, const Term& b) const {
  refuse("U221",
         fmt::format("`{}` has no unit, but `{}` is in {} and `{}` in {}",
                     slice(plain),
                     slice(a),
                     unit_text(a.unit),
                     slice(b),
                     unit_text(b.unit)),
         plain,
         fmt::format("help: write {} such as {}", name_of(a.unit), example_of(a.unit)));
}

void FormulaTerms::refuse_scales(const Term& a, const Term& b, Scale scale) const {
  const auto& [open, other] = b.scale == Scale::open ? std::tie(b, a) : std::tie(a, b);
  if (open.scale == Scale::open) {
    refuse(
        "U221",
        fmt::format("`{}` has a factor that may convert it, so `{}` has no unit to be brought to",
                    slice(other),
                    slice(open)),
        open,
        fmt::format("{}; or write a plain number for `{}`", factor_help(scale), slice(open)));
  }
  refuse("U221",
         fmt::format("`{}` is in {}, `{}` in {}, and a plain factor stands by",
                     slice(a),
                     unit_text(a.unit),
                     slice(b),
                     unit_text(b.unit)),
         b,
         factor_help(scale));
}

void FormulaTerms::refuse_beside(const Term& plain,
                                 const Term* mixed,
                                 const Term* share,
                                 const Term* anchor,
                                 const Term* rival) const {
  if (mixed != nullptr) {
    refuse_bare(plain, *mixed);
  }
  if (share != nullptr) {
    refuse_share(plain, *share);
  }
  if (rival != nullptr) {
    refuse_between(plain, *anchor, *rival);
  }
}

}  // namespace uq::studies
