#pragma once

#include "perfmodels/known/cases.hpp"
#include "uq/core/design.hpp"
#include "uq/core/problem.hpp"
#include "uq/core/seed.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace uq::test {

/// A known function as a problem, and points to fit it at.
struct Known {
  Problem problem;
  perfmodels::ExactIndices truth;
  Index output = 0;  ///< of the model

  Index dims() const { return problem.dims(); }
  std::vector<std::string> names() const;
  /// The output at points x (n, d).
  Vector values(MatrixRef x) const;
};

/// A case of `known_cases` by its name.
Known known(const std::string& name);

/// Any function of independent inputs with these laws; `truth` is left to the caller.
Known function_of(std::vector<Distribution> laws, std::function<double(const Vector&)> value);

/// Points of the unit cube mapped to independent inputs.
Matrix physical(const Problem&, const UnitPoints&);
Matrix monte_carlo(const Problem&, Index n, Seed);
Matrix latin(const Problem&, Index n, Seed);
Matrix sobol(const Problem&, Index n, Seed);

}  // namespace uq::test
