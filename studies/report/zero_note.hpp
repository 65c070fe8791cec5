#pragma once

#include "studies/store/dataset.hpp"

#include <string>

namespace uq::studies {

/// What to make of intervals of indices that hold 0 and of negative estimates, a sentence; empty when
/// there are none.
std::string zero_note(const Dataset& dataset);

}  // namespace uq::studies
