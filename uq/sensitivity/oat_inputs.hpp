#pragma once

#include "uq/core/problem.hpp"
#include "uq/core/warning.hpp"
#include "uq/sensitivity/oat.hpp"

#include <string>
#include <vector>

namespace uq::sensitivity {

/// How the inputs of a problem move, and what its reader must know of it.
struct OatMoves {
  std::vector<OatInput> inputs;
  Warnings warnings;
  std::string fault;  ///< not empty: the problem cannot be moved from its nominal point
};

/// Where each input steps to: by `step` of its nominal value, or to two quantiles of its law;
/// within the model's bounds, the law's support and the problem's conditions. A nominal value of 0
/// has no share of itself: the step is then that share of the width between the law's 5 % and 95 %
/// quantiles. Integers move on integers, discrete laws to their neighbouring values, categories to
/// all others.
/// @source docs/methods/oat.md Eq. 1–3.
OatMoves oat_inputs(const Problem& problem, const OatOptions& options);

}  // namespace uq::sensitivity
