#include "uq/core/problem.hpp"

#include "uq/core/error.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace uq {

Problem restricted(Problem problem, const std::vector<Index>& kept) {
  const auto count = static_cast<Index>(kept.size());
  for (const Index at : kept) {
    expects(at >= 0 && at < problem.dims() && std::count(kept.begin(), kept.end(), at) == 1,
            "position " + std::to_string(at) + " of " + std::to_string(problem.dims()) +
                " inputs, out of range or named twice");
  }
  std::vector<UncertainInput> inputs;
  for (const Index at : kept) {
    inputs.push_back(std::move(problem.inputs[static_cast<std::size_t>(at)]));
  }
  problem.inputs = std::move(inputs);
  if (problem.correlation.size() > 0) {
    const Matrix all = std::move(problem.correlation);
    problem.correlation.resize(count, count);
    for (Index i = 0; i < count; ++i) {
      for (Index j = 0; j < count; ++j) {
        problem.correlation(i, j) =
            all(kept[static_cast<std::size_t>(i)], kept[static_cast<std::size_t>(j)]);
      }
    }
    if (problem.correlation.isIdentity(0)) {
      problem.correlation.resize(0, 0);
    }
  }
  return problem;
}

std::string settle_constraints(Problem& problem) {
  const auto is_uncertain = [&](Index column) {
    return std::any_of(problem.inputs.begin(), problem.inputs.end(), [&](const UncertainInput& u) {
      return u.column == column;
    });
  };
  std::string broken;
  std::erase_if(problem.constraints, [&](const Constraint& constraint) {
    if (std::any_of(constraint.columns.begin(), constraint.columns.end(), is_uncertain)) {
      return false;
    }
    std::array<bool, 1> holds{};
    constraint.holds(problem.fixed.transpose(), holds);
    if (!holds[0] && broken.empty()) {
      broken = constraint.text;
    }
    return true;
  });
  return broken;
}

}  // namespace uq
