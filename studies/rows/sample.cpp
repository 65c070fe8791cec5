#include "studies/rows/sample.hpp"

#include "studies/designs/design_figures.hpp"
#include "studies/designs/design_options.hpp"
#include "studies/designs/placed.hpp"
#include "studies/rows/erase.hpp"
#include "studies/rows/extension.hpp"
#include "studies/rows/failure_pattern.hpp"
#include "studies/rows/finish.hpp"
#include "studies/rows/joint_sample.hpp"
#include "studies/rows/samples.hpp"

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
  return {.evaluations = rows,
          .bytes = rows * (8 * outputs + 1) + joint_bytes(problem, kind_of(options.sampler), rows) +
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
                                        const IndependentDesign& design,
                                        const Evaluations& evaluations,
                                        Placing sampler) {
  Sample sample{.problem = problem,
                .x = physical(problem, design.points, design.points.count),
                .y = {},
                .status = evaluations.status,
                .kind = design.kind,
                .replicates = 1,
                .no_draws = why_no_draws(sampler)};
  for (const Matrix& column : evaluations.y) {
    sample.y.emplace_back(column.col(0));
  }
  return std::make_shared<const Sample>(std::move(sample));
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

AnalysisResult run(const std::any& any, const Problem& problem, const RunContext& context) {
  const DesignOptions& options = options_of(any);
  const samplers::Dependent drawn = placed(problem, options, context.seed.child("design"));
  const IndependentDesign& design = *drawn.design;
  const Evaluations evaluations = evaluate(problem, design, context.evaluate);
  const DesignFigures figures =
      design_figures(design.points,
                     problem.correlation.size() == 0 && problem.constraints.empty(),
                     evaluations.y,
                     context.missing);
  AnalysisResult out;
  Dataset dataset = to_dataset(figures, problem);
  constexpr double confidence = 0.95;
  add_acceptance(dataset, problem, drawn.acceptance, confidence);
  finish(out, dataset, evaluations, figures.lost_share, context.missing);
  if (out.failures > 0) {
    add_pattern(out, dataset, problem, design, evaluations);
  }
  for (const Warning& warning : placed_warnings(problem, options)) {
    out.warnings.push_back(warning);
  }
  out.groups.push_back(std::move(dataset));
  if (context.store_limit >= 0) {  // samples are what it is for
    out.groups.push_back(samples(problem, design, {evaluations}, {}));
  }
  if (context.keep_sample) {
    out.sample = sample_of(problem, design, evaluations, options.sampler);
  }
  return out;
}

std::string no_extension(const std::any& any) {
  switch (options_of(any).sampler) {
    case Placing::lhs:
      return "more rows would leave its latin hypercube";
    case Placing::factorial:
      return "a grid is complete";
    case Placing::monte_carlo:
    case Placing::sobol:
    case Placing::halton:
      break;
  }
  return {};
}

/// What a longer sample has beyond a shorter one.
AnalysisResult extend(const std::any& any,
                      const Problem& problem,
                      Index rows,
                      Index add,
                      const RunContext& context) {
  DesignOptions options = options_of(any);
  options.n = rows + add;
  const samplers::Dependent drawn = placed(problem, options, context.seed.child("design"));
  return evaluated_beyond(problem, *drawn.design, rows, context);
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
  row.extend = &extend;
  row.no_extension = &no_extension;
  return row;
}

}  // namespace uq::studies
