#pragma once

#include "uq/core/describe.hpp"
#include "uq/core/ndarray.hpp"
#include "uq/core/types.hpp"

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace uq::sensitivity {

/// How a total follows from its stages.
enum class Composition { unknown, sum, maximum };
constexpr std::array<std::string_view, 3> enum_names(Composition) {
  return {"unknown", "sum", "maximum"};
}

/// A total and the parts it is made of, as columns of a matrix of outputs. A part may itself have
/// parts.
struct StageNode {
  Index column = -1;
  std::vector<StageNode> parts = {};
};

/// Relative changes by which a stage is scaled, both signs.
inline constexpr std::array<double, 10> stage_deltas{
    -0.5, -0.2, -0.1, -0.05, -0.01, 0.01, 0.05, 0.1, 0.2, 0.5};

/// What a total T gains when one stage t_s alone takes 1 + delta times as long, by the composition
/// rule of its stages. Exact for that rule: no model is evaluated, so there is no error to
/// estimate.
struct StageImportance {
  NdArray stage_time;         ///< (q, s): nominal
  NdArray stage_share;        ///< (q, s): t_s / T; shares of parallel stages sum to more than 1
  NdArray stage_change;       ///< (q, s, delta): I_s = [T(t_s (1 + delta)) - T] / T
  NdArray stage_elasticity;   ///< (q, s, delta): I_s / delta
  NdArray stage_breakpoint;   ///< (q, s): the delta at which E_s changes; NaN: none
  NdArray stage_criticality;  ///< (q, s): share of the points at which the stage decides the total
  NdArray stage_sum;          ///< (q): sum of the elasticities for small growth; 1 in series
  NdArray stage_overlap;      ///< (q): sum of the shares less 1: time that passes unseen
  std::vector<std::string> composition;   ///< (q): "sum", "maximum", "sum of maxima" …
  std::vector<std::string> stage_reason;  ///< (q): why there are no figures, else empty

  static constexpr auto fields() {
    using R = StageImportance;
    constexpr auto q = Axis::output;
    constexpr auto s = Axis::stage;
    return std::tuple{
        uq::result(&R::stage_time, "stage_time", "nominal time of the stage", Unit::output, q, s),
        uq::result(&R::stage_share, "stage_share", "its share of the total", Unit::one, q, s),
        uq::result(&R::stage_change,
                   "stage_change",
                   "relative change of the total when the stage takes 1 + delta times as long",
                   Unit::one,
                   q,
                   s,
                   Axis::delta),
        uq::result(&R::stage_elasticity,
                   "stage_elasticity",
                   "stage_change over delta",
                   Unit::one,
                   q,
                   s,
                   Axis::delta),
        uq::result(&R::stage_breakpoint,
                   "stage_breakpoint",
                   "the delta at which the elasticity changes",
                   Unit::one,
                   q,
                   s),
        uq::result(&R::stage_criticality,
                   "stage_criticality",
                   "share of the points of this analysis at which the stage decides the total",
                   Unit::one,
                   q,
                   s),
        uq::result(
            &R::stage_sum, "stage_sum", "sum of the elasticities for small growth", Unit::one, q),
        uq::result(&R::stage_overlap, "stage_overlap", "sum of the shares less 1", Unit::one, q)};
  }
};

/// Importance of each leaf of each total. The rule of each node is the one that holds at every
/// point to within rounding: the sum of its parts, or their maximum; neither: no figures, and the
/// reason.
/// @param totals q trees; one without parts has no stages
/// @param stages the columns the axis `stage` stands for
/// @param y outputs, one row per point, the nominal one first; rows with missing values are left
/// out
/// @source docs/methods/oat.md Eq. 11–15.
StageImportance stage_importance(const std::vector<StageNode>& totals,
                                 const std::vector<Index>& stages,
                                 const Matrix& y);

}  // namespace uq::sensitivity
