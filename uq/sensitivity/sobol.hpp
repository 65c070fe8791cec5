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

enum class FirstOrder { saltelli2010, jansen };
constexpr std::array<std::string_view, 2> enum_names(FirstOrder) {
  return {"saltelli2010", "jansen"};
}
enum class TotalOrder { jansen };
constexpr std::array<std::string_view, 1> enum_names(TotalOrder) {
  return {"jansen"};
}

struct SobolOptions {
  FirstOrder estimator_first = FirstOrder::saltelli2010;
  TotalOrder estimator_total = TotalOrder::jansen;
  Index resamples = 1000;
  double confidence = 0.95;

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
               "level of the intervals",
               {.lower = 0, .upper = 1, .open = true})};
  }
};

/// Variance decomposition of each output. NaN means undefined, and `undefined` then says why.
struct SobolIndices {
  NdArray S1, S1_ci;              ///< (q, d), (q, d, 2)
  NdArray ST, ST_ci;              ///< (q, d), (q, d, 2)
  NdArray mean, mean_ci;          ///< (q), (q, 2)
  NdArray variance, variance_ci;  ///< (q), (q, 2)
  NdArray dead;        ///< (q, d): 1 where changing the input never changed a bit of the output
  NdArray rows;        ///< (q): base rows used
  NdArray lost_share;  ///< (q): share of the base rows that are incomplete
  std::vector<std::string> undefined;  ///< (q): empty, or the reason why the output has no indices
  std::string ci_method;               ///< "bootstrap" or "replicates"
  Warnings warnings;

  static constexpr auto fields() {
    using R = SobolIndices;
    return std::tuple{
        uq::result(&R::S1, "S1", "first-order Sobol' index", Unit::one, Axis::output, Axis::input),
        uq::result(&R::S1_ci,
                   "S1_ci",
                   "interval of S1",
                   Unit::one,
                   Axis::output,
                   Axis::input,
                   Axis::bound),
        uq::result(&R::ST, "ST", "total-order Sobol' index", Unit::one, Axis::output, Axis::input),
        uq::result(&R::ST_ci,
                   "ST_ci",
                   "interval of ST",
                   Unit::one,
                   Axis::output,
                   Axis::input,
                   Axis::bound),
        uq::result(&R::mean, "mean", "mean over A and B", Unit::output, Axis::output),
        uq::result(&R::mean_ci,
                   "mean_ci",
                   "interval of the mean",
                   Unit::output,
                   Axis::output,
                   Axis::bound),
        uq::result(
            &R::variance, "variance", "variance over A and B", Unit::output_squared, Axis::output),
        uq::result(&R::variance_ci,
                   "variance_ci",
                   "interval of the variance",
                   Unit::output_squared,
                   Axis::output,
                   Axis::bound),
        uq::result(&R::dead,
                   "dead",
                   "1 where the input changed no bit of the output",
                   Unit::one,
                   Axis::output,
                   Axis::input),
        uq::result(&R::rows, "rows", "base rows used", Unit::rows, Axis::output),
        uq::result(&R::lost_share,
                   "lost_share",
                   "share of the base rows that are incomplete",
                   Unit::one,
                   Axis::output)};
  }
};

/// First- and total-order indices with intervals.
/// @param y one matrix per output, (n, d + 2): A, B, AB_1 … AB_d; a NaN anywhere leaves that
/// output, and
///   only that one, undefined (budget 0, contract C7).
/// @throws InvalidArgument when a shape does not fit the design.
/// @source Saltelli et al. (2010); Jansen (1999); docs/methods/sobol.md.
SobolIndices sobol(const SaltelliDesign& design,
                   const std::vector<Matrix>& y,
                   const SobolOptions& options,
                   Seed seed,
                   const MissingPolicy& missing = {});

/// Bytes `sobol` takes at most beside its arguments, for n base rows, on the threads of
/// `threads()`.
double working_bytes(Index n, Index dims, Index outputs, const SobolOptions& options);

}  // namespace uq::sensitivity
