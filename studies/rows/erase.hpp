#pragma once

#include "studies/store/dataset.hpp"
#include "uq/core/describe.hpp"
#include "uq/core/problem.hpp"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace uq::studies {

/// The dimensions that stand for each axis: one, or for a sweep any number (their product).
using AxisDimensions = std::map<Axis, std::vector<Dimension>>;

/// Axes every analysis of `problem` has: output, input, bound.
AxisDimensions axes_of(const Problem& problem);

/// Unit text of a token for the outputs of `problem`; `unit_of_output` where they differ.
std::string unit_text(Unit unit, const Problem& problem);

/// Adds one described array to `dataset` and the dimensions it needs.
/// @throws InvalidArgument when the array's size is not that of its axes.
void add_variable(Dataset& dataset,
                  const AxisDimensions& axes,
                  const Problem& problem,
                  std::string_view name,
                  std::string_view doc,
                  Unit unit,
                  std::span<const Axis> over,
                  const NdArray& data);

/// Adds a text variable over axes, e.g. the reasons of undefined outputs.
void add_text(Dataset& dataset,
              const AxisDimensions& axes,
              const std::string& name,
              const std::string& doc,
              std::span<const Axis> over,
              std::vector<std::string> text);

/// Adds unit(output): the unit of each output.
void add_output_units(Dataset& dataset, const AxisDimensions& axes, const Problem& problem);

/// Adds one described variable without its array, and the dimensions it needs; nothing when it has
/// an axis without dimension here.
void add_outlined(Dataset& dataset,
                  const AxisDimensions& axes,
                  const Problem& problem,
                  std::string_view name,
                  std::string_view doc,
                  Unit unit,
                  std::span<const Axis> over);

/// The unit of each input as text `input_unit`(input), where results are in these units.
void add_input_units(Dataset& dataset, const AxisDimensions& axes, const Problem& problem);

/// Adds `undefined` over the axes: why an output (at a setting) has no result, else empty.
void add_undefined(Dataset& dataset,
                   const AxisDimensions& axes,
                   std::span<const Axis> over,
                   std::vector<std::string> reasons);

/// Adds a text variable of reasons, unless all are empty.
void add_reasons(Dataset& dataset,
                 const AxisDimensions& axes,
                 const std::string& name,
                 const std::string& doc,
                 std::span<const Axis> over,
                 std::vector<std::string> reasons);

/// Takes every field of a described struct.
struct EveryField {
  bool operator()(std::string_view) const { return true; }
};

/// Adds the described arrays of a result that have elements and whose names `wanted` takes.
/// @tparam Fields the struct that describes them, often the result's own
template <class Fields, class Result, class Wanted = EveryField>
void add_fields(Dataset& dataset,
                const AxisDimensions& axes,
                const Problem& problem,
                const Result& result,
                const Wanted& wanted = {}) {
  for_each_field<Fields>([&](const auto& field) {
    const NdArray& data = result.*field.member;
    if (!data.data.empty() && wanted(field.name)) {
      add_variable(dataset,
                   axes,
                   problem,
                   field.name,
                   field.doc,
                   field.unit,
                   std::span(field.axes.data(), field.axis_count),
                   data);
    }
  });
}

/// The same without the arrays; a field with an axis without dimension here is left out.
template <class Fields, class Wanted = EveryField>
void add_outlines(Dataset& dataset,
                  const AxisDimensions& axes,
                  const Problem& problem,
                  const Wanted& wanted = {}) {
  for_each_field<Fields>([&](const auto& field) {
    if (wanted(field.name)) {
      add_outlined(dataset,
                   axes,
                   problem,
                   field.name,
                   field.doc,
                   field.unit,
                   std::span(field.axes.data(), field.axis_count));
    }
  });
}

/// A described Result struct as a dataset: one variable per field that has elements.
template <class Result>
Dataset erase(const Result& result, const AxisDimensions& axes, const Problem& problem) {
  Dataset dataset;
  add_fields<Result>(dataset, axes, problem, result);
  return dataset;
}

/// The dataset `erase` makes, without its numbers, and the units of the outputs.
template <class Result>
Dataset outlined(const AxisDimensions& axes, const Problem& problem) {
  Dataset dataset;
  add_outlines<Result>(dataset, axes, problem);
  add_output_units(dataset, axes, problem);
  return dataset;
}

}  // namespace uq::studies
