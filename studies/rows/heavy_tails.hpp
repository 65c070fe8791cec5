#pragma once

#include "studies/rows/method.hpp"

#include <functional>
#include <vector>

namespace uq::studies {

/// Values beyond these tell no more of a tail than they cost.
inline constexpr Index tail_rows = 1 << 20;

/// W046 for each output that has no variance as far as its sample tells, at the setting of a sweep
/// where that is clearest.
/// @param values of output q at setting s; missing ones are left out. Called from any thread.
void warn_of_heavy_tails(AnalysisResult& out,
                         const Problem& problem,
                         Index settings,
                         const std::function<std::vector<double>(Index s, Index q)>& values);

}  // namespace uq::studies
