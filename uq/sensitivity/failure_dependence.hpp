#pragma once

#include "uq/core/types.hpp"

#include <vector>

namespace uq::sensitivity {

/// Where in the range of an input failures lie, as far as ranks tell.
enum class FailureSide { low, high, middle, ends, levels };

/// Whether failure depends on each input.
struct FailureDependence {
  Vector
      p_value;  ///< (d), adjusted for d inputs (Holm); NaN: too few failures or survivors to tell
  std::vector<FailureSide> side;  ///< (d): where failures are more frequent, if they depend at all
};

/// A rank test per input of whether the failed points differ from the others: Lepage's statistic,
/// the squared standardised Wilcoxon (location) and Ansari-Bradley (spread) statistics summed, both
/// with their permutation variance under ties, against chi-squared with two degrees of freedom. For
/// inputs without an order, Pearson's chi-squared test over their levels.
/// @param x (n, d), independent rows  @param failed n
/// @param unordered d: whether the values of an input are mere names
/// @throws InvalidArgument when the sizes do not fit.
/// @cost d sorts of n values.
/// @source Lepage (1971), Biometrika 58, 213-217; Holm (1979), Scand. J. Statist. 6, 65-70;
///   docs/methods/missing-data.md Eq. 2-5.
FailureDependence failure_dependence(MatrixRef x,
                                     const std::vector<bool>& failed,
                                     const std::vector<bool>& unordered);

/// Fewest failures and fewest survivors for which the test says anything.
inline constexpr Index least_failures = 5;

}  // namespace uq::sensitivity
