#include "studies/rows/oat.hpp"

#include "studies/file/input_value.hpp"
#include "studies/rows/erase.hpp"
#include "studies/rows/finish.hpp"
#include "studies/rows/rounds.hpp"
#include "studies/rows/samples.hpp"
#include "studies/rows/stage_tree.hpp"
#include "studies/rows/used_options.hpp"
#include "uq/sensitivity/oat_inputs.hpp"
#include "uq/sensitivity/stages.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace uq::studies {

namespace {

using sensitivity::OatColumns;
using sensitivity::OatMoves;
using sensitivity::OatOptions;
using sensitivity::OatResult;
using sensitivity::StageImportance;

/// The problem with the outputs OAT looks at beside its own: regimes, then stages.
struct Extended {
  Problem problem;
  OatColumns columns;
  StageTrees stages;
};

Extended extended(const Problem& problem, const OatOptions& options) {
  Extended result{problem, {.outputs = static_cast<Index>(problem.outputs.size())}, {}};
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

void check_quantiles(const Node& table, const OatOptions& options, Diagnostics& diagnostics) {
  const Node::Entry* quantiles = table.find("quantiles");
  if (quantiles == nullptr) {
    return;
  }
  if (table.find("step") != nullptr) {
    diagnostics.error("U400",
                      "inputs move by `step` or to `quantiles`, not both",
                      table.find("step")->value.place,
                      "leave one of them out");
  }
  if (options.quantiles.size() != 2 || options.quantiles[0] >= options.quantiles[1]) {
    diagnostics.error("U401",
                      "`quantiles` must be two probabilities, the lower one first",
                      quantiles->value.place,
                      "write [0.05, 0.95]");
  }
}

std::any bind(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  const auto options = bind_options<OatOptions>(table, diagnostics);
  check_quantiles(table, options, diagnostics);
  if (scope.problem.dims() > 0 && diagnostics.error_count() == before) {
    const OatMoves moves = oat_inputs(scope.problem, options);
    if (!moves.fault.empty()) {
      diagnostics.error("U402", moves.fault, table.place, "change a `nominal` or the condition");
    }
    for (const Warning& warning : moves.warnings) {
      diagnostics.warning(warning.code, warning.message, table.place);
    }
  }
  return options;
}

Problem narrow(const std::any&, Problem problem) {
  return problem;
}

Attributes used(const std::any& any) {
  const auto& options = std::any_cast<const OatOptions&>(any);
  Attributes all = used_options(options);
  const char* unused = options.quantiles.empty() ? "quantiles" : "step";
  std::erase_if(all, [&](const auto& option) { return option.first == unused; });
  return all;
}

/// An upper bound: how many points searches need depends on the model.
Cost cost(const std::any& any, const Problem& problem) {
  const auto& options = std::any_cast<const OatOptions&>(any);
  const Extended all = extended(problem, options);
  const OatMoves moves = oat_inputs(problem, options);
  const double evaluations =
      moves.fault.empty() ? oat_evaluations(moves.inputs, all.columns, options) : 0;
  // Each point is kept with its outputs in a tree of its own, and once more while it is evaluated.
  const double point = 2 * 8 * static_cast<double>(all.problem.outputs.size()) + 128;
  return {.evaluations = evaluations,
          .bytes = evaluations * point + workspace_bytes(problem, problem.dims())};
}

/// Whether a field belongs to what was asked for.
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

/// The described arrays of a result, without those that were not asked for.
template <class Result>
void add_fields(Dataset& dataset,
                const Result& result,
                const AxisDimensions& axes,
                const Problem& problem,
                const OatOptions& options) {
  for_each_field<Result>([&](const auto& field) {
    if (is_wanted(field.name, options, problem)) {
      add_variable(dataset,
                   axes,
                   problem,
                   field.name,
                   field.doc,
                   field.unit,
                   std::span(field.axes.data(), field.axis_count),
                   result.*field.member);
    }
  });
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

AxisDimensions axes_with(const Problem& problem, const OatResult& result, const Extended& all) {
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
               const Extended& all,
               const OatOptions& options,
               const Problem& problem) {
  add_output_units(dataset, axes, problem);
  std::vector<std::string> units;
  for (const UncertainInput& input : problem.inputs) {
    units.push_back(input.unit);
  }
  const std::array input{Axis::input};
  const std::array cell{Axis::output, Axis::input};
  add_text(dataset, axes, "input_unit", "unit of the input", input, std::move(units));
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
  add_text(dataset,
           axes,
           "undefined",
           "why an output has no result, else empty",
           std::array{Axis::output},
           result.undefined);
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
                const Extended& all,
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
  add_fields(dataset, stages, axes, problem, options);
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

/// Adds the wanted fields of a struct without their arrays, as `add_fields` adds them with.
template <class Result>
void add_outlines(Dataset& dataset,
                  const AxisDimensions& axes,
                  const Problem& problem,
                  const OatOptions& options) {
  for_each_field<Result>([&](const auto& field) {
    if (is_wanted(field.name, options, problem)) {
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

Dataset outline(const std::any& any, const Problem& problem) {
  const auto& options = std::any_cast<const OatOptions&>(any);
  const Extended all = extended(problem, options);
  OatResult sized;
  sized.sweep_x.shape = {problem.dims(), options.points};
  const AxisDimensions axes = axes_with(problem, sized, all);
  Dataset dataset;
  add_outlines<OatResult>(dataset, axes, problem, options);
  if (!all.stages.leaves.empty()) {
    add_outlines<StageImportance>(dataset, axes, problem, options);
  }
  add_output_units(dataset, axes, problem);
  std::vector<std::string> units;
  for (const UncertainInput& input : problem.inputs) {
    units.push_back(input.unit);
  }
  add_text(
      dataset, axes, "input_unit", "unit of the input", std::array{Axis::input}, std::move(units));
  return dataset;
}

AnalysisResult run(const std::any& any, const Problem& problem, const RunContext& context) {
  const auto& options = std::any_cast<const OatOptions&>(any);
  const Extended all = extended(problem, options);
  const OatMoves moves = oat_inputs(problem, options);
  Rounds rounds(all.problem, context.evaluate);
  const OatResult result = oat([&](const Matrix& x) { return rounds.evaluate(x); },
                               moves.inputs,
                               all.columns,
                               options,
                               context.missing);
  AnalysisResult out;
  const AxisDimensions axes = axes_with(problem, result, all);
  Dataset dataset;
  add_fields(dataset, result, axes, problem, options);
  add_texts(dataset, axes, result, all, options, problem);
  add_stages(dataset, axes, result, all, options, problem);
  out.warnings = moves.warnings;
  warn_of_dead_inputs(out, problem, result.dead);
  finish(out, dataset, rounds.all(), result.lost_share, context.missing);
  out.groups.push_back(std::move(dataset));
  return out;
}

}  // namespace

Method oat_method(std::string_view name, std::string_view summary, std::string_view page) {
  Method row{
      name, summary, page, &describe_options<OatOptions>, &bind, &narrow, &used, &cost, &run};
  row.outline = &outline;
  return row;
}

}  // namespace uq::studies
