#pragma once

#include "uq/core/model.hpp"
#include "uq/distributions/distribution.hpp"

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
};

/// What is to be studied: a model, the inputs that vary, the values of those that do not, and the
/// outputs of interest.
struct Problem {
  Model model;
  std::vector<UncertainInput> inputs;  ///< d
  Vector fixed;                ///< one value per model input; those of `inputs` are overwritten
  std::vector<Index> outputs;  ///< q positions in Model::outputs()

  Index dims() const { return static_cast<Index>(inputs.size()); }
};

}  // namespace uq
