#include "perfmodels/expression.hpp"
#include "studies/criteria/figures_detail.hpp"
#include "studies/read/formula_units.hpp"
#include "studies/read/keys.hpp"

#include <algorithm>
#include <iterator>

namespace uq::studies {

namespace {

/// Messages speak of what the study writes, not of its stand-ins.
std::string spoken(std::string text, const std::vector<CriterionName>& names) {
  for (const CriterionName& name : names) {
    for (std::size_t at = text.find(name.symbol); at != std::string::npos;
         at = text.find(name.symbol, at + name.shown.size())) {
      text.replace(at, name.symbol.size(), name.shown);
    }
  }
  return text;
}

}  // namespace

std::optional<std::string> formula_in(const Criterion& criterion,
                                      const std::vector<std::string>& units,
                                      const std::string& subject,
                                      Diagnostics& diagnostics) {
  std::vector<FormulaVariable> variables;
  std::vector<InputVariable> inputs;
  for (std::size_t k = 0; k < criterion.names.size(); ++k) {
    variables.push_back({criterion.names[k].symbol, units[k]});
    inputs.push_back({.name = criterion.names[k].symbol, .unit = units[k]});
  }
  Diagnostics found;
  const auto resolved = resolve_formula(criterion.formula, variables, subject, found);
  if (resolved) {
    try {
      perfmodels::ExpressionModel(inputs, {{"criterion itself", resolved->text}});
    } catch (const perfmodels::FormulaError& error) {
      report_formula(criterion.formula, subject, error, names_of(inputs), found);
    }
  }
  std::vector<CriterionName> changed;  // the others would only cost time
  std::copy_if(criterion.names.begin(),
               criterion.names.end(),
               std::back_inserter(changed),
               [](const CriterionName& name) { return name.shown != name.symbol; });
  std::vector<Diagnostic> said = found.all();
  for (Diagnostic& diagnostic : said) {
    diagnostic.message = spoken(diagnostic.message, changed);
    for (std::string& note : diagnostic.notes) {
      note = spoken(note, changed);
    }
  }
  diagnostics.take(said);
  return resolved && !found.has_errors() ? std::optional(resolved->text) : std::nullopt;
}

}  // namespace uq::studies
