#pragma once

#include "uq/core/describe.hpp"
#include "uq/core/evaluate.hpp"
#include "uq/core/missing.hpp"
#include "uq/core/ndarray.hpp"

#include <string>
#include <tuple>
#include <vector>

namespace uq::studies {

/// Facts of a design and of the outputs on its rows. They describe these rows and estimate nothing,
/// so they have no error and no interval.
struct DesignFigures {
  NdArray rows, lost_share;    ///< (q)
  NdArray lowest, highest;     ///< (q): of the values that are there; NaN where none is
  NdArray discrepancy;         ///< (): NaN where it says nothing, see `spread_undefined`
  NdArray discrepancy_random;  ///< (): root mean square of as many independent points
  NdArray min_distance;        ///< ()
  NdArray correlation;         ///< (d, d): NaN where an input does not vary
  std::vector<std::string> undefined = {};  ///< q
  std::string spread_undefined = {};

  static constexpr auto fields() {
    using D = DesignFigures;
    return std::tuple{
        result(&D::rows, "rows", "rows with a value", Unit::rows, Axis::output),
        result(&D::lost_share, "lost_share", "share of the rows without", Unit::one, Axis::output),
        result(&D::lowest, "lowest", "smallest value on the rows", Unit::output, Axis::output),
        result(&D::highest, "highest", "largest value on the rows", Unit::output, Axis::output),
        result(&D::discrepancy,
               "discrepancy",
               "centred L2 discrepancy of the rows as probabilities",
               Unit::one),
        result(&D::discrepancy_random,
               "discrepancy_random",
               "root mean square of that of as many independent points",
               Unit::one),
        result(&D::min_distance,
               "min_distance",
               "smallest distance of two rows as probabilities",
               Unit::one),
        result(&D::correlation,
               "correlation",
               "correlation of the rows as probabilities (grades)",
               Unit::one,
               Axis::input,
               Axis::input2)};
  }
};

/// Most rows whose discrepancy and smallest distance are computed: each pair of rows counts.
inline constexpr Index most_spread_rows = 10000;

/// @param points (n, d) on the unit cube @param independent whether they stand for independent
///   inputs; else discrepancy and distance are undefined
/// @cost n d^2, up to `most_spread_rows` rows also n^2 d
/// @source docs/methods/designs.md Eqs. 20, 23 and 24
DesignFigures design_figures(const UnitPoints& points,
                             bool independent,
                             const std::vector<Matrix>& y,
                             const MissingPolicy&);

}  // namespace uq::studies
