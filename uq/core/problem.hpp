#pragma once

#include "uq/core/model.hpp"
#include "uq/distributions/distribution.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace uq {

/// An input that varies: a law on one column of the model's input.
struct UncertainInput {
  std::string name;
  std::string unit;
  Index column;  ///< in Model::inputs()
  Distribution law;
  double nominal;
  std::string source;  ///< where the law's values come from, e.g. a file; empty: the study itself
};

/// A condition on the inputs, known before the model runs.
struct Constraint {
  std::string text;            ///< as the user wrote it
  std::vector<Index> columns;  ///< of the model's inputs it depends on
  /// holds[i] = whether row i of x, all inputs of the model, satisfies it. Pure, any thread.
  std::function<void(MatrixRef x, std::span<bool> holds)> holds;
};

/// What is to be studied: a model, the inputs that vary, the values of those that do not, and the
/// outputs of interest.
struct Problem {
  Model model;
  std::vector<UncertainInput> inputs;  ///< d
  Vector fixed;                ///< one value per model input; those of `inputs` are overwritten
  std::vector<Index> outputs;  ///< q positions in Model::outputs()
  Matrix correlation;  ///< (d, d) of the Gaussian copula's normal scores; empty: independent
  std::vector<Constraint> constraints;  ///< the law of the inputs is conditioned on all of them

  Index dims() const { return static_cast<Index>(inputs.size()); }
};

/// The problem with only some of its inputs uncertain: the others stay at their `fixed` values, and
/// those kept have the marginal law of the copula, which is none where they are independent.
/// @param kept positions in `inputs`, in the order they are to have
/// @throws InvalidArgument when a position is out of range or named twice.
Problem restricted(Problem problem, const std::vector<Index>& kept);

/// Conditions that depend on no uncertain input: those that hold are dropped, as they say nothing
/// any more. @return the text of the first that does not hold at the fixed values, else empty
std::string settle_constraints(Problem& problem);

}  // namespace uq
