#include "studies/rows/sample.hpp"

#include "studies/designs/design_figures.hpp"
#include "studies/designs/design_options.hpp"
#include "studies/designs/placed.hpp"
#include "studies/rows/design_hash.hpp"
#include "studies/rows/erase.hpp"
#include "studies/rows/failure_pattern.hpp"
#include "studies/rows/finish.hpp"
#include "studies/rows/joint_sample.hpp"
#include "studies/rows/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace uq::studies {

namespace {

std::any bind(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
  return read_design(table, scope, diagnostics);
}

const DesignOptions& options_of(const std::any& any) {
  return std::any_cast<const DesignOptions&>(any);
}

Problem narrow(const std::any&, Problem problem) {
  return problem;
}

Attributes used(const std::any& any) {
  return used_design(options_of(any));
}

Cost cost(const std::any& any, const Problem& problem) {
  const DesignOptions& options = options_of(any);
  const double rows = rows_of(options);
  const auto outputs = static_cast<double>(problem.outputs.size());
  return {.evaluations = options.results ? 0 : rows,
          .bytes = rows * (8 * outputs + 1) + placed_bytes(problem, options) +
                   workspace_bytes(problem, problem.dims()),
          .sample = sample_bytes(rows, problem),
          .always_stored = true,
          .kept_rows = rows,
          .kept_bytes = kept_bytes(rows, problem)};
}

AxisDimensions axes(const Problem& problem) {
  AxisDimensions axes = axes_of(problem);
  Dimension second = axes.at(Axis::input).front();
  second.name = "input2";
  second.long_name = "uncertain input, a second time";
  axes[Axis::input2] = {second};
  return axes;
}

Dataset outline(const std::any&, const Problem& problem) {
  return outlined<DesignFigures>(axes(problem), problem);
}

Dataset to_dataset(const DesignFigures& figures, const Problem& problem) {
  const AxisDimensions dims = axes(problem);
  Dataset dataset = erase(figures, dims, problem);
  add_text(dataset,
           dims,
           "spread_undefined",
           "why discrepancy and min_distance are undefined, else empty",
           {},
           {figures.spread_undefined});
  add_output_units(dataset, dims, problem);
  add_text(dataset,
           dims,
           "undefined",
           "why an output has no figures, else empty",
           std::array{Axis::output},
           figures.undefined);
  return dataset;
}

/// The rows for later analyses.
std::shared_ptr<const Sample> sample_of(const Problem& problem,
                                        const Placed& placed,
                                        Matrix x,
                                        const Evaluations& evaluations,
                                        Placing sampler) {
  Sample sample{.problem = problem,
                .x = std::move(x),
                .y = {},
                .status = evaluations.status,
                .kind = placed.drawn.design->kind,
                .replicates = 1,
                .no_draws = why_no_draws(sampler),
                .before = placed.before,
                .stream = placed.stream.value,
                .weights = placed.weights};
  for (const Matrix& column : evaluations.y) {
    sample.y.emplace_back(column.col(0));
  }
  return std::make_shared<const Sample>(std::move(sample));
}

/// The rows it extends, so that what extends it in turn knows them: x(earlier, input).
Dataset earlier_group(const Problem& problem, const Matrix& before) {
  Dataset group{.path = "earlier"};
  group.dims = {{.name = "earlier", .size = before.rows(), .long_name = "row of an earlier sample"},
                axes_of(problem).at(Axis::input).front()};
  NdArray x = row_by_row(before);
  group.attributes = {{design_attribute, design_sha256(group.dims[1].labels, x)}};
  std::vector<std::string> units;
  for (const UncertainInput& input : problem.inputs) {
    units.push_back(input.unit);
  }
  group.variables = {{.name = "x",
                      .dims = {"earlier", "input"},
                      .data = std::move(x),
                      .units = unit_of_input,
                      .long_name = "inputs"},
                     {.name = "unit",
                      .dims = {"input"},
                      .text = std::move(units),
                      .long_name = "unit of the input"}};
  return group;
}

/// Rows of a quadrature rule, with weight(sample).
Dataset weighted(const Problem& problem, const Placed& placed, const Evaluations& evaluations) {
  Dataset group = samples(problem, *placed.given, evaluations, "inputs");
  NdArray weight({placed.weights.size()});
  weight.data.assign(placed.weights.begin(), placed.weights.end());
  group.variables.push_back({.name = "weight",
                             .dims = {"sample"},
                             .data = std::move(weight),
                             .units = "1",
                             .long_name = "weight of the row in a mean; they sum to 1"});
  return group;
}

/// Outputs of the file in place of evaluations.
Evaluations told(const DesignOptions& options, const Problem& problem, const Matrix& x) {
  return told_outputs(
      *options.results,
      problem,
      x,
      design_sha256(axes_of(problem).at(Axis::input).front().labels, row_by_row(x)));
}

void add_pattern(AnalysisResult& out,
                 Dataset& dataset,
                 const Problem& problem,
                 const IndependentDesign& design,
                 const Evaluations& evaluations) {
  std::vector<Vector> y;
  for (const Matrix& column : evaluations.y) {
    y.emplace_back(column.col(0));
  }
  const Index rows = std::min(design.points.count, failure_pattern_rows);
  add_failure_pattern(
      out, dataset, axes_of(problem), problem, physical(problem, design.points, rows), {y});
}

/// Nothing was evaluated: what the file has no value of is not there, not failed.
void tell_of_results(AnalysisResult& out,
                     const DesignOptions& options,
                     const Evaluations& evaluations) {
  const Index missing = evaluations.counts[static_cast<std::size_t>(RowStatus::missing)];
  out.evaluations = 0;
  out.failures = 0;
  out.warnings.clear();
  if (missing > 0) {
    out.warnings.push_back({"W131",
                            fmt::format("{} of {} rows have no outputs, or not all, in `{}`",
                                        missing,
                                        evaluations.status.size(),
                                        options.results->file)});
  }
}

AnalysisResult run(const std::any& any, const Problem& problem, const RunContext& context) {
  const DesignOptions& options = options_of(any);
  std::optional<EarlierRows> earlier;
  if (options.earlier) {
    earlier = earlier_rows(*options.earlier, context);
  }
  const Placed points =
      placed(problem, options, context.seed.child("design"), earlier ? &*earlier : nullptr);
  const IndependentDesign& design = *points.drawn.design;
  const Matrix x = context.keep_sample || options.results ? points.x(problem) : Matrix();
  const Evaluations evaluations = options.results ? told(options, problem, x)
                                  : points.given
                                      ? evaluate(problem, *points.given, context.evaluate)
                                      : evaluate(problem, design, context.evaluate);
  const DesignFigures figures =
      design_figures(points.all,
                     problem.correlation.size() == 0 && problem.constraints.empty(),
                     evaluations.y,
                     context.missing);
  AnalysisResult out;
  Dataset dataset = to_dataset(figures, problem);
  constexpr double confidence = 0.95;
  add_acceptance(dataset, problem, points.drawn.acceptance, confidence);
  dataset.attributes.emplace_back("design_stream", std::to_string(points.stream.value));
  dataset.attributes.emplace_back("first_row", static_cast<std::int64_t>(points.before.rows()));
  finish(out, dataset, evaluations, figures.lost_share, context.missing);
  if (options.results) {
    tell_of_results(out, options, evaluations);
  } else if (out.failures > 0) {
    add_pattern(out, dataset, problem, design, evaluations);
  }
  for (const Warning& warning : placed_warnings(problem, options)) {
    out.warnings.push_back(warning);
  }
  out.groups.push_back(std::move(dataset));
  if (context.store_limit >= 0) {  // samples are what it is for
    out.groups.push_back(points.given ? weighted(problem, points, evaluations)
                                      : samples(problem, design, {evaluations}, {}));
    if (points.before.rows() > 0) {
      out.groups.push_back(earlier_group(problem, points.before));
    }
  }
  if (context.keep_sample) {
    out.sample = sample_of(problem, points, x, evaluations, options.sampler);
  }
  return out;
}

std::vector<std::string> builds_on(const std::any& any) {
  const std::optional<Earlier>& earlier = options_of(any).earlier;
  return earlier && earlier->in_study ? std::vector{earlier->name} : std::vector<std::string>{};
}

std::string no_draws(const std::any& any) {
  return why_no_draws(options_of(any).sampler);
}

}  // namespace

Method sample_method(std::string_view name, std::string_view summary, std::string_view page) {
  Method row{name, summary, page, &design_options, &bind, &narrow, &used, &cost, &run};
  row.outline = &outline;
  row.leaves_sample = true;
  row.no_draws = &no_draws;
  row.builds_on = &builds_on;
  return row;
}

}  // namespace uq::studies
