#pragma once

#include "uq/sensitivity/elasticity_detail.hpp"
#include "uq/sensitivity/kink_detail.hpp"

#include <vector>

namespace uq::sensitivity::detail {

/// Where an input is looked at besides searches: low, high and the sweep, or every category.
struct Stops {
  std::vector<double> ends;   ///< {low, high}, or all other categories
  std::vector<double> sweep;  ///< ascending; may be shorter than `points` on a grid
};
Stops stops(const OatInput& input, Index points);
/// Extent of the axis `point`.
Index sweep_length(const std::vector<OatInput>& inputs, Index points);

/// Arrays of the right shapes, all NaN.
OatResult empty_oat(Index outputs, Index inputs, Index points);

/// What searches found of one input and output.
void write_elasticities(OatResult& result, Index cell, const Elasticities& found);
void write_breaks(OatResult& result, Index cell, const Breaks& found, const OatInput& input);
/// y_low, y_high, the sweep, dead.
void write_stops(OatResult& result,
                 Index output,
                 Index i,
                 const OatInput& input,
                 const Stops& at,
                 const Line& line);
/// Adds to the reasons of a cell.
void explain(OatResult& result, Index cell, const std::string& reason);

}  // namespace uq::sensitivity::detail
