#include "studies/rows/morris.hpp"

#include "studies/rows/failure_pattern.hpp"
#include "studies/rows/finish.hpp"
#include "studies/rows/independence.hpp"
#include "studies/rows/morris_dataset.hpp"
#include "studies/rows/morris_options.hpp"
#include "studies/rows/samples.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace uq::studies {

namespace {

using samplers::MorrisSampling;
using sensitivity::MorrisEffects;

std::any bind(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
  return read_morris(table, scope, diagnostics);
}

Problem narrow(const std::any&, Problem problem) {
  return problem;
}

Attributes used(const std::any& any) {
  return used_morris(std::any_cast<const MorrisStudy&>(any));
}

Cost cost(const std::any& any, const Problem& problem) {
  const auto& study = std::any_cast<const MorrisStudy&>(any);
  const MorrisSampling& sampling = study.sampling;
  const Index groups = groups_of(study, problem).size();
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
                   sensitivity::morris_bytes(trajectories, groups, outputs, study.estimation),
          .sample = sample_bytes(rows, problem)};
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
  const auto& study = std::any_cast<const MorrisStudy&>(any);
  Problem problem = dependent;
  problem.correlation.resize(0, 0);  // with correlations only where they are to be ignored
  const Grouping groups = groups_of(study, problem);
  const auto inputs = samplers::morris_inputs(problem);
  const MorrisDesign design =
      samplers::morris(inputs, groups, study.sampling, context.seed.child("design"));
  const Index checks = samplers::aliasing_trajectory_count(study.sampling);
  MorrisDesign other;
  PhysicalPoints points = samplers::physical_points(problem, design);
  if (checks > 0) {
    other = samplers::aliasing_trajectories(
        inputs, groups, study.sampling, context.seed.child("aliasing"));
    points = samplers::both(std::move(points), samplers::physical_points(problem, other));
  }
  const Evaluations evaluations = evaluate(problem, points, context.evaluate);
  MorrisEffects effects = sensitivity::morris(design,
                                              some_rows(evaluations.y, 0, design.trajectories()),
                                              study.estimation,
                                              context.seed.child("estimate"),
                                              context.missing);

  AnalysisResult out;
  const Problem named = by_groups(problem, groups);
  out.warnings = samplers::warnings(study.sampling);
  if (dependent.correlation.size() > 0) {
    out.warnings.push_back(correlation_ignored());
  }
  out.warnings.insert(out.warnings.end(), effects.warnings.begin(), effects.warnings.end());
  std::optional<MorrisEffects> second;
  NdArray aliased;
  if (checks > 0) {
    second = sensitivity::morris(other,
                                 some_rows(evaluations.y, design.trajectories(), checks),
                                 study.estimation,
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
  Dataset dataset =
      morris_dataset(study, problem, groups, effects, second ? &*second : nullptr, aliased);
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
  return morris_outline(std::any_cast<const MorrisStudy&>(any), problem);
}

}  // namespace

Method morris_method(std::string_view name, std::string_view summary, std::string_view page) {
  return {.name = name,
          .summary = summary,
          .page = page,
          .options = &morris_options,
          .bind = &bind,
          .narrow = &narrow,
          .used = &used,
          .cost = &cost,
          .run = &run,
          .outline = &outline};
}

}  // namespace uq::studies
