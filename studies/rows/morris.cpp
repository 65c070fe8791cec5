#include "studies/rows/morris.hpp"

#include "samplers/morris_scale.hpp"
#include "studies/read/keys.hpp"
#include "studies/rows/erase.hpp"
#include "studies/rows/failure_pattern.hpp"
#include "studies/rows/finish.hpp"
#include "studies/rows/groups.hpp"
#include "studies/rows/independence.hpp"
#include "studies/rows/samples.hpp"
#include "studies/rows/used_options.hpp"
#include "uq/sensitivity/morris.hpp"
#include "uq/sensitivity/sobol.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace uq::studies {

namespace {

using samplers::MorrisSampling;
using samplers::MorrisVariant;
using sensitivity::MorrisEffects;
using sensitivity::MorrisOptions;

struct Options {
  MorrisSampling sampling;
  MorrisOptions estimation;
  std::optional<NamedGroups> groups;
};

std::vector<OptionInfo> options() {
  std::vector<OptionInfo> all = describe_options<MorrisSampling>();
  const std::vector<OptionInfo> more = describe_options<MorrisOptions>();
  all.insert(all.end(), more.begin(), more.end());
  all.push_back(
      {.name = "optimal",
       .type = "table",
       .default_value = "none",
       .doc = "{ from = 200 } makes that many trajectories and keeps the most spread ones"});
  all.push_back(groups_option());
  return all;
}

// optimal = { from = 200 }
Index read_optimal(const Node& table, Diagnostics& diagnostics) {
  const Node* optimal = table_at(table, "optimal", "optimal = { from = 200 }", diagnostics);
  if (optimal == nullptr) {
    return 0;
  }
  check_keys(*optimal, {"from"}, "`optimal`", diagnostics);
  const Node::Entry* from = optimal->find("from");
  if (from == nullptr) {
    diagnostics.error("U411",
                      "`optimal` needs `from`, the number of trajectories to choose from",
                      optimal->place,
                      "write optimal = { from = 200 }");
    return 0;
  }
  Index value = 0;
  detail::read_option(*from, {.lower = 2, .upper = 10000}, value, diagnostics);
  return value;
}

// Keys that only trajectories on a grid have.
void refuse_idle_keys(const Node& table, const Options& options, Diagnostics& diagnostics) {
  if (options.sampling.variant != MorrisVariant::radial) {
    return;
  }
  for (const char* key : {"levels", "step", "aliasing_check", "optimal"}) {
    if (const Node::Entry* entry = table.find(key); entry != nullptr) {
      diagnostics.error("U412",
                        fmt::format("`{}` has no effect on variant = \"radial\", whose steps are "
                                    "of all sizes",
                                    key),
                        entry->place,
                        "leave it out, or take variant = \"trajectory\"");
    }
  }
}

std::any bind(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  Options options{bind_options<MorrisSampling>(table, diagnostics),
                  bind_options<MorrisOptions>(table, diagnostics),
                  read_groups(table, scope, diagnostics)};
  options.sampling.optimal_from = read_optimal(table, diagnostics);
  refuse_idle_keys(table, options, diagnostics);
  check_independent(table,
                    scope,
                    options.sampling.dependence == samplers::Dependence::ignore,
                    nullptr,
                    diagnostics,
                    "elementary effects");
  if (diagnostics.error_count() != before) {
    return options;
  }
  const auto place = [&](std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
      if (const Node::Entry* entry = table.find(key); entry != nullptr) {
        return entry->value.place;
      }
    }
    return table.place;
  };
  if (const std::string broken = samplers::fault(options.sampling); !broken.empty()) {
    diagnostics.error("U410", broken, place({"levels", "step", "optimal", "trajectories"}));
  }
  for (const Warning& warning : samplers::warnings(options.sampling)) {
    diagnostics.warning(warning.code, warning.message, place({"levels"}));
  }
  return options;
}

Problem narrow(const std::any&, Problem problem) {
  return problem;
}

Attributes used(const std::any& any) {
  const auto& options = std::any_cast<const Options&>(any);
  const MorrisSampling sampling = samplers::as_used(options.sampling);
  Attributes all = used_options(sampling);
  if (sampling.optimal_from > 0) {
    all.emplace_back("optimal_from", static_cast<std::int64_t>(sampling.optimal_from));
  }
  const Attributes more = used_options(options.estimation);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Grouping groups_of(const Options& options, const Problem& problem) {
  return groups_within(options.groups, problem).value_or(one_each(names_of(problem.inputs)));
}

Cost cost(const std::any& any, const Problem& problem) {
  const auto& options = std::any_cast<const Options&>(any);
  const MorrisSampling& sampling = options.sampling;
  const Index groups = groups_of(options, problem).size();
  const Index trajectories = sampling.trajectories + samplers::aliasing_trajectory_count(sampling);
  const auto r = static_cast<double>(trajectories);
  const double rows = r * static_cast<double>(groups + 1);
  const auto outputs = static_cast<Index>(problem.outputs.size());
  const auto candidates = static_cast<double>(sampling.optimal_from);
  const double design = 8 * 5 * (r + candidates) * static_cast<double>(problem.dims()) +
                        3 * 8 * candidates * candidates;
  return {.evaluations = rows,
          .bytes = rows * static_cast<double>(8 * outputs + 1) + design +
                   workspace_bytes(problem, problem.dims()) +
                   sensitivity::morris_bytes(trajectories, groups, outputs, options.estimation),
          .sample = sample_bytes(rows, problem)};
}

// Axes of results by input, or by group when there are groups; the second one only where every pair
// is compared.
AxisDimensions axes_by(const std::optional<NamedGroups>& named, const Problem& problem) {
  const auto groups = groups_within(named, problem);
  AxisDimensions axes = axes_of(problem);
  Dimension second;
  if (groups) {
    const AxisDimensions grouped = group_axes(*groups);
    axes[Axis::input] = grouped.at(Axis::group);
    second = grouped.at(Axis::group2).front();
  } else {
    second = axes.at(Axis::input).front();
    second.name = "input2";
  }
  if ((groups ? groups->size() : problem.dims()) <= sensitivity::most_ranked) {
    axes[Axis::input2] = {second};
  }
  return axes;
}

// The problem as if each group were an input, for what is said of inputs by name.
Problem by_groups(Problem problem, const Grouping& groups) {
  std::vector<UncertainInput> inputs;
  for (std::size_t g = 0; g < groups.names.size(); ++g) {
    inputs.push_back(problem.inputs[static_cast<std::size_t>(groups.members[g].front())]);
    inputs.back().name = groups.names[g];
  }
  problem.inputs = std::move(inputs);
  return problem;
}

// W071 for each output of which the steps hide something.
void warn_of_aliasing(AnalysisResult& out,
                      const Problem& named,
                      const MorrisEffects& first,
                      const MorrisEffects& second,
                      const NdArray& aliased) {
  const Index groups = named.dims();
  for (std::size_t q = 0; q < named.outputs.size(); ++q) {
    std::vector<std::string> which;
    for (Index g = 0; g < groups; ++g) {
      const auto at = q * static_cast<std::size_t>(groups) + static_cast<std::size_t>(g);
      if (aliased.data[at] == 1) {
        which.push_back(fmt::format("`{}` ({:.3g} with steps of {:.3g}, {:.3g} with {:.3g})",
                                    named.inputs[static_cast<std::size_t>(g)].name,
                                    first.mu_star.data[at],
                                    first.step_size.data[static_cast<std::size_t>(g)],
                                    second.mu_star.data[at],
                                    second.step_size.data[static_cast<std::size_t>(g)]));
      }
    }
    if (!which.empty()) {
      out.warnings.push_back(
          {"W071",
           fmt::format("mu_star of `{}` is too small for {}: the response turns or repeats itself "
                       "within a step",
                       named.model.outputs()[static_cast<std::size_t>(named.outputs[q])].name,
                       fmt::join(which, ", "))});
    }
  }
}

// The values that the ends of the scale stand for.
void add_scales(Dataset& dataset, const Problem& problem) {
  AxisDimensions axes = axes_of(problem);
  NdArray low({problem.dims()});
  NdArray high({problem.dims()});
  std::vector<std::string> units;
  for (std::size_t i = 0; i < problem.inputs.size(); ++i) {
    const UncertainInput& input = problem.inputs[i];
    const auto [from, to] =
        samplers::scale_of(input, problem.model.inputs()[static_cast<std::size_t>(input.column)]);
    low.data[i] = from;
    high.data[i] = to;
    units.push_back(input.unit);
  }
  const std::array over{Axis::input};
  add_variable(dataset,
               axes,
               problem,
               "scale_low",
               "value at 0 of the scale on which effects are measured",
               Unit::input,
               over,
               low);
  add_variable(dataset, axes, problem, "scale_high", "value at 1 of it", Unit::input, over, high);
  add_text(dataset, axes, "input_unit", "unit of the input", over, std::move(units));
}

void add_check(Dataset& dataset,
               const AxisDimensions& axes,
               const Problem& problem,
               const MorrisEffects& second,
               const NdArray& aliased) {
  const std::array cell{Axis::output, Axis::input};
  const std::array bounds{Axis::output, Axis::input, Axis::bound};
  add_variable(dataset,
               axes,
               problem,
               "aliased",
               "1 where a smaller step sees much more: the response turns within a step",
               Unit::one,
               cell,
               aliased);
  add_variable(dataset,
               axes,
               problem,
               "mu_star_check",
               "mu_star of the trajectories with a smaller step",
               Unit::output,
               cell,
               second.mu_star);
  add_variable(dataset,
               axes,
               problem,
               "mu_star_check_ci",
               "interval of mu_star_check",
               Unit::output,
               bounds,
               second.mu_star_ci);
}

std::vector<Matrix> some_rows(const std::vector<Matrix>& y, Index first, Index count) {
  std::vector<Matrix> part;
  for (const Matrix& output : y) {
    part.emplace_back(output.middleRows(first, count));
  }
  return part;
}

// Whether failure depends on inputs, from one evaluation of each of the first trajectories: those
// of one trajectory are no independent points, and the trajectories of the aliasing check have
// other laws of all inputs, so that with them any input would seem to have to do with failure.
void add_pattern(AnalysisResult& out,
                 Dataset& dataset,
                 const Problem& problem,
                 const PhysicalPoints& points,
                 Index trajectories,
                 const Evaluations& evaluations) {
  const Index rows = std::min(trajectories, failure_pattern_rows);
  Matrix x(rows, points.dims);
  std::vector<Vector> y(evaluations.y.size(), Vector(rows));
  for (Index t = 0; t < rows; ++t) {
    const Index evaluation = t % points.blocks;
    points.fill(t, evaluation, x.middleRows(t, 1));
    for (std::size_t q = 0; q < y.size(); ++q) {
      y[q][t] = evaluations.y[q](t, evaluation);
    }
  }
  add_failure_pattern(out, dataset, axes_of(problem), problem, x, {y});
}

AnalysisResult run(const std::any& any, const Problem& dependent, const RunContext& context) {
  const auto& options = std::any_cast<const Options&>(any);
  Problem problem = dependent;
  problem.correlation.resize(0, 0);  // with correlations only where they are to be ignored
  const Grouping groups = groups_of(options, problem);
  const auto inputs = samplers::morris_inputs(problem);
  const MorrisDesign design =
      samplers::morris(inputs, groups, options.sampling, context.seed.child("design"));
  const Index checks = samplers::aliasing_trajectory_count(options.sampling);
  MorrisDesign other;
  PhysicalPoints points = samplers::physical_points(problem, design);
  if (checks > 0) {
    other = samplers::aliasing_trajectories(
        inputs, groups, options.sampling, context.seed.child("aliasing"));
    points = samplers::both(std::move(points), samplers::physical_points(problem, other));
  }
  const Evaluations evaluations = evaluate(problem, points, context.evaluate);
  MorrisEffects effects = sensitivity::morris(design,
                                              some_rows(evaluations.y, 0, design.trajectories()),
                                              options.estimation,
                                              context.seed.child("estimate"),
                                              context.missing);

  AnalysisResult out;
  const AxisDimensions axes = axes_by(options.groups, problem);
  const Problem named = by_groups(problem, groups);
  out.warnings = samplers::warnings(options.sampling);
  if (dependent.correlation.size() > 0) {
    out.warnings.push_back(correlation_ignored());
  }
  out.warnings.insert(out.warnings.end(), effects.warnings.begin(), effects.warnings.end());
  std::optional<MorrisEffects> second;
  NdArray aliased;
  if (checks > 0) {
    second = sensitivity::morris(other,
                                 some_rows(evaluations.y, design.trajectories(), checks),
                                 options.estimation,
                                 context.seed.child("aliasing estimate"),
                                 context.missing);
    aliased = sensitivity::aliased(effects, *second);
    warn_of_aliasing(out, named, effects, *second, aliased);
    // Dead is what neither step changes.
    for (std::size_t k = 0; k < effects.dead.data.size(); ++k) {
      effects.dead.data[k] =
          second->dead.data[k] == 0 && effects.dead.data[k] == 1 ? 0 : effects.dead.data[k];
    }
  }
  Dataset dataset = erase(effects, axes, problem);
  if (second) {
    add_check(dataset, axes, problem, *second, aliased);
  }
  add_scales(dataset, problem);
  if (options.groups) {
    add_members(dataset, groups, problem);
  }
  add_output_units(dataset, axes, problem);
  add_text(dataset,
           axes,
           "undefined",
           "why an output has no result, else empty",
           std::array{Axis::output},
           effects.undefined);
  add_text(dataset,
           axes,
           "remark",
           "why figures of an input do not exist, else empty",
           std::array{Axis::input},
           effects.remark);
  dataset.attributes = {{"ci_method", effects.ci_method}};
  if (!design.chosen) {
    dataset.attributes.emplace_back("ci_level", options.estimation.confidence);
  }
  const Attributes written = used_groups(groups_within(options.groups, problem), problem);
  dataset.attributes.insert(dataset.attributes.end(), written.begin(), written.end());
  warn_of_dead_inputs(out, named, effects.dead);
  finish(out, dataset, evaluations, effects.lost_share, context.missing);
  if (out.failures > 0) {
    add_pattern(out, dataset, problem, points, design.trajectories(), evaluations);
  }
  out.groups.push_back(std::move(dataset));
  if (sample_bytes(static_cast<double>(evaluations.status.size()), problem) <=
      context.store_limit) {
    out.groups.push_back(
        samples(problem,
                points,
                evaluations,
                "inputs: the first points of all trajectories (those of the aliasing check last), "
                "then their second points, and so on"));
  }
  return out;
}

Dataset outline(const std::any& any, const Problem& problem) {
  const auto& options = std::any_cast<const Options&>(any);
  return outlined<MorrisEffects>(axes_by(options.groups, problem), problem);
}

}  // namespace

Method morris_method(std::string_view name, std::string_view summary, std::string_view page) {
  return {.name = name,
          .summary = summary,
          .page = page,
          .options = &options,
          .bind = &bind,
          .narrow = &narrow,
          .used = &used,
          .cost = &cost,
          .run = &run,
          .outline = &outline};
}

}  // namespace uq::studies
