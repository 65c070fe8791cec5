#pragma once

#include "studies/rows/method.hpp"

namespace uq::studies {

/// `sample`: a design and the model on it, stored for later analyses and other tools.
Method sample_method(std::string_view name, std::string_view summary, std::string_view page);

}  // namespace uq::studies
