#include "studies/tables/choose_method.hpp"

#include "samplers/morris.hpp"
#include "studies/rows/expected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace uq::studies {

namespace {

constexpr double level = 0.95;
constexpr Index most_for_a_look = 10;
constexpr double least_trajectories = 10;
constexpr double trajectories_for_ranks = 20;
constexpr double most_trajectories = 1000;
constexpr double rows_for_ranks = 512;
constexpr double rows_for_indices = 1024;
constexpr double most_rows = 1048576;
constexpr double trajectories_for_a_check = 20;  ///< of the step, which takes half as many again
constexpr double least_sample = 100;
constexpr double least_for_surrogate = 30;
constexpr double points_per_input = 10;     ///< that a smooth output takes, roughly
constexpr double most_for_surrogate = 500;  ///< beyond it a fit gains little per point

/// What a budget affords of each method.
struct Affordable {
  bool look;            ///< two steps of each input
  double trajectories;  ///< whole ones, without a check of the step
  double rows;          ///< of a Saltelli design, a power of two; 0: none
};

double power_of_two_within(double limit) {
  return limit < 1 ? 0 : std::exp2(std::floor(std::log2(limit)));
}

Affordable affordable(Index inputs, double budget) {
  const auto d = static_cast<double>(inputs);
  return {budget >= 2 * d + 1,
          std::floor(budget / (d + 1)),
          std::min(power_of_two_within(budget / (d + 2)), most_rows)};
}

Decision look(Index inputs) {
  const double cost = 2 * static_cast<double>(inputs) + 1;
  return {.method = "oat",
          .options = {{"elasticities", false}, {"kinks", false}},
          .evaluations = cost,
          .reasons = {
              fmt::format("{} inputs, one step down and up each: {:.0f} evaluations", inputs, cost),
              "a look: no interactions, nothing between the steps"}};
}

/// How many of the affordable trajectories measure the effects; the others check their step.
double measuring(double affordable) {
  const double with_check = std::floor(affordable * 2 / 3);
  return std::min(with_check >= trajectories_for_a_check ? with_check : affordable,
                  most_trajectories);
}

Decision screen(Index inputs, double affordable) {
  const auto trajectories = static_cast<Index>(measuring(affordable));
  const bool check = static_cast<double>(trajectories) < affordable;
  const Index checks =
      check ? samplers::aliasing_trajectory_count({.trajectories = trajectories}) : 0;
  const double cost = static_cast<double>((trajectories + checks) * (inputs + 1));
  Decision decision{
      .method = "morris",
      .options = {{"trajectories", static_cast<std::int64_t>(trajectories)}},
      .evaluations = cost,
      .reasons = {check ? fmt::format("{} trajectories over {} inputs, {} more to check the step: "
                                      "{:.0f} evaluations",
                                      trajectories,
                                      inputs,
                                      checks,
                                      cost)
                        : fmt::format("{} trajectories over {} inputs: {:.0f} evaluations; too few "
                                      "to check the step as well",
                                      trajectories,
                                      inputs,
                                      cost),
                  fmt::format("expected width of the interval of mu_star: {:.0f} % of it",
                              100 * morris_width(static_cast<double>(trajectories), level))}};
  if (!check) {
    decision.options.emplace_back("aliasing_check", false);
  }
  return decision;
}

Decision decompose(Index inputs, double rows) {
  const double cost = rows * static_cast<double>(inputs + 2);
  return {
      .method = "sobol",
      .options = {{"n", static_cast<std::int64_t>(rows)}},
      .evaluations = cost,
      .reasons = {fmt::format("{:.0f} rows over {} inputs: {:.0f} evaluations", rows, inputs, cost),
                  fmt::format("expected width of the interval of an index of 0.5: {:.2g}",
                              sobol_width(0.5, rows, level))}};
}

Decision refused(Index inputs, double budget, const Affordable& can, std::string reason) {
  Decision decision{.method = {}, .reasons = {std::move(reason)}};
  if (can.look && inputs <= most_for_a_look) {
    decision.affordable.emplace_back("goal = \"look\": one step down and up of each input");
  }
  if (can.trajectories >= least_trajectories) {
    decision.affordable.push_back(fmt::format(
        "goal = \"screen\": {:.0f} trajectories of Morris' method", measuring(can.trajectories)));
  }
  if (can.rows >= rows_for_ranks) {
    decision.affordable.push_back(
        fmt::format("goal = \"rank\": {:.0f} rows of Sobol' indices", can.rows));
  }
  const auto dims = static_cast<double>(inputs);
  if (budget >= std::max(least_for_surrogate, points_per_input * dims)) {
    decision.affordable.push_back(
        fmt::format("a surrogate of a smooth model: method = \"sample\" with n = {:.0f}, method = "
                    "\"surrogate\" on it, then method = \"sobol\" with `on`: as good as its q2",
                    std::min(budget, most_for_surrogate)));
  }
  if (decision.affordable.empty()) {
    const auto d = static_cast<double>(inputs);
    decision.affordable.push_back(
        fmt::format("nothing here: screening takes {:.0f} evaluations at least, indices {:.0f}",
                    least_trajectories * (d + 1),
                    rows_for_indices * (d + 2)));
  }
  return decision;
}

/// Neither trajectories nor exchanges of columns follow a joint law.
Decision refused_dependent(Index inputs,
                           double budget,
                           const Affordable& can,
                           const std::string& dependence) {
  Decision decision{
      .method = {},
      .reasons = {"Sobol' indices and Morris' method need independent inputs, but " + dependence}};
  if (can.look && inputs <= most_for_a_look) {
    decision.affordable.emplace_back("goal = \"look\": one step down and up of each input");
  }
  if (budget >= least_sample) {
    const double rows = std::min(budget, most_rows);
    decision.affordable.push_back(
        fmt::format("method = \"propagate\" with n = {:.0f} and method = \"given_data\" on its "
                    "sample: indices of 0.1 within intervals {:.2g} wide",
                    rows,
                    given_data_width(0.1, rows, level)));
  }
  if (decision.affordable.empty()) {
    decision.affordable.push_back(
        fmt::format("nothing here: a sample takes {:.0f} evaluations at least", least_sample));
  }
  return decision;
}

std::string too_dear(Index inputs, double budget, const char* what, double needed) {
  return fmt::format("{} of {} inputs takes {:.0f} evaluations at least, the budget is {:.0f}",
                     what,
                     inputs,
                     needed,
                     budget);
}

}  // namespace

Decision choose_method(Goal goal, Index inputs, double budget, const std::string& dependence) {
  const Affordable can = affordable(inputs, budget);
  if (!dependence.empty() && goal != Goal::look) {
    return refused_dependent(inputs, budget, can, dependence);
  }
  const auto d = static_cast<double>(inputs);
  switch (goal) {
    case Goal::look:
      if (can.look && inputs <= most_for_a_look) {
        return look(inputs);
      }
      return refused(inputs,
                     budget,
                     can,
                     inputs > most_for_a_look
                         ? fmt::format("a look at one input after the other is for {} inputs at "
                                       "most, here are {}",
                                       most_for_a_look,
                                       inputs)
                         : too_dear(inputs, budget, "a look", 2 * d + 1));
    case Goal::screen:
      if (can.trajectories >= least_trajectories) {
        return screen(inputs, can.trajectories);
      }
      return refused(
          inputs, budget, can, too_dear(inputs, budget, "screening", least_trajectories * (d + 1)));
    case Goal::rank:
      if (can.rows >= rows_for_ranks) {
        return decompose(inputs, can.rows);
      }
      if (can.trajectories >= trajectories_for_ranks) {
        Decision decision = screen(inputs, can.trajectories);
        decision.reasons.push_back(
            fmt::format("Sobol' indices would need {:.0f} evaluations", rows_for_ranks * (d + 2)));
        return decision;
      }
      return refused(inputs,
                     budget,
                     can,
                     too_dear(inputs, budget, "a ranking", trajectories_for_ranks * (d + 1)));
    case Goal::indices:
      if (can.rows >= rows_for_indices) {
        return decompose(inputs, can.rows);
      }
      return refused(inputs,
                     budget,
                     can,
                     too_dear(inputs, budget, "a decomposition", rows_for_indices * (d + 2)) +
                         "; indices from fewer evaluations take a surrogate of the model");
    case Goal::any:
      break;
  }
  if (can.rows >= rows_for_indices) {
    return decompose(inputs, can.rows);
  }
  if (can.trajectories >= least_trajectories) {
    Decision decision = screen(inputs, can.trajectories);
    decision.reasons.push_back(
        fmt::format("Sobol' indices would need {:.0f} evaluations", rows_for_indices * (d + 2)));
    return decision;
  }
  if (can.look && inputs <= most_for_a_look) {
    Decision decision = look(inputs);
    decision.reasons.push_back(
        fmt::format("Morris' method would need {:.0f} evaluations", least_trajectories * (d + 1)));
    return decision;
  }
  return refused(
      inputs, budget, can, too_dear(inputs, budget, "screening", least_trajectories * (d + 1)));
}

}  // namespace uq::studies
