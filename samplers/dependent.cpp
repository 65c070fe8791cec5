#include "samplers/dependent.hpp"

#include "samplers/iman_conover.hpp"
#include "uq/core/error.hpp"
#include "uq/dependence/transform.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace uq::samplers {
namespace {

// The points under the copula.
UnitPoints transformed(UnitPoints points, Matrix factor) {
  const Index n = points.count;
  const Index d = points.dims;
  return {n,
          d,
          [independent = std::move(points), factor = std::make_shared<Matrix>(std::move(factor))](
              Index first, MutableMatrixRef u) {
            independent.block(first, u);
            to_dependent(*factor, u);
          }};
}

// Follows the copula only.
IndependentDesign correlated(const Problem& problem, IndependentDesign design) {
  if (problem.correlation.size() == 0) {
    return design;
  }
  if (design.kind == PointKind::lhs) {
    return iman_conover(design, problem.correlation);
  }
  design.points = transformed(std::move(design.points), copula_factor(problem));
  design.dependent = true;
  return design;
}

}  // namespace

std::string dependence_fault(const Problem& problem, PointKind kind) {
  if (kind == PointKind::lhs && !problem.constraints.empty()) {
    return "a latin hypercube cannot meet the constraint `" + problem.constraints.front().text +
           "`: leaving out points destroys its strata; take monte_carlo, sobol or halton points";
  }
  return correlation_fault(problem);
}

Predicate constraint_predicate(const Problem& problem) {
  return [&problem](MatrixRef u, std::span<bool> holds) {
    Matrix x = problem.fixed.transpose().replicate(u.rows(), 1);
    const auto n = static_cast<std::size_t>(u.rows());
    for (Index i = 0; i < problem.dims(); ++i) {
      const UncertainInput& input = problem.inputs[static_cast<std::size_t>(i)];
      quantiles(input.law, {u.col(i).data(), n}, {x.col(input.column).data(), n});
    }
    std::fill(holds.begin(), holds.end(), true);
    const auto one = std::make_unique<bool[]>(n);
    for (const Constraint& constraint : problem.constraints) {
      constraint.holds(x, {one.get(), n});
      std::transform(holds.begin(), holds.end(), one.get(), holds.begin(), std::logical_and<>());
    }
  };
}

Dependent dependent(const Problem& problem, Index n, const Candidates& candidates) {
  const bool constrained = !problem.constraints.empty();
  constexpr Index most = 1000000000;
  const Index tries = std::clamp<Index>(most / std::max<Index>(n, 1), 1, candidates_per_row);
  IndependentDesign design = candidates(constrained ? tries * n : n);
  const std::string fault = dependence_fault(problem, design.kind);
  expects(fault.empty(), fault);
  expects(design.points.dims == problem.dims(),
          "the problem has " + std::to_string(problem.dims()) + " inputs, the candidates " +
              std::to_string(design.points.dims) + " columns");
  design = correlated(problem, std::move(design));
  if (!constrained) {
    return {std::move(design), {}};
  }
  Accepted result = accepted(design, constraint_predicate(problem), n);
  return {std::move(result.design), result.acceptance};
}

}  // namespace uq::samplers
