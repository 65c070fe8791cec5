#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "uq/core/describe.hpp"
#include "uq/core/design.hpp"
#include "uq/core/missing.hpp"
#include "uq/core/ndarray.hpp"
#include "uq/core/warning.hpp"

namespace uq::propagation {

struct BandOptions {
  std::vector<double> quantiles = {0.05, 0.25, 0.5, 0.75, 0.95};
  double confidence = 0.95;

  static constexpr auto fields() {
    return std::tuple{option(&BandOptions::quantiles, "quantiles", "probabilities of the quantiles",
                             {.lower = 0, .upper = 1, .open = true}),
                      option(&BandOptions::confidence, "confidence", "level of the intervals",
                             {.lower = 0, .upper = 1, .open = true})};
  }
};

/// Law of each output, at each swept setting. S = number of settings (1 when nothing is swept).
struct Bands {
  NdArray mean, mean_ci;              ///< (q, S), (q, S, 2)
  NdArray sd, sd_ci;                  ///< (q, S), (q, S, 2)
  NdArray quantile, quantile_ci;      ///< (q, P, S), (q, P, S, 2)
  NdArray exceedance, exceedance_ci;  ///< (q, T, S), (q, T, S, 2): P(output > threshold)
  NdArray rows;                       ///< (q, S): rows used
  NdArray lost_share;                 ///< (q, S): share of the rows that gave no value
  std::vector<std::string> undefined;  ///< (q * S): empty, or the reason why there is no result
  std::vector<std::string> moments_undefined;  ///< (q * S): why mean or sd do not exist, or empty
  std::string ci_method;               ///< e.g. "order statistics", "replicate range"
  Warnings warnings;

  static constexpr auto fields() {
    using R = Bands;
    return std::tuple{
        uq::result(&R::mean, "mean", "mean", Unit::output, Axis::output, Axis::sweep),
        uq::result(&R::mean_ci, "mean_ci", "interval of the mean", Unit::output, Axis::output, Axis::sweep,
                   Axis::bound),
        uq::result(&R::sd, "sd", "standard deviation", Unit::output, Axis::output, Axis::sweep),
        uq::result(&R::sd_ci, "sd_ci", "interval of the standard deviation", Unit::output, Axis::output,
                   Axis::sweep, Axis::bound),
        uq::result(&R::quantile, "quantile", "quantile", Unit::output, Axis::output, Axis::probability,
                   Axis::sweep),
        uq::result(&R::quantile_ci, "quantile_ci", "interval of the quantile", Unit::output, Axis::output,
                   Axis::probability, Axis::sweep, Axis::bound),
        uq::result(&R::exceedance, "exceedance", "probability that the output exceeds the threshold",
                   Unit::one, Axis::output, Axis::threshold, Axis::sweep),
        uq::result(&R::exceedance_ci, "exceedance_ci", "interval of the exceedance probability", Unit::one,
                   Axis::output, Axis::threshold, Axis::sweep, Axis::bound),
        uq::result(&R::rows, "rows", "rows used", Unit::rows, Axis::output, Axis::sweep),
        uq::result(&R::lost_share, "lost_share", "share of the rows that gave no value", Unit::one,
                   Axis::output, Axis::sweep)};
  }
};

/// Thresholds of one output; the exceedance of output k is NaN at thresholds of other outputs.
struct Threshold {
  Index output;  ///< position in the problem's outputs
  double value;  ///< in the output's unit
};

/// Mean, sd, quantiles and exceedances with intervals: exact order statistics, t and Clopper–Pearson on a
/// Monte Carlo design; on other, replicated points t over the replicates (mean, sd), their range
/// (quantiles), and Clopper–Pearson marked conservative.
/// @param y [setting][output] (n): outputs of the same design at every setting. Rows without a value
///   are dropped for that output at that setting; what is left describes the inputs' law where the
///   model has a value.
/// @throws InvalidArgument when a shape does not fit the design.
/// @source docs/methods/propagate.md.
Bands bands(const IndependentDesign& design, const std::vector<std::vector<Vector>>& y,
            const std::vector<Threshold>& thresholds, const BandOptions& options,
            const MissingPolicy& missing = {});

}  // namespace uq::propagation
