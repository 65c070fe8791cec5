#include "studies/criteria/figures_detail.hpp"
#include "studies/read/formula_tokens_detail.hpp"

#include <algorithm>
#include <cmath>

namespace uq::studies {

namespace {

bool is_figure(const Dataset& outline, const Variable& variable) {
  const bool placed = has_dim(variable, "output") || !row_dimension(variable).empty();
  return !is_text(variable) && variable.storage != Storage::flags && placed &&
         !has_dim(variable, "bound") && !is_interval(outline, variable);
}

const Dimension* probabilities(const Dataset& outline) {
  const Variable* quantile = outline.variable("quantile");
  return quantile == nullptr || !has_dim(*quantile, "probability") ? nullptr
                                                                   : outline.dim("probability");
}

}  // namespace

std::optional<double> probability_named(const std::string& name) {
  const bool digits =
      name.size() > 1 && name[0] == 'q' &&
      std::all_of(name.begin() + 1, name.end(), [](char c) { return is_digit(c) || c == '.'; });
  if (!digits || std::count(name.begin(), name.end(), '.') > 1 || name.ends_with('.')) {
    return {};
  }
  return std::stod(name.substr(1)) / 100;
}

std::optional<NamedFigure> figure_named(const Dataset& outline, const std::string& name) {
  const Variable* variable = outline.variable(name);
  if (variable != nullptr && is_figure(outline, *variable)) {
    return NamedFigure{variable};
  }
  const Dimension* known = probabilities(outline);
  const std::optional<double> wanted = known != nullptr ? probability_named(name) : std::nullopt;
  if (!wanted) {
    return {};
  }
  for (const double probability : known->values) {
    if (std::abs(probability - *wanted) < 1e-12) {
      return NamedFigure{outline.variable("quantile"), probability};
    }
  }
  return {};
}

std::vector<std::string> figure_names(const Dataset& outline) {
  std::vector<std::string> names;
  for (const Variable& variable : outline.variables) {
    if (is_figure(outline, variable)) {
      names.push_back(variable.name);
    }
  }
  if (const Dimension* known = probabilities(outline)) {
    const View view(outline);
    for (std::size_t k = 0; k < known->values.size(); ++k) {
      names.push_back(quantile_name(view, {{"probability", static_cast<Index>(k)}}));
    }
  }
  return names;
}

bool has_interval(const Dataset& outline, const NamedFigure& figure) {
  return outline.variable(figure.variable->name + "_ci") != nullptr;
}

std::vector<std::string> units_of(const Criterion& criterion,
                                  const View& view,
                                  const Position& at) {
  std::vector<std::string> units;
  for (const CriterionName& name : criterion.names) {
    const Variable* variable = view.dataset().variable(name.variable);
    units.push_back(variable != nullptr ? view.unit(*variable, at) : "1");
  }
  return units;
}

std::vector<std::string> dimensions_of(const Criterion& criterion, const Dataset& results) {
  std::vector<std::string> dimensions;
  for (const CriterionName& name : criterion.names) {
    const Variable* variable = results.variable(name.variable);
    if (variable == nullptr) {
      continue;
    }
    for (const std::string& dim : variable->dims) {
      const bool fixed = dim == "probability" && name.probability.has_value();
      if (!fixed && std::find(dimensions.begin(), dimensions.end(), dim) == dimensions.end()) {
        dimensions.push_back(dim);
      }
    }
  }
  return dimensions;
}

}  // namespace uq::studies
