#include "studies/read/formula_units.hpp"

#include "perfmodels/expression.hpp"
#include "studies/file/text_detail.hpp"
#include "studies/read/formula_terms_detail.hpp"
#include "studies/read/keys.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace uq::studies {

namespace {

std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); at += character_at(text, at).bytes) {
    ++count;
  }
  return count;
}

/// The formula with its units blanked out: every other byte keeps its position.
std::string without_units(std::string text, const std::vector<Token>& tokens) {
  for (const Token& token : tokens) {
    if (token.kind == Token::Kind::literal) {
      const std::size_t begin = token.begin + token.text.size();
      std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin),
                text.begin() + static_cast<std::ptrdiff_t>(token.end),
                ' ');
    }
  }
  return text;
}

class Resolution {
 public:
  Resolution(const Node& text,
             const std::vector<FormulaVariable>& variables,
             const std::string& subject,
             Diagnostics& diagnostics)
      : node_(text), variables_(variables), subject_(subject), diagnostics_(diagnostics) {
    for (const FormulaVariable& variable : variables) {
      names_.insert(variable.name);
    }
  }

  std::optional<ResolvedFormula> result(const std::string& unit) {
    const std::string& text = node_.string();
    std::vector<Token> tokens;
    try {
      tokens = tokens_of(text, names_);
      FormulaTerms terms(text, variables_);
      const std::size_t root = parse_formula(tokens, terms);
      const std::string blank = without_units(text, tokens);
      if (terms.has_literal() && !compiles(blank)) {
        return std::nullopt;
      }
      terms.deliver(root, unit, subject_);
      return resolved(terms, root);
    } catch (const FormulaFault& fault) {
      report(fault);
      return std::nullopt;
    } catch (const FormulaSyntax& fault) {
      return unresolved(fault, without_units(text, tokens));
    }
  }

 private:
  ResolvedFormula resolved(const FormulaTerms& terms, std::size_t root) const {
    const Term& whole = terms.at(root);
    ResolvedFormula formula{.text = terms.edited()};
    formula.converted = terms.has_literal() || formula.text != node_.string();
    if (terms.involved() && whole.scale != Scale::plain && !whole.unit.is_number()) {
      formula.unit = whole.unit;
    }
    return formula;
  }

  /// Without literals, nothing needs to be known of units.
  std::optional<ResolvedFormula> unresolved(const FormulaSyntax& fault, const std::string& blank) {
    if (blank == node_.string()) {
      return ResolvedFormula{.text = blank};
    }
    if (!fault.reason.empty() || compiles(blank)) {
      report({.code = fault.code,
              .message = fault.reason.empty() ? "units cannot be followed from here" : fault.reason,
              .position = fault.position,
              .note = fault.note});
    }
    return std::nullopt;
  }

  /// The grammar is muParser's: where it refuses, that is reported in its words.
  bool compiles(const std::string& text) {
    std::vector<InputVariable> inputs;
    for (const FormulaVariable& variable : variables_) {
      if (is_identifier(variable.name) && !perfmodels::is_reserved(variable.name)) {
        inputs.push_back({.name = variable.name});
      }
    }
    try {
      perfmodels::ExpressionModel(inputs, {{"formula itself", text}});
      return true;
    } catch (const perfmodels::FormulaError& error) {
      report_formula(node_, subject_, error, names_of(inputs), diagnostics_);
      return false;
    }
  }

  void report(const FormulaFault& fault) {
    Diagnostic& problem = diagnostics_.error(fault.code,
                                             fmt::format("{}: {}", subject_, fault.message),
                                             place_in(node_, fault.position, fault.length),
                                             fault.label);
    if (!fault.note.empty()) {
      problem.notes.push_back(fault.note);
    }
  }

  const Node& node_;
  const std::vector<FormulaVariable>& variables_;
  const std::string& subject_;
  Diagnostics& diagnostics_;
  std::set<std::string> names_;
};

}  // namespace

std::optional<ResolvedFormula> resolve_formula(const Node& text,
                                               const std::vector<FormulaVariable>& variables,
                                               const std::string& subject,
                                               Diagnostics& diagnostics,
                                               const std::string& unit) {
  return Resolution(text, variables, subject, diagnostics).result(unit);
}

void report_formula(const Node& text,
                    const std::string& subject,
                    const perfmodels::FormulaError& error,
                    const std::vector<std::string>& names,
                    Diagnostics& diagnostics) {
  constexpr std::size_t longest = 100;
  const std::size_t length = std::max<std::size_t>(error.variable.size(), 1);
  Diagnostic& problem = diagnostics.error("U130",
                                          subject + ": " + shortened(error.what(), longest),
                                          place_in(text, error.position, length));
  if (!error.hint.empty()) {
    problem.notes.push_back(error.hint);
  }
  if (error.variable.empty()) {
    return;
  }
  if (const std::string best = nearest(error.variable, names); !best.empty()) {
    problem.label = "did you mean `" + best + "`?";
  }
  problem.notes.push_back(known(names));
}

Place place_in(const Node& text, std::size_t position, std::size_t length) {
  Place place = text.place;
  constexpr std::size_t quotes = 2;
  const std::string_view all = text.string();
  if (place.line > 0 && static_cast<std::size_t>(place.length) == characters(all) + quotes) {
    const std::size_t begin = std::min(position, all.size());
    place.column += 1 + static_cast<int>(characters(all.substr(0, begin)));
    place.length = std::max(1, static_cast<int>(characters(all.substr(begin, length))));
  }
  return place;
}

}  // namespace uq::studies
