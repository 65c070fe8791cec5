#pragma once

#include "studies/rows/method.hpp"

#include <string_view>
#include <vector>

namespace uq::studies {

/// The whole list of methods; the only place that knows their names.
const std::vector<Method>& methods();

/// The row of that name, or null.
const Method* find_method(std::string_view name);

}  // namespace uq::studies
