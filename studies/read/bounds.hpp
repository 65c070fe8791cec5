#pragma once

#include "uq/core/variable.hpp"
#include "uq/distributions/distribution.hpp"

#include <string>

namespace uq::studies {

/// "`eta` = 1.2 lies outside the model's bounds (0, 1]"; empty when it lies inside.
std::string outside_bounds(const InputVariable& input, double value);

/// "(0, 1]", "[1, inf)" with the input's unit.
std::string bounds_text(const InputVariable& input);

/// Whether the law can give values the model does not accept.
bool reaches_outside(const InputVariable& input, const Distribution& law);

}  // namespace uq::studies
