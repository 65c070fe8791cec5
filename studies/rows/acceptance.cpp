#include "studies/rows/acceptance.hpp"

#include "samplers/independent.hpp"

#include <fmt/format.h>

#include <utility>

namespace uq::studies {

namespace {

samplers::Acceptance trial(const Problem& problem) {
  constexpr Index rows = 256;  // 25,600 draws at most; a share of 1 % is met to 6 % of itself
  const Seed seed = Seed{0}.child("acceptance");
  return samplers::dependent(problem,
                             rows,
                             [&](Index n) {
                               return samplers::independent(problem.dims(), {.n = n}, seed);
                             })
      .acceptance;
}

std::string percent(const samplers::Acceptance& acceptance) {
  return acceptance.accepted == 0 ? fmt::format("none of {}", acceptance.tried)
                                  : fmt::format("{:.2g} %", 100 * acceptance.rate());
}

}  // namespace

void check_acceptance(const Problem& problem, const Place& place, Diagnostics& diagnostics) {
  if (problem.constraints.empty()) {
    return;
  }
  const samplers::Acceptance all = trial(problem);
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

std::string acceptance_text(const samplers::Acceptance& acceptance, double confidence) {
  const auto interval = acceptance.interval(confidence);
  return fmt::format("{:.3g} % [{:.3g}, {:.3g}] of the draws meet the conditions",
                     100 * acceptance.rate(),
                     100 * interval.lower,
                     100 * interval.upper);
}

}  // namespace uq::studies
