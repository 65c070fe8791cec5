#pragma once

#include "studies/rows/method.hpp"

namespace uq::studies {

/// Row of the method table: trajectories, elementary effects, the check of their step, how sure the
/// order of the inputs is.
Method morris_method(std::string_view name, std::string_view summary, std::string_view page);

}  // namespace uq::studies
