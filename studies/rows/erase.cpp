#include "studies/rows/erase.hpp"

#include "studies/report/number.hpp"
#include "uq/core/error.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

namespace uq::studies {

namespace {

const OutputVariable& output(const Problem& problem, std::size_t k) {
  return problem.model.outputs()[static_cast<std::size_t>(problem.outputs[k])];
}

Index extent(const Dimension& dim) {
  if (!dim.labels.empty()) {
    return static_cast<Index>(dim.labels.size());
  }
  return dim.values.empty() ? dim.size : static_cast<Index>(dim.values.size());
}

/// Dimensions of a list of axes, flat; adds to the dataset those it does not have yet.
std::vector<Dimension> dimensions(Dataset& dataset,
                                  const AxisDimensions& axes,
                                  std::span<const Axis> over) {
  std::vector<Dimension> found;
  for (const Axis axis : over) {
    const auto entry = axes.find(axis);
    expects(entry != axes.end(), "axis `" + std::string(name(axis)) + "` has no dimension here");
    for (const Dimension& dim : entry->second) {
      found.push_back(dim);
      if (dataset.dim(dim.name) == nullptr) {
        dataset.dims.push_back(dim);
      }
    }
  }
  return found;
}

}  // namespace

AxisDimensions axes_of(const Problem& problem) {
  Dimension outputs{.name = "output", .long_name = "output of the model"};
  for (std::size_t k = 0; k < problem.outputs.size(); ++k) {
    outputs.labels.push_back(output(problem, k).name);
  }
  Dimension inputs{.name = "input", .long_name = "uncertain input"};
  for (const UncertainInput& input : problem.inputs) {
    inputs.labels.push_back(input.name);
  }
  outputs.size = static_cast<Index>(outputs.labels.size());
  inputs.size = static_cast<Index>(inputs.labels.size());
  return {{Axis::output, {outputs}},
          {Axis::input, {inputs}},
          {Axis::bound,
           {{.name = "bound",
             .labels = {"lo", "hi"},
             .size = 2,
             .long_name = "bound of the interval"}}}};
}

std::string unit_text(Unit unit, const Problem& problem) {
  if (unit == Unit::one || unit == Unit::rows) {
    return "1";
  }
  if (unit == Unit::input) {
    return unit_of_input;
  }
  if (unit == Unit::output_per_input) {
    return unit_of_output_per_input;
  }
  const std::string first = output(problem, 0).unit;
  for (std::size_t k = 1; k < problem.outputs.size(); ++k) {
    if (output(problem, k).unit != first) {
      return unit == Unit::output ? unit_of_output : unit_of_output_squared;
    }
  }
  return unit == Unit::output ? first : squared(first);
}

void add_variable(Dataset& dataset,
                  const AxisDimensions& axes,
                  const Problem& problem,
                  std::string_view name,
                  std::string_view doc,
                  Unit unit,
                  std::span<const Axis> over,
                  const NdArray& data) {
  Variable variable{.name = std::string(name),
                    .data = data,
                    .units = unit_text(unit, problem),
                    .long_name = std::string(doc)};
  variable.data.shape.clear();
  Index size = 1;
  for (const Dimension& dim : dimensions(dataset, axes, over)) {
    variable.dims.push_back(dim.name);
    variable.data.shape.push_back(extent(dim));
    size *= extent(dim);
  }
  expects(size == static_cast<Index>(data.data.size()),
          "`" + variable.name + "` has " + std::to_string(data.data.size()) + " values for " +
              std::to_string(size) + " cells");
  if (unit == Unit::rows) {
    variable.storage = Storage::int64;
  }
  dataset.variables.push_back(std::move(variable));
}

void add_outlined(Dataset& dataset,
                  const AxisDimensions& axes,
                  const Problem& problem,
                  std::string_view name,
                  std::string_view doc,
                  Unit unit,
                  std::span<const Axis> over) {
  if (!std::all_of(over.begin(), over.end(), [&](Axis axis) { return axes.contains(axis); })) {
    return;
  }
  Variable variable{
      .name = std::string(name), .units = unit_text(unit, problem), .long_name = std::string(doc)};
  for (const Dimension& dim : dimensions(dataset, axes, over)) {
    variable.dims.push_back(dim.name);
    variable.data.shape.push_back(extent(dim));
  }
  variable.storage = unit == Unit::rows ? Storage::int64 : Storage::float64;
  dataset.variables.push_back(std::move(variable));
}

void add_text(Dataset& dataset,
              const AxisDimensions& axes,
              const std::string& name,
              const std::string& doc,
              std::span<const Axis> over,
              std::vector<std::string> text) {
  Variable variable{.name = name, .text = std::move(text), .long_name = doc};
  for (const Dimension& dim : dimensions(dataset, axes, over)) {
    variable.dims.push_back(dim.name);
  }
  dataset.variables.push_back(std::move(variable));
}

void add_output_units(Dataset& dataset, const AxisDimensions& axes, const Problem& problem) {
  std::vector<std::string> units;
  for (std::size_t k = 0; k < problem.outputs.size(); ++k) {
    units.push_back(output(problem, k).unit);
  }
  add_text(dataset, axes, "unit", "unit of the output", std::array{Axis::output}, std::move(units));
}

void add_input_units(Dataset& dataset, const AxisDimensions& axes, const Problem& problem) {
  std::vector<std::string> units;
  for (const UncertainInput& input : problem.inputs) {
    units.push_back(input.unit);
  }
  add_text(
      dataset, axes, "input_unit", "unit of the input", std::array{Axis::input}, std::move(units));
}

void add_undefined(Dataset& dataset,
                   const AxisDimensions& axes,
                   std::span<const Axis> over,
                   std::vector<std::string> reasons) {
  add_text(dataset,
           axes,
           "undefined",
           "why an output has no result, else empty",
           over,
           std::move(reasons));
}

void add_reasons(Dataset& dataset,
                 const AxisDimensions& axes,
                 const std::string& name,
                 const std::string& doc,
                 std::span<const Axis> over,
                 std::vector<std::string> reasons) {
  if (!std::all_of(reasons.begin(), reasons.end(), [](const auto& why) { return why.empty(); })) {
    add_text(dataset, axes, name, doc, over, std::move(reasons));
  }
}

}  // namespace uq::studies
