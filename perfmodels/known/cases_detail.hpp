#pragma once

#include "perfmodels/known/cases.hpp"

#include <string_view>
#include <vector>

namespace uq::perfmodels::known {

/// Truth of a case without closed form. @throws InvalidArgument when there is no such case.
struct Tabulated {
  ExactIndices truth;
  double tolerance;
};
Tabulated tabulated(std::string_view name);

/// Quantiles of a case; none when they are not known.
std::vector<KnownQuantile> quantiles_of(std::string_view name);

}  // namespace uq::perfmodels::known
