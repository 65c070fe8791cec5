#pragma once

#include "studies/rows/method.hpp"

#include <string_view>

namespace uq::studies {

/// Row of the method table for estimates from a sample that is there: of another analysis, or the
/// rows of a table.
Method given_data_method(std::string_view name, std::string_view summary, std::string_view page);

}  // namespace uq::studies
