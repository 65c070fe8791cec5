#include "studies/report/figures.hpp"

#include "studies/report/reason.hpp"

#include <algorithm>
#include <cmath>

namespace uq::studies {

namespace {

/// Whether the unit of a variable can be told at a position: a group of inputs has none of theirs.
bool tells_unit(const Dataset& dataset, const Variable& variable, const Position& at) {
  const auto covers = [&](const char* name) {
    const Variable* unit = dataset.variable(name);
    return unit != nullptr &&
           std::all_of(unit->dims.begin(), unit->dims.end(), [&](const std::string& dimension) {
             return at.contains(dimension);
           });
  };
  const char* input_unit = dataset.variable("input_unit") != nullptr ? "input_unit" : "unit";
  if (variable.units == unit_of_input) {
    return covers(input_unit);
  }
  if (variable.units == unit_of_output_per_input) {
    return covers("unit") && covers(input_unit);
  }
  return (variable.units != unit_of_output && variable.units != unit_of_output_squared) ||
         covers("unit");
}

}  // namespace

bool Figure::has_interval() const {
  return !std::isnan(lo) && !std::isnan(hi);
}

bool is_figure(const Dataset& dataset, const Variable& variable) {
  return !is_text(variable) && variable.storage == Storage::float64 &&
         !has_dim(variable, "bound") && !is_interval(dataset, variable);
}

bool is_index(const Dataset& dataset, const Variable& variable) {
  return is_figure(dataset, variable) && has_dim(variable, "output") &&
         (has_dim(variable, "input") || has_dim(variable, "group"));
}

const Variable* quantiles(const Dataset& dataset) {
  const Variable* found = dataset.variable("quantile");
  return found != nullptr && is_figure(dataset, *found) && has_dim(*found, "output") &&
                 has_dim(*found, "probability")
             ? found
             : nullptr;
}

Figure figure(const View& view, const Variable& variable, const Position& at) {
  const Dataset& dataset = view.dataset();
  Figure figure{.value = view.number(variable.name, at),
                .lo = std::nan(""),
                .hi = std::nan(""),
                .unit = tells_unit(dataset, variable, at) ? view.unit(variable, at) : "",
                .reason = {}};
  if (dataset.variable(variable.name + "_ci") != nullptr) {
    Position bound = at;
    bound["bound"] = 0;
    figure.lo = view.number(variable.name + "_ci", bound);
    bound["bound"] = 1;
    figure.hi = view.number(variable.name + "_ci", bound);
  }
  if (std::isnan(figure.value)) {
    figure.reason = reason_of(view, variable.name, at);
    figure.reason = figure.reason.empty() ? no_reason : figure.reason;
  }
  return figure;
}

std::string figure_name(const View& view, const Variable& variable, const Position& at) {
  std::string name = variable.name;
  if (has_dim(variable, "probability")) {
    const std::string quantile = quantile_name(view, at);
    name = name == "quantile" ? quantile : name + "(" + quantile + ")";
  }
  return has_dim(variable, "threshold")
             ? name + "(" + view.label("threshold", at.at("threshold")) + ")"
             : name;
}

std::string setting_text(const View& view,
                         const std::vector<std::string>& dimensions,
                         const Position& at) {
  std::string text;
  for (const std::string& dimension : dimensions) {
    text +=
        (text.empty() ? "" : ", ") + dimension + " = " + view.label(dimension, at.at(dimension));
  }
  return text;
}

}  // namespace uq::studies
