#pragma once

#include "studies/file/units.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// `value` in another unit of the same dimension; exact where both are whole multiples of a power
/// of ten or two of each other.
double convert(double value, const UnitValue& from, const UnitValue& to);

/// Units people write, for "did you mean".
const std::vector<std::string>& common_units();

}  // namespace uq::studies
