#pragma once

#include "studies/file/units.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// `value` in another unit of the same dimension: the double nearest to what its decimal digits mean
/// there, where the units differ by a power of ten; one rounding where one is a whole multiple of
/// the other.
double convert(double value, const UnitValue& from, const UnitValue& to);

/// Units people write, for "did you mean".
const std::vector<std::string>& common_units();

}  // namespace uq::studies
