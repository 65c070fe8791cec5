#pragma once

#include "studies/criteria/criterion.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// A numeric variable of a result, or one of its quantiles.
struct NamedFigure {
  const Variable* variable = nullptr;
  std::optional<double> probability = {};
};

/// The figure a name means: a variable over outputs or inputs, or q05 … q99.9.
std::optional<NamedFigure> figure_named(const Dataset& outline, const std::string& name);

/// All names a criterion on this result may use.
std::vector<std::string> figure_names(const Dataset& outline);

bool has_interval(const Dataset& outline, const NamedFigure& figure);

/// The probability a text such as "q05" or "q99.9" means.
std::optional<double> probability_named(const std::string& name);

/// Units of the names in a cell.
std::vector<std::string> units_of(const Criterion& criterion, const View& view, const Position& at);

/// The dimensions of a criterion: those of its figures, in their order.
std::vector<std::string> dimensions_of(const Criterion& criterion, const Dataset& results);

/// The formula in the units of a cell, as muParser compiles it; faults are reported in the names
/// the study writes.
std::optional<std::string> formula_in(const Criterion& criterion,
                                      const std::vector<std::string>& units,
                                      const std::string& subject,
                                      Diagnostics& diagnostics);

}  // namespace uq::studies
