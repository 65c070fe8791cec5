#pragma once

#include "studies/rows/method.hpp"

namespace uq::studies {

/// Row of the method table: one input at a time, elasticities, kinks, importance of stages.
Method oat_method(std::string_view name, std::string_view summary, std::string_view page);

}  // namespace uq::studies
