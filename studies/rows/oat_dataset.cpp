#include "studies/rows/oat_dataset.hpp"

#include "studies/file/input_value.hpp"
#include "studies/rows/erase.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace uq::studies {

namespace {

using sensitivity::OatOptions;
using sensitivity::OatResult;
using sensitivity::StageImportance;

bool is_wanted(std::string_view field, const OatOptions& options, const Problem& problem) {
  if (field.starts_with("elasticity")) {
    return options.elasticities;
  }
  if (field.starts_with("x_at_")) {
    return std::any_of(problem.inputs.begin(), problem.inputs.end(), [&](const auto& input) {
      return problem.model.inputs()[static_cast<std::size_t>(input.column)].kind ==
             InputKind::categorical;
    });
  }
  if (field.starts_with("regime")) {
    const auto& outputs = problem.model.outputs();
    return options.kinks && std::any_of(outputs.begin(), outputs.end(), [](const auto& output) {
             return output.kind == OutputKind::categorical;
           });
  }
  return options.kinks || !(field.starts_with("kink") || field.starts_with("jump"));
}

/// The fields that belong to what was asked for.
auto wanted(const OatOptions& options, const Problem& problem) {
  return [&](std::string_view field) { return is_wanted(field, options, problem); };
}

/// "memory -> network", per input, for the changes of regime on one side.
std::vector<std::string> change_text(const std::vector<OatResult::RegimeChange>& changes,
                                     const Problem& problem) {
  std::vector<std::string> text;
  for (const OatResult::RegimeChange& change : changes) {
    if (change.column < 0) {
      text.emplace_back();
      continue;
    }
    const auto position = problem.outputs[static_cast<std::size_t>(change.column)];
    const OutputVariable& output = problem.model.outputs()[static_cast<std::size_t>(position)];
    const auto name = [&](double index) {
      return std::isnan(index) ? std::string("failed")
                               : output.categories.at(static_cast<std::size_t>(index));
    };
    text.push_back(output.name + ": " + name(change.before) + " -> " + name(change.after));
  }
  return text;
}

/// Names of the categories where an output is lowest and highest; empty for other inputs.
std::vector<std::string> category_text(const NdArray& at, const Problem& problem) {
  std::vector<std::string> text;
  for (std::size_t cell = 0; cell < at.data.size(); ++cell) {
    const auto i = cell % problem.inputs.size();
    const InputVariable& about =
        problem.model.inputs()[static_cast<std::size_t>(problem.inputs[i].column)];
    const bool named = about.kind == InputKind::categorical && !std::isnan(at.data[cell]);
    text.push_back(named ? input_value_text(about, at.data[cell]) : std::string());
  }
  return text;
}

AxisDimensions axes_with(const Problem& problem, const OatResult& result, const OatExtended& all) {
  AxisDimensions axes = axes_of(problem);
  axes[Axis::point] = {{.name = "point",
                        .size = result.sweep_x.shape[1],
                        .long_name = "point of the sweep, from low to high"}};
  Dimension stage{.name = "stage", .long_name = "stage of a total"};
  for (const Index column : all.stages.leaves) {
    const auto position = all.problem.outputs[static_cast<std::size_t>(column)];
    stage.labels.push_back(problem.model.outputs()[static_cast<std::size_t>(position)].name);
  }
  stage.size = static_cast<Index>(stage.labels.size());
  axes[Axis::stage] = {stage};
  Dimension delta{.name = "delta", .units = "1", .long_name = "relative change of a stage"};
  delta.values.assign(sensitivity::stage_deltas.begin(), sensitivity::stage_deltas.end());
  delta.size = static_cast<Index>(delta.values.size());
  axes[Axis::delta] = {delta};
  return axes;
}

void add_texts(Dataset& dataset,
               const AxisDimensions& axes,
               const OatResult& result,
               const OatExtended& all,
               const OatOptions& options,
               const Problem& problem) {
  add_output_units(dataset, axes, problem);
  add_input_units(dataset, axes, problem);
  const std::array input{Axis::input};
  const std::array cell{Axis::output, Axis::input};
  if (is_wanted("regime", options, problem)) {
    add_text(dataset,
             axes,
             "regime_low",
             "what changes at regime_at_low",
             input,
             change_text(result.regime_low, all.problem));
    add_text(dataset,
             axes,
             "regime_high",
             "what changes at regime_at_high",
             input,
             change_text(result.regime_high, all.problem));
  }
  if (is_wanted("x_at_low", options, problem)) {
    add_text(dataset,
             axes,
             "category_low",
             "category of y_low, of a category",
             cell,
             category_text(result.x_at_low, problem));
    add_text(dataset,
             axes,
             "category_high",
             "category of y_high, of a category",
             cell,
             category_text(result.x_at_high, problem));
  }
  add_undefined(dataset, axes, std::array{Axis::output}, result.undefined);
  add_text(dataset,
           axes,
           "reason",
           "why figures of a cell have no value, else empty",
           cell,
           result.reason);
}

void add_stages(Dataset& dataset,
                const AxisDimensions& axes,
                const OatResult& result,
                const OatExtended& all,
                const OatOptions& options,
                const Problem& problem) {
  if (all.stages.leaves.empty()) {
    return;
  }
  // An output without results has none of its stages either.
  std::vector<sensitivity::StageNode> totals = all.stages.totals;
  for (std::size_t q = 0; q < totals.size(); ++q) {
    if (!result.undefined[q].empty()) {
      totals[q].parts.clear();
    }
  }
  StageImportance stages = stage_importance(totals, all.stages.leaves, result.corners);
  for (std::size_t q = 0; q < totals.size(); ++q) {
    if (!result.undefined[q].empty()) {
      stages.stage_reason[q] = result.undefined[q];
    }
  }
  add_fields<StageImportance>(dataset, axes, problem, stages, wanted(options, problem));
  const std::array output{Axis::output};
  add_text(dataset,
           axes,
           "composition",
           "how the stages make the total",
           output,
           std::move(stages.composition));
  add_text(dataset,
           axes,
           "stage_reason",
           "why the stages have no figures, else empty",
           output,
           std::move(stages.stage_reason));
}

}  // namespace

OatExtended extended(const Problem& problem, const OatOptions& options) {
  OatExtended result{problem, {.outputs = static_cast<Index>(problem.outputs.size())}, {}};
  const auto& all = problem.model.outputs();
  for (std::size_t k = 0; options.kinks && k < all.size(); ++k) {
    if (all[k].kind == OutputKind::categorical) {
      result.problem.outputs.push_back(static_cast<Index>(k));
      ++result.columns.regimes;
    }
  }
  result.stages = stage_trees(problem.model, problem.outputs.size(), result.problem.outputs);
  return result;
}

Dataset oat_dataset(const OatResult& result,
                    const OatExtended& all,
                    const OatOptions& options,
                    const Problem& problem) {
  const AxisDimensions axes = axes_with(problem, result, all);
  Dataset dataset;
  add_fields<OatResult>(dataset, axes, problem, result, wanted(options, problem));
  add_texts(dataset, axes, result, all, options, problem);
  add_stages(dataset, axes, result, all, options, problem);
  return dataset;
}

Dataset oat_outline(const OatOptions& options, const Problem& problem) {
  const OatExtended all = extended(problem, options);
  OatResult sized;
  sized.sweep_x.shape = {problem.dims(), options.points};
  const AxisDimensions axes = axes_with(problem, sized, all);
  Dataset dataset;
  add_outlines<OatResult>(dataset, axes, problem, wanted(options, problem));
  if (!all.stages.leaves.empty()) {
    add_outlines<StageImportance>(dataset, axes, problem, wanted(options, problem));
  }
  add_output_units(dataset, axes, problem);
  add_input_units(dataset, axes, problem);
  return dataset;
}

}  // namespace uq::studies
