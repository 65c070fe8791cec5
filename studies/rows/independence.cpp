#include "studies/rows/independence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace uq::studies {

namespace {

std::string quoted(const std::string& name) {
  return "`" + name + "`";
}

/// Names of the uncertain inputs among the columns.
std::vector<std::string> uncertain_among(const Problem& problem,
                                         const std::vector<Index>& columns) {
  std::vector<std::string> names;
  for (const UncertainInput& input : problem.inputs) {
    if (std::find(columns.begin(), columns.end(), input.column) != columns.end()) {
      names.push_back(quoted(input.name));
    }
  }
  return names;
}

/// The group of each uncertain input, by name; every input is in one of its own without groups.
Index group_of(const std::string& name, const Problem& problem, const Grouping* groups) {
  const auto input = std::find_if(problem.inputs.begin(),
                                  problem.inputs.end(),
                                  [&](const UncertainInput& one) { return one.name == name; });
  if (input == problem.inputs.end()) {
    return -1;
  }
  const Index place = input - problem.inputs.begin();
  if (groups == nullptr) {
    return place;
  }
  const auto group = std::find_if(
      groups->members.begin(), groups->members.end(), [&](const std::vector<Index>& members) {
        return std::find(members.begin(), members.end(), place) != members.end();
      });
  return group - groups->members.begin();
}

void refuse_correlation(const Node& table,
                        const Scope& scope,
                        const Grouping* groups,
                        std::string_view what,
                        const Sweep& sweep,
                        Diagnostics& diagnostics) {
  const auto is_swept = [&](const std::string& name) {
    return std::any_of(
        sweep.begin(), sweep.end(), [&](const SweptInput& input) { return input.name == name; });
  };
  const bool sampled_jointly = what == "Sobol' indices";  // others move members one by one
  for (const WrittenCorrelation& pair : scope.correlations) {
    const Index first = group_of(pair.first, scope.problem, groups);
    const Index second = group_of(pair.second, scope.problem, groups);
    if (first < 0 || second < 0 || first == second || is_swept(pair.first) ||
        is_swept(pair.second)) {
      continue;
    }
    diagnostics
        .error("U305",
               fmt::format("{} need independent inputs, but `{}` and `{}` are "
                           "correlated ({:g})",
                           what,
                           pair.first,
                           pair.second,
                           pair.value),
               table.place)
        .notes = {
        fmt::format("the correlation is set at {}:{}:{}",
                    pair.place.file,
                    pair.place.line,
                    pair.place.column),
        sampled_jointly
            ? "help: put them into one of `groups`, or dependence = \"ignore\" samples "
              "them independently in this analysis"
            : "help: dependence = \"ignore\" samples them independently in this analysis"};
  }
}

void refuse_constraint(const Node& table,
                       const Problem& problem,
                       const Constraint& constraint,
                       std::string_view what,
                       Diagnostics& diagnostics) {
  const std::vector<std::string> names = uncertain_among(problem, constraint.columns);
  const bool one = names.size() == 1;
  diagnostics
      .error("U315",
             one ? fmt::format("{} cannot take the condition \"{}\": it cuts the law "
                               "of {} while sampling",
                               what,
                               constraint.text,
                               names.front())
                 : fmt::format("{} need independent inputs, but the condition \"{}\" "
                               "ties {} to each other",
                               what,
                               constraint.text,
                               fmt::join(names, ", ")),
             table.place)
      .notes = {one ? "help: write `truncate` or other bounds into its law"
                    : "help: `propagate` takes conditions; or leave all but one of these inputs "
                      "out of `inputs`"};
}

}  // namespace

void check_independent(const Node& table,
                       const Scope& scope,
                       bool ignore_correlation,
                       const Grouping* groups,
                       Diagnostics& diagnostics,
                       std::string_view what,
                       const Sweep& sweep) {
  if (!ignore_correlation) {
    refuse_correlation(table, scope, groups, what, sweep, diagnostics);
  }
  refuse_swept_conditions(table, sweep, scope.problem, diagnostics);
  for (const Constraint& constraint : scope.problem.constraints) {
    const bool swept = std::any_of(sweep.begin(), sweep.end(), [&](const SweptInput& input) {
      return std::find(constraint.columns.begin(), constraint.columns.end(), input.column) !=
             constraint.columns.end();
    });
    if (!swept) {
      refuse_constraint(table, scope.problem, constraint, what, diagnostics);
    }
  }
}

std::string dependence_of(const Problem& problem,
                          const std::vector<WrittenCorrelation>& correlations) {
  for (const WrittenCorrelation& pair : correlations) {
    if (group_of(pair.first, problem, nullptr) >= 0 &&
        group_of(pair.second, problem, nullptr) >= 0) {
      return fmt::format("`{}` and `{}` are correlated", pair.first, pair.second);
    }
  }
  if (!problem.constraints.empty()) {
    const Constraint& first = problem.constraints.front();
    return fmt::format("the condition \"{}\" cuts the law of {}",
                       first.text,
                       fmt::join(uncertain_among(problem, first.columns), ", "));
  }
  return {};
}

Warning correlation_ignored() {
  return {"W023",
          "the inputs are correlated, but are sampled independently here (dependence = "
          "\"ignore\"): the indices are those of independent inputs with the same laws"};
}

}  // namespace uq::studies
