#pragma once

#include "uq/core/describe.hpp"
#include "uq/core/missing.hpp"
#include "uq/core/morris_design.hpp"
#include "uq/core/ndarray.hpp"
#include "uq/core/seed.hpp"
#include "uq/core/warning.hpp"

#include <string>
#include <tuple>
#include <vector>

namespace uq::sensitivity {

struct MorrisOptions {
  Index resamples = 1000;
  double confidence = 0.95;
  double epsilon = 0.05;

  static constexpr auto fields() {
    return std::tuple{
        option(&MorrisOptions::resamples,
               "resamples",
               "bootstrap resamples of trajectories",
               {.lower = 100, .upper = 1e6}),
        option(&MorrisOptions::confidence,
               "confidence",
               "level of the intervals, and of a stable top",
               {.lower = 0, .upper = 1, .open = true}),
        option(&MorrisOptions::epsilon,
               "epsilon",
               "share of the largest mu_star below which an input counts as unimportant",
               {.lower = 0, .upper = 1})};
  }
};

/// Elementary effects of each output by input (or by group): figures are per unit of the scale from
/// 0 to 1, in the unit of the output. NaN means that a figure does not exist: `undefined` says why
/// for an output, `remark` for an input.
struct MorrisEffects {
  NdArray mu, mu_ci;            ///< (q, g), (q, g, 2)
  NdArray mu_star, mu_star_ci;  ///< (q, g), (q, g, 2)
  NdArray sigma, sigma_ci;      ///< (q, g), (q, g, 2)
  NdArray median, median_ci;    ///< (q, g), (q, g, 2): of the absolute effects
  NdArray dead;                 ///< (q, g): 1 where no move changed a bit of the output
  NdArray before;               ///< (q, g, g): P(mu_star of the row's input is larger); no elements
                                ///<   beyond `most_ranked` (ranking.hpp) inputs
  NdArray below;                ///< (q, g): P(mu_star < epsilon max mu_star)
  NdArray stable_top;           ///< (q)
  NdArray stable_top_share;     ///< (q)
  NdArray effects;              ///< (g): effects the design makes; 0 for an input that never moves
  NdArray step_size;            ///< (g): mean size of the steps
  NdArray rows;                 ///< (q): trajectories used
  NdArray lost_share;           ///< (q): share of the trajectories that are incomplete
  std::vector<std::string> undefined;  ///< (q)
  std::vector<std::string> reason;     ///< (q g): why figures of a cell do not exist, else empty
  std::vector<std::string> remark;     ///< (g): why figures of an input do not exist, else empty
  std::vector<double> rounding;        ///< (q): change of y that rounding alone may make
  /// (q g): half the width of the resampled mu_star of the trajectories at hand. It becomes an
  /// interval only where these are a sample, and enough; it is a yardstick for `aliased` anyway.
  std::vector<double> scatter;
  std::string ci_method;  ///< "bootstrap", or "none" of chosen trajectories
  Warnings warnings;

  static constexpr auto fields() {
    using R = MorrisEffects;
    constexpr auto output = Axis::output;
    constexpr auto input = Axis::input;
    constexpr auto bound = Axis::bound;
    constexpr auto unit = Unit::output;
    return std::tuple{
        uq::result(&R::mu_star, "mu_star", "mean absolute elementary effect", unit, output, input),
        uq::result(&R::mu_star_ci, "mu_star_ci", "interval of mu_star", unit, output, input, bound),
        uq::result(&R::mu, "mu", "mean elementary effect", unit, output, input),
        uq::result(&R::mu_ci, "mu_ci", "interval of mu", unit, output, input, bound),
        uq::result(&R::sigma,
                   "sigma",
                   "standard deviation of the elementary effects",
                   unit,
                   output,
                   input),
        uq::result(&R::sigma_ci, "sigma_ci", "interval of sigma", unit, output, input, bound),
        uq::result(&R::median, "median", "median absolute elementary effect", unit, output, input),
        uq::result(
            &R::median_ci, "median_ci", "interval of the median", unit, output, input, bound),
        uq::result(&R::dead,
                   "dead",
                   "1 where moving the input changed no bit of the output",
                   Unit::one,
                   output,
                   input),
        uq::result(&R::before,
                   "before",
                   "probability that mu_star of the first input is larger than that of the second",
                   Unit::one,
                   output,
                   input,
                   Axis::input2),
        uq::result(&R::below,
                   "below",
                   "probability that mu_star is less than epsilon times the largest",
                   Unit::one,
                   output,
                   input),
        uq::result(&R::stable_top,
                   "stable_top",
                   "largest k such that the k inputs of largest mu_star are the same with the "
                   "probability `confidence`",
                   Unit::one,
                   output),
        uq::result(
            &R::stable_top_share,
            "stable_top_share",
            "probability that the first stable_top inputs (the first one when that is 0) are "
            "the same",
            Unit::one,
            output),
        uq::result(&R::effects, "effects", "elementary effects made", Unit::rows, input),
        uq::result(&R::step_size,
                   "step_size",
                   "mean size of the steps on the scale from 0 to 1",
                   Unit::one,
                   input),
        uq::result(&R::rows, "rows", "trajectories used", Unit::rows, output),
        uq::result(&R::lost_share,
                   "lost_share",
                   "share of the trajectories that are incomplete",
                   Unit::one,
                   output)};
  }
};

/// The effects themselves: (r, g); signed for a single input that is no category, absolute for
/// groups and categories, NaN where a group did not move.
/// @param y outputs of one output variable, (r, g + 1). @throws InvalidArgument for another shape.
/// @source Morris (1991), Eq. 1; docs/methods/morris.md Eq. 1.
Matrix elementary_effects(const MorrisDesign& design, MatrixRef y);

/// Their means, spreads and medians with intervals over the trajectories. Trajectories that were
/// chosen (W075) or are too few for the level (W074) have no intervals and no order; sigma of
/// radial ones has no interval.
/// @param y one matrix per output, (r, g + 1); a trajectory with a value missing is dropped whole
///   for that output, and above the budget the output has no result (contract C7).
/// @throws InvalidArgument when a shape does not fit the design.
/// @cost resamples r 6 g flops for each output.
/// @source Campolongo, Cariboni, Saltelli (2007), Environ. Model. Softw. 22;
/// docs/methods/morris.md.
MorrisEffects morris(const MorrisDesign& design,
                     const std::vector<Matrix>& y,
                     const MorrisOptions& options,
                     Seed seed,
                     const MissingPolicy& missing = {});

/// Where the steps of the first design hide what the smaller ones of the second see: 1 where the
/// second mu_star is larger beyond the scatter of both, by a factor of more than `aliasing_factor`
/// and more than rounding, and effects have both signs (a monotone response hides nothing); NaN
/// where either has one trajectory only. @shape (q, g). @source docs/methods/morris.md Eq. 10.
inline constexpr double aliasing_factor = 1.5;
NdArray aliased(const MorrisEffects& first, const MorrisEffects& second);

/// Bytes `morris` takes at most beside its arguments, on the threads of `threads()`.
double morris_bytes(Index trajectories, Index groups, Index outputs, const MorrisOptions& options);

}  // namespace uq::sensitivity
