#pragma once

#include "studies/rows/method.hpp"

namespace uq::studies {

/// Fits a surrogate of the model to samples that are there; later analyses run on it.
Method surrogate_method(std::string_view name, std::string_view summary, std::string_view page);

}  // namespace uq::studies
