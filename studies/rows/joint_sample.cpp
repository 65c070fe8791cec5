#include "studies/rows/joint_sample.hpp"

#include "samplers/iman_conover.hpp"
#include "uq/core/error.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace uq::studies {

namespace {

using samplers::Acceptance;
using samplers::Dependent;
using samplers::IndependentOptions;

samplers::Candidates candidates(const Problem& problem,
                                const IndependentOptions& options,
                                Seed seed) {
  return [&problem, options, seed](Index n) {
    IndependentOptions longer = options;
    longer.n = n;
    return samplers::independent(problem.dims(), longer, seed);
  };
}

/// 25,600 draws at most: a share of 1 % is met to 6 % of itself.
Acceptance trial(const Problem& problem) {
  constexpr Index rows = 256;
  return samplers::dependent(
             problem, rows, candidates(problem, {.n = rows}, Seed{0}.child("acceptance")))
      .acceptance;
}

std::string percent(const Acceptance& acceptance) {
  return acceptance.accepted == 0 ? fmt::format("none of {}", acceptance.tried)
                                  : fmt::format("{:.2g} %", 100 * acceptance.rate());
}

void check_acceptance(const Problem& problem, const Place& place, Diagnostics& diagnostics) {
  const Acceptance all = trial(problem);
  if (all.complete && all.rate() >= least_acceptance) {
    return;
  }
  Diagnostic& diagnostic = diagnostics.error(
      "U317",
      fmt::format("{} of the draws meet{} the conditions of [constraints]; required is 1 %",
                  percent(all),
                  all.accepted == 0 ? "" : "s"),
      place);
  if (problem.constraints.size() > 1) {
    for (const Constraint& constraint : problem.constraints) {
      Problem alone = problem;
      alone.constraints = {constraint};
      diagnostic.notes.push_back(
          fmt::format("\"{}\" alone: {}", constraint.text, percent(trial(alone))));
    }
  }
  diagnostic.notes.emplace_back(
      "help: choose laws that lie where the conditions hold, or derive one input from the others "
      "in [derived]");
}

Place place_of(const Node& table, const char* key) {
  const Node::Entry* entry = table.find(key);
  return entry != nullptr ? entry->value.place : table.place;
}

}  // namespace

void check_joint_sample(const Node& table,
                        const Problem& problem,
                        const IndependentOptions& options,
                        Diagnostics& diagnostics) {
  if (const std::string broken = fault(problem.dims(), options); !broken.empty()) {
    const char* culprit = broken.starts_with("scramble")  ? "scramble"
                          : broken.starts_with("centred") ? "centred"
                                                          : "n";
    diagnostics.error("U306", broken, place_of(table, culprit));
    return;
  }
  check_dependence(
      table,
      problem,
      samplers::kind(options),
      [&] { return samplers::independent(problem.dims(), options, Seed{0}); },
      diagnostics);
  for (const Warning& warning : joint_warnings(problem, options)) {
    diagnostics.warning(warning.code, warning.message, place_of(table, "n"));
  }
}

void check_dependence(const Node& table,
                      const Problem& problem,
                      PointKind kind,
                      const std::function<IndependentDesign()>& lhs,
                      Diagnostics& diagnostics) {
  std::string broken = samplers::dependence_fault(problem, kind);
  if (broken.empty() && problem.correlation.size() > 0 && kind == PointKind::lhs) {
    broken = samplers::iman_conover_fault(lhs(), problem.correlation);
  }
  if (!broken.empty()) {
    diagnostics.error("U306", broken, place_of(table, "sampler"));
  } else if (!problem.constraints.empty()) {
    check_acceptance(problem, table.place, diagnostics);
  }
}

Warnings joint_warnings(const Problem& problem, const IndependentOptions& options) {
  // Conditions leave no Sobol' sample its balance: then its size has none to lose.
  return problem.constraints.empty() ? warnings(options) : Warnings{};
}

double joint_bytes(const Problem& problem, const IndependentOptions& options) {
  return joint_bytes(problem, samplers::kind(options), static_cast<double>(options.n));
}

double joint_bytes(const Problem& problem, PointKind kind, double n) {
  // Conditions choose rows by an index each; a rearranged hypercube is held, twice more meanwhile.
  const bool rearranged = problem.correlation.size() > 0 && kind == PointKind::lhs;
  return (problem.constraints.empty() ? 0 : 8 * n) +
         (rearranged ? 3 * 8 * n * static_cast<double>(problem.dims()) : 0);
}

Dependent joint_sample(const Problem& problem, const IndependentOptions& options, Seed seed) {
  return joint_sample(problem, options.n, candidates(problem, options, seed));
}

Dependent joint_sample(const Problem& problem, Index n, const samplers::Candidates& points) {
  Dependent sample = samplers::dependent(problem, n, points);
  if (!sample.design.has_value()) {  // a screen has left inputs that rarely meet them
    throw TooFewDraws(fmt::format("only {} of {} draws meet the conditions, {} are asked for",
                                  sample.acceptance.accepted,
                                  sample.acceptance.tried,
                                  n));
  }
  return sample;
}

void add_acceptance(Dataset& dataset,
                    const Problem& problem,
                    const Acceptance& acceptance,
                    double confidence) {
  if (problem.constraints.empty()) {
    return;
  }
  const auto interval = acceptance.interval(confidence);
  dataset.attributes.emplace_back("acceptance", acceptance.rate());
  dataset.attributes.emplace_back("acceptance_ci", std::vector{interval.lower, interval.upper});
}

}  // namespace uq::studies
