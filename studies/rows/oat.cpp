#include "studies/rows/oat.hpp"

#include "studies/rows/finish.hpp"
#include "studies/rows/oat_dataset.hpp"
#include "studies/rows/rounds.hpp"
#include "studies/rows/samples.hpp"
#include "studies/rows/used_options.hpp"
#include "uq/sensitivity/oat_inputs.hpp"

namespace uq::studies {

namespace {

using sensitivity::OatMoves;
using sensitivity::OatOptions;
using sensitivity::OatResult;

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
double most_evaluations(const OatOptions& options, const Problem& problem) {
  const OatMoves moves = oat_inputs(problem, options);
  return moves.fault.empty()
             ? oat_evaluations(moves.inputs, extended(problem, options).columns, options)
             : 0;
}

Cost cost(const std::any& any, const Problem& problem) {
  const auto& options = std::any_cast<const OatOptions&>(any);
  const double evaluations = most_evaluations(options, problem);
  // Each point is kept with its outputs in a tree of its own, and once more while it is evaluated;
  // with the samples, which grow round by round, twice more.
  const auto outputs = static_cast<double>(extended(problem, options).problem.outputs.size());
  const double point = 2 * 8 * outputs + 128;
  const double kept = 2 * 8 * (outputs + static_cast<double>(problem.dims()));
  return {.evaluations = evaluations,
          .bytes = evaluations * (point + kept) + workspace_bytes(problem, problem.dims()),
          .sample = sample_bytes(evaluations, problem)};
}

Dataset outline(const std::any& any, const Problem& problem) {
  return oat_outline(std::any_cast<const OatOptions&>(any), problem);
}

AnalysisResult run(const std::any& any, const Problem& problem, const RunContext& context) {
  const auto& options = std::any_cast<const OatOptions&>(any);
  const OatExtended all = extended(problem, options);
  const OatMoves moves = oat_inputs(problem, options);
  const bool store =
      sample_bytes(most_evaluations(options, problem), problem) <= context.store_limit;
  Rounds rounds(all.problem, context.evaluate, store);
  const OatResult result = oat([&](const Matrix& x) { return rounds.evaluate(x); },
                               moves.inputs,
                               all.columns,
                               options,
                               context.missing);
  AnalysisResult out;
  Dataset dataset = oat_dataset(result, all, options, problem);
  out.warnings = moves.warnings;
  warn_of_dead_inputs(out, problem, result.dead);
  finish(out, dataset, rounds.all(), result.lost_share, context.missing);
  out.groups.push_back(std::move(dataset));
  if (store) {
    const PhysicalPoints points{.count = rounds.points().rows(),
                                .blocks = 1,
                                .dims = problem.dims(),
                                .fill = [&](Index first, Index, MutableMatrixRef x) {
                                  x = rounds.points().middleRows(first, x.rows());
                                }};
    out.groups.push_back(
        samples(problem, points, rounds.all(), "inputs: the points in the order of the search"));
  }
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
