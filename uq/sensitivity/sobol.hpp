#pragma once

#include "uq/core/describe.hpp"
#include "uq/core/design.hpp"
#include "uq/core/missing.hpp"
#include "uq/core/ndarray.hpp"
#include "uq/core/seed.hpp"
#include "uq/core/warning.hpp"

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace uq::sensitivity {

/// Estimators of the first-order index, by the names of the literature; `mauntz` is the formula of
/// `saltelli2010`. `owen` needs a design with a third base.
enum class FirstOrder { saltelli2010, jansen, martinez, janon, mauntz, owen, homma };
constexpr std::array<std::string_view, 7> enum_names(FirstOrder) {
  return {"saltelli2010", "jansen", "martinez", "janon", "mauntz", "owen", "homma"};
}
enum class TotalOrder { jansen, martinez, janon, mauntz, homma };
constexpr std::array<std::string_view, 5> enum_names(TotalOrder) {
  return {"jansen", "martinez", "janon", "mauntz", "homma"};
}

/// Interval of a design without replicates: percentiles of a row bootstrap, the same corrected for
/// bias and skewness, or the delta method.
enum class SobolInterval { bootstrap, bca, asymptotic };
constexpr std::array<std::string_view, 3> enum_names(SobolInterval) {
  return {"bootstrap", "bca", "asymptotic"};
}

struct SobolOptions {
  FirstOrder estimator_first = FirstOrder::saltelli2010;
  TotalOrder estimator_total = TotalOrder::jansen;
  Index resamples = 1000;
  double confidence = 0.95;
  double epsilon = 0.01;
  SobolInterval interval = SobolInterval::bootstrap;  ///< follows the sampling's `ci` in a study

  static constexpr auto fields() {
    return std::tuple{
        option(
            &SobolOptions::estimator_first, "estimator_first", "formula of the first-order index"),
        option(
            &SobolOptions::estimator_total, "estimator_total", "formula of the total-order index"),
        option(&SobolOptions::resamples,
               "resamples",
               "bootstrap resamples",
               {.lower = 100, .upper = 1e6}),
        option(&SobolOptions::confidence,
               "confidence",
               "level of the intervals, and of a stable top",
               {.lower = 0, .upper = 1, .open = true}),
        option(&SobolOptions::epsilon,
               "epsilon",
               "total index below which an input counts as unimportant",
               {.lower = 0, .upper = 1, .open = true})};
  }
};

/// Variance decomposition of each output. f factors: inputs, or groups of them, whose S1 then is
/// the closed index of the group. NaN means undefined, and `undefined` then says why.
struct SobolIndices {
  NdArray S1, S1_ci;              ///< (q, f), (q, f, 2)
  NdArray ST, ST_ci;              ///< (q, f), (q, f, 2)
  NdArray S2, S2_ci;              ///< (q, f, f), (q, f, f, 2), NaN on the diagonal and below it;
                                  ///< no elements without second order
  NdArray mean, mean_ci;          ///< (q), (q, 2)
  NdArray variance, variance_ci;  ///< (q), (q, 2)
  /// (f), (f, 2): over all outputs that have indices, each in units of its standard deviation; no
  /// elements for a single output
  NdArray S1_aggregated, S1_aggregated_ci, ST_aggregated, ST_aggregated_ci;
  /// How sure the order by ST is; no elements with the delta method, which has no draws, and beyond
  /// `most_ranked` (ranking.hpp) factors.
  NdArray before;            ///< (q, f, f): P(ST of the row's factor is larger)
  NdArray below;             ///< (q, f): P(ST < epsilon)
  NdArray stable_top;        ///< (q): largest k whose k first factors are the same at the level
  NdArray stable_top_share;  ///< (q): probability of those, of the first one when there are none
  NdArray dead;        ///< (q, f): 1 where changing the factor never changed a bit of the output
  NdArray rows;        ///< (q): base rows used
  NdArray lost_share;  ///< (q): share of the base rows that are incomplete
  std::vector<std::string> undefined;  ///< (q): empty, or the reason why the output has no indices
  /// (q): why mean or variance, or their intervals, do not exist although the indices do; else
  /// empty
  std::vector<std::string> moments_undefined;
  std::string aggregated_undefined;  ///< why several outputs have no indices together, else empty
  std::string ci_method;             ///< "bootstrap", "bca", "asymptotic" or "replicates"
  Warnings warnings;

  static constexpr auto fields() {
    using R = SobolIndices;
    return std::tuple{
        uq::result(&R::S1,
                   "S1",
                   "first-order Sobol' index",
                   Unit::one,
                   Axis::output,
                   Axis::input,
                   Axis::sweep),
        uq::result(&R::S1_ci,
                   "S1_ci",
                   "interval of S1",
                   Unit::one,
                   Axis::output,
                   Axis::input,
                   Axis::sweep,
                   Axis::bound),
        uq::result(&R::ST,
                   "ST",
                   "total-order Sobol' index",
                   Unit::one,
                   Axis::output,
                   Axis::input,
                   Axis::sweep),
        uq::result(&R::ST_ci,
                   "ST_ci",
                   "interval of ST",
                   Unit::one,
                   Axis::output,
                   Axis::input,
                   Axis::sweep,
                   Axis::bound),
        uq::result(&R::S2,
                   "S2",
                   "second-order Sobol' index",
                   Unit::one,
                   Axis::output,
                   Axis::input,
                   Axis::input2,
                   Axis::sweep),
        uq::result(&R::S2_ci,
                   "S2_ci",
                   "interval of S2",
                   Unit::one,
                   Axis::output,
                   Axis::input,
                   Axis::input2,
                   Axis::sweep,
                   Axis::bound),
        uq::result(&R::S1_aggregated,
                   "S1_aggregated",
                   "first-order index of all outputs together, each of unit variance",
                   Unit::one,
                   Axis::input,
                   Axis::sweep),
        uq::result(&R::S1_aggregated_ci,
                   "S1_aggregated_ci",
                   "interval of S1_aggregated",
                   Unit::one,
                   Axis::input,
                   Axis::sweep,
                   Axis::bound),
        uq::result(&R::ST_aggregated,
                   "ST_aggregated",
                   "total-order index of all outputs together, each of unit variance",
                   Unit::one,
                   Axis::input,
                   Axis::sweep),
        uq::result(&R::ST_aggregated_ci,
                   "ST_aggregated_ci",
                   "interval of ST_aggregated",
                   Unit::one,
                   Axis::input,
                   Axis::sweep,
                   Axis::bound),
        uq::result(&R::mean, "mean", "mean over A and B", Unit::output, Axis::output, Axis::sweep),
        uq::result(&R::mean_ci,
                   "mean_ci",
                   "interval of the mean",
                   Unit::output,
                   Axis::output,
                   Axis::sweep,
                   Axis::bound),
        uq::result(&R::variance,
                   "variance",
                   "variance over A and B",
                   Unit::output_squared,
                   Axis::output,
                   Axis::sweep),
        uq::result(&R::variance_ci,
                   "variance_ci",
                   "interval of the variance",
                   Unit::output_squared,
                   Axis::output,
                   Axis::sweep,
                   Axis::bound),
        uq::result(&R::before,
                   "before",
                   "probability that ST of the first exceeds that of the second",
                   Unit::one,
                   Axis::output,
                   Axis::input,
                   Axis::input2,
                   Axis::sweep),
        uq::result(&R::below,
                   "below",
                   "probability that ST is below epsilon",
                   Unit::one,
                   Axis::output,
                   Axis::input,
                   Axis::sweep),
        uq::result(&R::stable_top,
                   "stable_top",
                   "most inputs, first in the order by ST, that are the same at the level",
                   Unit::one,
                   Axis::output,
                   Axis::sweep),
        uq::result(
            &R::stable_top_share,
            "stable_top_share",
            "probability that the first stable_top inputs (the first one when that is 0) are "
            "those of the estimates",
            Unit::one,
            Axis::output,
            Axis::sweep),
        uq::result(&R::dead,
                   "dead",
                   "1 where the input changed no bit of the output",
                   Unit::one,
                   Axis::output,
                   Axis::input,
                   Axis::sweep),
        uq::result(&R::rows, "rows", "base rows used", Unit::rows, Axis::output, Axis::sweep),
        uq::result(&R::lost_share,
                   "lost_share",
                   "share of the base rows that are incomplete",
                   Unit::one,
                   Axis::output,
                   Axis::sweep)};
  }
};

/// First-, total- and, on a second-order design, second-order indices with intervals.
/// @param y one matrix per output, (n, design.blocks()). Base rows in which any block is missing
///   (NaN) are dropped whole, per output; above the budget of `missing` the output is undefined.
/// @throws InvalidArgument when a shape does not fit the design.
/// @source Saltelli et al. (2010), Jansen (1999), Saltelli (2002) …; docs/methods/sobol.md.
SobolIndices sobol(const SaltelliDesign& design,
                   const std::vector<Matrix>& y,
                   const SobolOptions& options,
                   Seed seed,
                   const MissingPolicy& missing = {});

/// Bytes `sobol` takes at most beside its arguments on the threads of `threads()`, for a design of
/// which only the shape counts.
double working_bytes(const SaltelliDesign& design, Index outputs, const SobolOptions& options);

}  // namespace uq::sensitivity
