#pragma once

#include "studies/store/dataset.hpp"

#include <vector>

namespace uq::studies {

/// Widens the surrogate's part of intervals by what no refit shows: the variance m that the
/// surrogate misses. Of a figure in a result on it: a share of the variance can have none of m, or
/// all; a variance lacks up to m; a quantile lies up to (V + m)^1/2 / V^1/2 times as far from the
/// mean. docs/methods/surrogate.md Eq. 5.
/// @param missed per output of the dataset, in its unit squared; NaN: not known, nothing is widened
void widen_by_missed_variance(Dataset&, const std::vector<double>& missed);

}  // namespace uq::studies
