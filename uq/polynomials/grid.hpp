#pragma once

#include "uq/core/types.hpp"
#include "uq/polynomials/multi_index.hpp"
#include "uq/polynomials/rules.hpp"

#include <vector>

namespace uq {

/// One tensor product of rules within a grid.
struct GridPart {
  double coefficient = 1;        ///< with which its integral counts
  std::vector<Index> variables;  ///< those at a level above 0; all others are at level 0
  std::vector<Index> levels;     ///< of `variables`
  std::vector<Index> points;     ///< rows of the grid; the first of `variables` is the fastest
};

/// Points with weights whose sum over a function's values is about its mean under the inputs' law,
/// and the tensor products the sum is made of. Weights of a sparse grid may be negative.
/// @source Smolyak (1963), Dokl. Akad. Nauk SSSR 148; docs/methods/designs.md Eq. 40, 41.
struct QuadratureGrid {
  Matrix t;                       ///< (n, d) in the variables of the coordinates
  Vector weights;                 ///< (n), sum 1
  std::vector<RuleLevels> rules;  ///< (d)
  std::vector<GridPart> parts;    ///< coefficients sum to 1; one for a tensor grid
};

}  // namespace uq
