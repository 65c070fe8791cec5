#pragma once

#include "studies/rows/method.hpp"

namespace uq::studies {

/// Row of the method table: Sobol' indices on a Saltelli design.
Method sobol_method(std::string_view name, std::string_view summary, std::string_view page);

}  // namespace uq::studies
