#pragma once

#include "perfmodels/known/cases.hpp"

#include <string_view>
#include <vector>

namespace uq::perfmodels::known {

/// Tolerance of closed forms in double precision, last digits of estimates that meet them included.
inline constexpr double closed_form = 1e-13;

/// Truth of a case without closed form. @throws InvalidArgument when there is no such case.
struct Tabulated {
  ExactIndices truth;
  double tolerance;
};
Tabulated tabulated(std::string_view name);

/// Quantiles of a case; none when they are not known.
std::vector<KnownQuantile> quantiles_of(std::string_view name);

/// The cases of formulas from engineering; `known_cases` has them all.
std::vector<KnownCase> engineering_cases();

}  // namespace uq::perfmodels::known
