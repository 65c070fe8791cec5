#pragma once

#include "studies/criteria/criterion.hpp"
#include "uq/core/problem.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// Which inputs a screen keeps: those of the rows (inputs, or groups of them) in which the
/// criterion holds for any output and setting. A row with an undefined cell is kept, as nothing
/// says that its inputs do not matter.
struct Screened {
  std::vector<std::string> kept, dropped;  ///< inputs, in the order of the problem
  std::vector<std::string> undecided;      ///< those kept because a cell is undefined
  /// Inputs of the screen that are no matter of the analysis that follows: it sweeps them, or its
  /// sample does not have them.
  std::vector<std::string> apart = {};
};

/// The same for an analysis that varies these inputs at most: all others are set apart.
Screened limited_to(Screened, const std::vector<UncertainInput>& inputs);

/// @param inputs of the screen's problem
Screened screened(const Criterion& keep,
                  const Dataset& screen,
                  const std::vector<UncertainInput>& inputs);

/// Upper bound on the share of the variance of an output that no function of the kept inputs can
/// have: the sum of the total-order indices of the dropped ones (docs/methods/criteria.md Eq. 2),
/// with the upper ends of their intervals.
struct LostVariance {
  double share, upper;  ///< NaN: no bound
  std::string why;      ///< there is no bound, else empty
};

/// @param dependent the inputs of the screen depend on each other
LostVariance lost_variance(const Dataset& screen,
                           const Screened& inputs,
                           const std::string& output,
                           bool dependent);

}  // namespace uq::studies
