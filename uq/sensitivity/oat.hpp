#pragma once

#include "uq/core/describe.hpp"
#include "uq/core/missing.hpp"
#include "uq/core/ndarray.hpp"
#include "uq/core/types.hpp"
#include "uq/core/warning.hpp"

#include <functional>
#include <string>
#include <tuple>
#include <vector>

namespace uq::sensitivity {

struct OatOptions {
  double step = 0.1;
  std::vector<double> quantiles = {};  ///< empty, or two: then `step` is not used
  Index points = 2;
  bool elasticities = true;
  bool kinks = true;

  static constexpr auto fields() {
    return std::tuple{
        option(&OatOptions::step,
               "step",
               "step down and up, as a share of the nominal value",
               {.lower = 0, .upper = 1, .open = true}),
        option(&OatOptions::quantiles,
               "quantiles",
               "instead of a step: two probabilities of each input's law, e.g. [0.05, 0.95]",
               {.lower = 0, .upper = 1, .open = true}),
        option(&OatOptions::points,
               "points",
               "points of the sweep from low to high",
               {.lower = 2, .upper = 1000}),
        option(&OatOptions::elasticities,
               "elasticities",
               "whether to differentiate at the nominal point"),
        option(&OatOptions::kinks,
               "kinks",
               "whether to search for kinks, jumps and changes of regime")};
  }
};

/// How one input moves: from its nominal value down to `low` and up to `high`, either of which is
/// the nominal value itself where there is no room on that side.
struct OatInput {
  double nominal = 0, low = 0, high = 0;
  bool whole = false;               ///< moves on the integers
  std::vector<double> values = {};  ///< moves on these only, ascending; empty: no such list
  bool ordered = true;              ///< false: categories, which have no below and above

  bool on_grid() const { return whole || !values.empty(); }
};

/// Outputs at points given in the units of the inputs.
/// @shape x (n, d); returns (n, columns): the outputs of interest, then the categorical ones that
/// tell the regime, then any others. NaN where there is no value. Must be a pure function of a row.
using PointModel = std::function<Matrix(const Matrix& x)>;

/// What the columns of a `PointModel` are.
struct OatColumns {
  Index outputs = 0;
  Index regimes = 0;
};

/// What each input does alone, all others at their nominal values. NaN means no value; `undefined`
/// and `reason` then say why. A derivative's error is a bound by two step sizes and rounding, not a
/// confidence interval: there is nothing random in it.
struct OatResult {
  NdArray y_nominal;            ///< (q)
  NdArray x_nominal;            ///< (d)
  NdArray x_low, x_high;        ///< (d): NaN for categories, which `x_at_low` places
  NdArray y_low, y_high;        ///< (q, d): of categories the smallest and the largest output
  NdArray x_at_low, x_at_high;  ///< (q, d): where y_low and y_high were taken
  NdArray sweep_x;              ///< (d, k)
  NdArray sweep_y;              ///< (q, d, k)
  NdArray elasticity, elasticity_error;            ///< (q, d): d ln y / d ln x
  NdArray elasticity_low, elasticity_low_error;    ///< (q, d): below the nominal value
  NdArray elasticity_high, elasticity_high_error;  ///< (q, d): above it
  NdArray kink;                       ///< (q, d): 1 where the slope changes abruptly, else 0
  NdArray kink_at;                    ///< (q, d): the kink nearest to the nominal value
  NdArray kink_at_low, kink_at_high;  ///< (q, d): the first kink on each side
  NdArray kink_change;                ///< (q, d): change of the elasticity at kink_at, upwards in x
  NdArray jump, jump_at;  ///< (q, d): the jump nearest to the nominal value, upwards in x
  NdArray regime_at_low, regime_at_high;  ///< (d): first change of a regime on each side
  NdArray dead;                           ///< (q, d): 1 where no point asked for changed its bits
  /// (q): of the evaluations the output's own searches asked for, those with a value, and the share
  /// of those without
  NdArray rows, lost_share;
  std::vector<std::string> undefined;  ///< (q): empty, or why the output has no result
  std::vector<std::string> reason;     ///< (q, d): why figures of a cell have no value, else empty
  /// (d): the change at regime_at_low and regime_at_high, as {column, before, after} of the regime
  struct RegimeChange {
    Index column = -1;  ///< -1: none
    double before = 0, after = 0;
  };
  std::vector<RegimeChange> regime_low, regime_high;
  Matrix corners;         ///< all columns at the nominal point, then at each low and high
  Index evaluations = 0;  ///< distinct points evaluated
  Warnings warnings;

  static constexpr auto fields() {
    using R = OatResult;
    constexpr auto q = Axis::output;
    constexpr auto d = Axis::input;
    constexpr auto k = Axis::point;
    using U = Unit;
    return std::tuple{
        uq::result(&R::y_nominal, "y_nominal", "output at the nominal point", U::output, q),
        uq::result(&R::x_nominal, "x_nominal", "nominal value", U::input, d),
        uq::result(&R::x_low, "x_low", "value stepped down to", U::input, d),
        uq::result(&R::x_high, "x_high", "value stepped up to", U::input, d),
        uq::result(&R::y_low, "y_low", "output at x_low", U::output, q, d),
        uq::result(&R::y_high, "y_high", "output at x_high", U::output, q, d),
        uq::result(&R::x_at_low, "x_at_low", "where y_low was taken", U::input, q, d),
        uq::result(&R::x_at_high, "x_at_high", "where y_high was taken", U::input, q, d),
        uq::result(&R::sweep_x, "sweep_x", "points of the sweep", U::input, d, k),
        uq::result(&R::sweep_y, "sweep_y", "output along the sweep", U::output, q, d, k),
        uq::result(&R::elasticity, "elasticity", "d ln y / d ln x at nominal", U::one, q, d),
        uq::result(&R::elasticity_error,
                   "elasticity_error",
                   "numerical error of elasticity, estimated",
                   U::one,
                   q,
                   d),
        uq::result(&R::elasticity_low, "elasticity_low", "elasticity below nominal", U::one, q, d),
        uq::result(&R::elasticity_low_error,
                   "elasticity_low_error",
                   "numerical error of elasticity_low, estimated",
                   U::one,
                   q,
                   d),
        uq::result(
            &R::elasticity_high, "elasticity_high", "elasticity above nominal", U::one, q, d),
        uq::result(&R::elasticity_high_error,
                   "elasticity_high_error",
                   "numerical error of elasticity_high, estimated",
                   U::one,
                   q,
                   d),
        uq::result(&R::kink,
                   "kink",
                   "1 where the slope changes abruptly between low and high",
                   U::one,
                   q,
                   d),
        uq::result(&R::kink_at, "kink_at", "the kink nearest to nominal", U::input, q, d),
        uq::result(&R::kink_at_low, "kink_at_low", "the first kink below", U::input, q, d),
        uq::result(&R::kink_at_high, "kink_at_high", "the first kink above", U::input, q, d),
        uq::result(&R::kink_change,
                   "kink_change",
                   "change of the elasticity at kink_at, upwards in x",
                   U::one,
                   q,
                   d),
        uq::result(
            &R::jump, "jump", "jump of the output at jump_at, upwards in x", U::output, q, d),
        uq::result(&R::jump_at, "jump_at", "the jump nearest to nominal", U::input, q, d),
        uq::result(&R::regime_at_low,
                   "regime_at_low",
                   "first change of a regime below nominal",
                   U::input,
                   d),
        uq::result(&R::regime_at_high,
                   "regime_at_high",
                   "first change of a regime above nominal",
                   U::input,
                   d),
        uq::result(
            &R::dead, "dead", "1 where the input changed no bit of the output", U::one, q, d),
        uq::result(&R::rows, "rows", "evaluations with a value", U::rows, q),
        uq::result(&R::lost_share, "lost_share", "share of the evaluations without", U::one, q)};
  }
};

/// Moves one input at a time. Evaluates in rounds, each of them one call of `model` with every
/// point that is needed next.
/// @param inputs d, see `oat_inputs`
/// @param missing its unit is one evaluation; a cell needs only the points of its own
/// @throws InvalidArgument when an option or an input is out of its range.
/// @cost `oat_evaluations` calls at most, as many doubles per column.
/// @source docs/methods/oat.md; Ridders (1982), Adv. Eng. Softw. 4, for the step control.
OatResult oat(const PointModel& model,
              const std::vector<OatInput>& inputs,
              const OatColumns& columns,
              const OatOptions& options,
              const MissingPolicy& missing = {});

/// Upper bound of the evaluations `oat` needs; how many it takes depends on the model.
double oat_evaluations(const std::vector<OatInput>& inputs,
                       const OatColumns& columns,
                       const OatOptions& options);

}  // namespace uq::sensitivity
