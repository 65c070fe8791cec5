#pragma once

#include "studies/rows/method.hpp"

namespace uq::studies {

/// Row of the method table: sampling, the law of each output, over a sweep when asked.
Method propagate_method(std::string_view name, std::string_view summary, std::string_view page);

}  // namespace uq::studies
