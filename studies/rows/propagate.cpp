#include "studies/rows/propagate.hpp"

#include "studies/rows/erase.hpp"
#include "studies/rows/failure_pattern.hpp"
#include "studies/rows/finish.hpp"
#include "studies/rows/heavy_tails.hpp"
#include "studies/rows/joint_sample.hpp"
#include "studies/rows/samples.hpp"
#include "studies/rows/sweep.hpp"
#include "studies/rows/thresholds.hpp"
#include "studies/rows/used_options.hpp"
#include "uq/core/parallel.hpp"
#include "uq/propagation/propagate.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace uq::studies {

namespace {

using propagation::BandOptions;
using propagation::Bands;
using samplers::IndependentOptions;

struct Options {
  IndependentOptions sampling;
  BandOptions bands;
  Sweep sweep;
  std::vector<propagation::Threshold> thresholds;
};

std::vector<OptionInfo> options() {
  std::vector<OptionInfo> all = describe_options<IndependentOptions>();
  const std::vector<OptionInfo> more = describe_options<BandOptions>();
  all.insert(all.end(), more.begin(), more.end());
  all.push_back({.name = "sweep",
                 .type = "table",
                 .default_value = "none",
                 .doc = "inputs and the values they take, e.g. { batch = [1, 2, 4] }; the same "
                        "draws at every setting"});
  all.push_back({.name = "thresholds",
                 .type = "table",
                 .default_value = "none",
                 .doc = "values whose exceedance is estimated, e.g. { tpot = [\"50 ms\"] }"});
  return all;
}

std::any bind(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  Options options{bind_options<IndependentOptions>(table, diagnostics),
                  bind_options<BandOptions>(table, diagnostics),
                  read_sweep(table, scope, diagnostics),
                  read_thresholds(table, scope, diagnostics)};
  const auto place = [&](const char* key) {
    const Node::Entry* entry = table.find(key);
    return entry != nullptr ? entry->value.place : table.place;
  };
  const std::vector<double>& p = options.bands.quantiles;
  if (std::set<double>(p.begin(), p.end()).size() != p.size()) {
    diagnostics.error("U113", "`quantiles` names a probability twice", place("quantiles"));
  }
  refuse_swept_conditions(table, options.sweep, scope.problem, diagnostics);
  const Problem problem = narrow(options.sweep, scope.problem);
  if (problem.dims() == 0 || diagnostics.error_count() != before) {
    return options;
  }
  check_joint_sample(table, problem, options.sampling, diagnostics);
  return options;
}

Problem narrow_problem(const std::any& any, Problem problem) {
  return narrow(std::any_cast<const Options&>(any).sweep, std::move(problem));
}

Attributes used(const std::any& any) {
  const auto& options = std::any_cast<const Options&>(any);
  Attributes all = used_options(as_used(options.sampling));
  const Attributes more = used_options(options.bands);
  all.insert(all.end(), more.begin(), more.end());
  for (const SweptInput& input : options.sweep) {
    if (input.labels.empty()) {
      all.emplace_back("sweep_" + input.name, input.values);
    } else {
      all.emplace_back("sweep_" + input.name, input.labels);
    }
  }
  return all;
}

Cost cost(const std::any& any, const Problem& problem) {
  const auto& options = std::any_cast<const Options&>(any);
  const double rows =
      static_cast<double>(options.sampling.n) * static_cast<double>(settings(options.sweep));
  const auto n = static_cast<double>(options.sampling.n);
  const auto outputs = static_cast<double>(problem.outputs.size());
  // Beside all outputs: those of the setting being evaluated a second time, with a status byte;
  // afterwards the columns that are being sorted.
  const double evaluating = n * (8 * outputs + 1);
  const double sorting = 8 * n * std::min(static_cast<double>(threads()), rows / n * outputs);
  return {.evaluations = rows,
          .bytes = 8 * rows * outputs + joint_bytes(problem, options.sampling) +
                   std::max(evaluating, sorting) + workspace_bytes(problem, problem.dims()),
          .sample = sample_bytes(n, problem, static_cast<double>(settings(options.sweep))),
          .kept_rows = n,
          .kept_bytes = kept_bytes(n, problem)};
}

AxisDimensions axes(const Options& options, const Problem& problem) {
  AxisDimensions axes = axes_of(problem);
  axes[Axis::sweep] = dimensions(options.sweep);
  Dimension probability{.name = "probability",
                        .values = options.bands.quantiles,
                        .units = "1",
                        .long_name = "probability of the quantile"};
  probability.size = static_cast<Index>(probability.values.size());
  axes[Axis::probability] = {probability};
  Dimension threshold{.name = "threshold", .units = "see threshold_unit", .long_name = "threshold"};
  for (const propagation::Threshold& t : options.thresholds) {
    threshold.values.push_back(t.value);
  }
  threshold.size = static_cast<Index>(threshold.values.size());
  axes[Axis::threshold] = {threshold};
  return axes;
}

/// Which output each threshold belongs to, and its unit.
void name_thresholds(Dataset& dataset,
                     const AxisDimensions& axes,
                     const Options& options,
                     const Problem& problem) {
  std::vector<std::string> output;
  std::vector<std::string> unit;
  for (const propagation::Threshold& t : options.thresholds) {
    const OutputVariable& of = problem.model.outputs()[static_cast<std::size_t>(
        problem.outputs[static_cast<std::size_t>(t.output)])];
    output.push_back(of.name);
    unit.push_back(of.unit);
  }
  add_text(dataset,
           axes,
           "threshold_output",
           "output the threshold belongs to",
           std::array{Axis::threshold},
           output);
  add_text(
      dataset, axes, "threshold_unit", "unit of the threshold", std::array{Axis::threshold}, unit);
}

/// Without thresholds, there are no exceedances at all.
Dataset outline(const std::any& any, const Problem& problem) {
  const auto& options = std::any_cast<const Options&>(any);
  AxisDimensions known = axes(options, problem);
  if (options.thresholds.empty()) {
    known.erase(Axis::threshold);
  }
  return outlined<Bands>(known, problem);
}

/// The bands as a dataset; without thresholds, it has no exceedances at all.
Dataset to_dataset(const Bands& bands, const Options& options, const Problem& problem) {
  const AxisDimensions dims = axes(options, problem);
  Dataset dataset;
  add_fields<Bands>(dataset, dims, problem, bands);
  if (!options.thresholds.empty()) {
    name_thresholds(dataset, dims, options, problem);
  }
  add_output_units(dataset, dims, problem);
  add_undefined(dataset, dims, std::array{Axis::output, Axis::sweep}, bands.undefined);
  add_reasons(dataset,
              dims,
              "moments_undefined",
              "why mean, spread or their intervals have no value, else empty",
              std::array{Axis::output, Axis::sweep},
              bands.moments_undefined);
  dataset.attributes = {{"ci_method", bands.ci_method}, {"ci_level", options.bands.confidence}};
  return dataset;
}

std::string no_sample(const std::any& any) {
  return std::any_cast<const Options&>(any).sweep.empty()
             ? ""
             : "it sweeps, so its rows have several outputs each";
}

/// The rows for later analyses.
std::shared_ptr<const Sample> sample_of(const Problem& problem,
                                        const IndependentDesign& design,
                                        const Evaluations& evaluations) {
  Sample sample{.problem = problem,
                .x = physical(problem, design.points, design.points.count),
                .y = {},
                .status = evaluations.status,
                .kind = design.kind,
                .replicates = design.replicates};
  for (const Matrix& column : evaluations.y) {
    sample.y.emplace_back(column.col(0));
  }
  return std::make_shared<const Sample>(std::move(sample));
}

AnalysisResult run(const std::any& any, const Problem& problem, const RunContext& context) {
  const auto& options = std::any_cast<const Options&>(any);
  const Index count = settings(options.sweep);
  const samplers::Dependent drawn =
      joint_sample(problem, options.sampling, context.seed.child("design"));
  const IndependentDesign& design = *drawn.design;
  const bool store =
      sample_bytes(static_cast<double>(design.points.count), problem, static_cast<double>(count)) <=
      context.store_limit;
  AnalysisResult out;
  std::vector<std::vector<Vector>> y(static_cast<std::size_t>(count));
  std::vector<Evaluations> kept;
  std::vector<Failure> failures;
  EvaluateOptions evaluate_options = context.evaluate;
  for (Index s = 0; s < count; ++s) {
    Problem at = problem;
    set(options.sweep, s, at);
    if (context.evaluate.progress) {
      evaluate_options.progress = [&, done = out.evaluations](Index more) {
        context.evaluate.progress(done + more);
      };
    }
    Evaluations evaluations = evaluate(at, design, evaluate_options);
    for (const Matrix& column : evaluations.y) {
      y[static_cast<std::size_t>(s)].emplace_back(column.col(0));
    }
    out.evaluations += design.points.count;
    out.failures +=
        design.points.count - evaluations.counts[static_cast<std::size_t>(RowStatus::ok)];
    if (const std::string summary = failure_summary(evaluations); !summary.empty()) {
      out.warnings.push_back(
          {"W030", (count > 1 ? "setting " + std::to_string(s) + ": " : "") + summary});
    }
    for (Failure& failure : evaluations.failures) {
      if (failures.size() < static_cast<std::size_t>(Evaluations::max_failures)) {
        failure.row += s * design.points.count;
        failures.push_back(std::move(failure));
      }
    }
    if (context.keep_sample && options.sweep.empty()) {
      out.sample = sample_of(problem, design, evaluations);
    }
    if (store) {
      kept.push_back(std::move(evaluations));
    }
  }
  const Bands bands =
      propagation::bands(design, y, options.thresholds, options.bands, context.missing);
  Dataset dataset = to_dataset(bands, options, problem);
  warn_of_heavy_tails(out, problem, count, [&](Index s, Index q) {
    const Vector& column = y[static_cast<std::size_t>(s)][static_cast<std::size_t>(q)];
    return std::vector<double>(column.begin(), column.begin() + std::min(column.size(), tail_rows));
  });
  add_acceptance(dataset, problem, drawn.acceptance, options.bands.confidence);
  add_failures(dataset, failures);
  if (out.failures > 0) {
    const Index rows = std::min(design.points.count, failure_pattern_rows);
    add_failure_pattern(
        out, dataset, axes(options, problem), problem, physical(problem, design.points, rows), y);
  }
  for (const Warning& warning : joint_warnings(problem, options.sampling)) {
    out.warnings.push_back(warning);
  }
  out.warnings.insert(out.warnings.end(), bands.warnings.begin(), bands.warnings.end());
  out.withheld = is_withheld(bands.lost_share, context.missing);
  out.groups.push_back(std::move(dataset));
  if (store) {
    out.groups.push_back(samples(problem, design, kept, dimensions(options.sweep)));
  }
  return out;
}

}  // namespace

Method propagate_method(std::string_view name, std::string_view summary, std::string_view page) {
  Method row{name, summary, page, &options, &bind, &narrow_problem, &used, &cost, &run};
  row.outline = &outline;
  row.leaves_sample = true;
  row.no_sample = &no_sample;
  return row;
}

}  // namespace uq::studies
