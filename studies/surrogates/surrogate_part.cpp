#include "studies/surrogates/surrogate_part.hpp"

#include "studies/report/view.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace uq::studies {

bool takes_surrogate_part(const Dataset& dataset, const Variable& variable) {
  static const std::set<std::string> evaluated{
      "y_nominal", "y_low", "y_high", "sweep_y", "elasticity", "elasticity_low", "elasticity_high"};
  return !is_text(variable) && variable.storage == Storage::float64 &&
         !has_dim(variable, "bound") && !has_dim(variable, "checkpoint") &&
         (dataset.variable(variable.name + "_ci") != nullptr || evaluated.contains(variable.name));
}

Variable surrogate_part_of(const Variable& of) {
  Variable variable{.name = of.name + surrogate_part_suffix,
                    .dims = of.dims,
                    .units = of.units,
                    .long_name = "interval of " + of.name + ": the surrogate's part"};
  variable.dims.emplace_back("bound");
  variable.data.shape = of.data.shape;
  variable.data.shape.push_back(2);
  return variable;
}

bool has_surrogate_part(const Dataset& dataset) {
  return std::any_of(dataset.variables.begin(), dataset.variables.end(), [](const auto& variable) {
    return variable.name.ends_with(surrogate_part_suffix);
  });
}

void add_bound(Dataset& dataset) {
  if (dataset.dim("bound") == nullptr) {
    dataset.dims.push_back(
        {.name = "bound", .labels = {"lo", "hi"}, .size = 2, .long_name = "bound of the interval"});
  }
}

Dataset outlined_on_surrogate(Dataset outline) {
  if (has_surrogate_part(outline)) {
    return outline;
  }
  std::vector<Variable> parts;
  for (const Variable& variable : outline.variables) {
    if (takes_surrogate_part(outline, variable)) {
      parts.push_back(surrogate_part_of(variable));
    }
  }
  if (!parts.empty()) {
    add_bound(outline);
  }
  outline.variables.insert(outline.variables.end(), parts.begin(), parts.end());
  return outline;
}

}  // namespace uq::studies
