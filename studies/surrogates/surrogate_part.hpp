#pragma once

#include "studies/store/dataset.hpp"

#include <string>

namespace uq::studies {

/// What the interval of a figure that is due to a surrogate is called.
inline constexpr const char* surrogate_part_suffix = "_ci_surrogate";

/// Whether a figure gets such an interval: those that have one for sampling, and those of methods
/// without sampling error (evaluations, and slopes between them).
bool takes_surrogate_part(const Dataset&, const Variable&);

/// The interval of a figure, without its numbers.
Variable surrogate_part_of(const Variable&);

/// Whether a result brings its own.
bool has_surrogate_part(const Dataset&);

/// Adds the dimension `bound` unless it is there.
void add_bound(Dataset&);

/// The outline of a result with the intervals that a surrogate will add to it, for criteria.
Dataset outlined_on_surrogate(Dataset outline);

}  // namespace uq::studies
