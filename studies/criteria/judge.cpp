#include "perfmodels/expression.hpp"
#include "studies/criteria/figures_detail.hpp"
#include "studies/read/formula_tokens_detail.hpp"
#include "studies/report/number.hpp"
#include "studies/report/reason.hpp"
#include "studies/report/show.hpp"
#include "studies/store/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace uq::studies {

namespace {

using Part = CriterionName::Part;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

Position with_probability(const CriterionName& name, const Dataset& results, Position at) {
  const Dimension* dim = results.dim("probability");
  if (name.probability && dim != nullptr) {
    const auto found = std::find(dim->values.begin(), dim->values.end(), *name.probability);
    if (found != dim->values.end()) {
      at["probability"] = found - dim->values.begin();
    }
  }
  return at;
}

double bound(const View& view, const CriterionName& name, Position at, Index which) {
  at["bound"] = which;
  return view.number(name.variable + "_ci", at);
}

/// The largest over the inputs. An input without a value is left out: it has none to compare with,
/// and its own cell is undefined anyway.
double largest(const View& view, const CriterionName& name, Position at) {
  const Variable& variable = *view.dataset().variable(name.variable);
  const std::string rows = row_dimension(variable);
  double value = none;
  const Index count = rows.empty() ? 0 : extent(*view.dataset().dim(rows));
  for (Index i = 0; i < count; ++i) {
    at[rows] = i;
    value = std::fmax(value, view.number(name.variable, at));
  }
  return value;
}

double value_of(const View& view, const CriterionName& name, const Position& cell) {
  const Variable* variable = view.dataset().variable(name.variable);
  if (variable == nullptr || is_text(*variable)) {
    return none;
  }
  const Position at = with_probability(name, view.dataset(), cell);
  switch (name.part) {
    case Part::value:
      return view.number(name.variable, at);
    case Part::lower:
      return bound(view, name, at, 0);
    case Part::upper:
      return bound(view, name, at, 1);
    case Part::width:
      return bound(view, name, at, 1) - bound(view, name, at, 0);
    case Part::largest:
      return largest(view, name, at);
  }
  return none;
}

bool is_empty(const Criterion& criterion, const View& view, const Position& cell) {
  return std::any_of(criterion.names.begin(), criterion.names.end(), [&](const auto& name) {
    const Variable* variable = view.dataset().variable(name.variable);
    return variable != nullptr &&
           is_empty_by_design(view, *variable, with_probability(name, view.dataset(), cell));
  });
}

std::string why_undefined(const View& view, const CriterionName& name, const Position& cell) {
  const std::string reason =
      reason_of(view, name.variable, with_probability(name, view.dataset(), cell));
  if (!reason.empty()) {
    return reason;
  }
  const bool interval = name.part != Part::value && name.part != Part::largest;
  return fmt::format("`{}` has no {} here", name.variable, interval ? "interval" : "value");
}

constexpr std::array<std::string_view, 11> combining{
    "<", ">", "<=", ">=", "==", "!=", "&&", "||", "!", "?", ":"};

/// The operands of a condition in one sum, which is NaN where one of them is: comparisons are false
/// then, and their negation true.
std::string operands_of(std::string formula) {
  const std::vector<Token> tokens = tokens_of(formula, {});
  for (const Token& token : tokens) {
    const bool combines =
        std::find(combining.begin(), combining.end(), token.text) != combining.end();
    if (token.kind == Token::Kind::operation && combines) {
      formula.replace(token.begin, token.text.size(), token.text.size() == 1 ? "-" : "- ");
    }
  }
  return formula;
}

/// One compiled formula for each combination of units.
class Formulas {
 public:
  explicit Formulas(const Criterion& criterion) : criterion_(criterion) {}

  double value(const std::vector<std::string>& units, const std::vector<double>& values) {
    auto found = models_.find(units);
    if (found == models_.end()) {
      found = models_.emplace(units, compiled(units)).first;
    }
    if (!found->second) {
      return none;
    }
    const Matrix x =
        Eigen::Map<const Eigen::RowVectorXd>(values.data(), static_cast<Index>(values.size()));
    Matrix y(1, 2);
    RowStatus status = RowStatus::ok;
    BatchResult out{y, std::span(&status, 1), {}};
    found->second->evaluate(x, out);
    return std::isnan(y(0, 1)) ? none : y(0, 0);
  }

 private:
  std::optional<perfmodels::ExpressionModel> compiled(const std::vector<std::string>& units) const {
    Diagnostics faults;
    const auto formula = formula_in(criterion_, units, "criterion", faults);
    if (!formula) {
      return {};
    }
    std::vector<InputVariable> inputs;
    for (const CriterionName& name : criterion_.names) {
      inputs.push_back({.name = name.symbol});
    }
    return perfmodels::ExpressionModel(
        inputs, {{"criterion itself", *formula}, {"its operands", operands_of(*formula)}});
  }

  const Criterion& criterion_;
  std::map<std::vector<std::string>, std::optional<perfmodels::ExpressionModel>> models_;
};

JudgedCell judged(const Criterion& criterion,
                  const View& view,
                  Formulas& formulas,
                  const Position& at) {
  JudgedCell cell{at, Verdict::undefined, {}, {}};
  for (const CriterionName& name : criterion.names) {
    cell.values.push_back(value_of(view, name, at));
    if (std::isnan(cell.values.back()) && cell.why.empty()) {
      cell.why = why_undefined(view, name, at);
    }
  }
  if (!cell.why.empty()) {
    return cell;
  }
  const double value = formulas.value(units_of(criterion, view, at), cell.values);
  if (std::isnan(value)) {
    cell.why = "the formula has no value here";
    return cell;
  }
  cell.verdict = value != 0 ? Verdict::holds : Verdict::fails;
  return cell;
}

std::string place_text(const View& view, const Position& at) {
  std::string text = at.contains("output") ? view.label("output", at.at("output")) : "";
  for (const auto& [dim, index] : at) {
    if (dim == "output") {
      continue;
    }
    const std::string label =
        dim == "probability" ? quantile_name(view, at) : view.label(dim, index);
    const bool plain = dim == "input" || dim == "group" || dim == "input2" || dim == "probability";
    text += (text.empty() ? "" : ", ") + (plain ? label : dim + " = " + label);
  }
  return text;
}

}  // namespace

std::vector<JudgedCell> judge(const Criterion& criterion, const Dataset& results) {
  const View view(results);
  Formulas formulas(criterion);
  std::vector<JudgedCell> cells;
  for (const Position& at : view.positions(dimensions_of(criterion, results))) {
    if (!is_empty(criterion, view, at)) {
      cells.push_back(judged(criterion, view, formulas, at));
    }
  }
  return cells;
}

std::string cell_text(const Criterion& criterion, const Dataset& results, const JudgedCell& cell) {
  const View view(results);
  const std::string place = place_text(view, cell.at);
  if (cell.verdict == Verdict::undefined) {
    return place + ": undefined: " + cell.why;
  }
  std::string values;
  for (std::size_t k = 0; k < criterion.names.size(); ++k) {
    const CriterionName& name = criterion.names[k];
    const std::string unit = view.unit(*results.variable(name.variable), cell.at);
    const Scale scale = scale_for(std::abs(cell.values[k]), unit);
    values += (values.empty() ? "" : ", ") +
              (criterion.names.size() > 1 ? name.shown + " = " : "") +
              scale.with_unit(plain(cell.values[k] / scale.divisor));
  }
  return place + ": " + values;
}

}  // namespace uq::studies
