#pragma once

#include "surrogates/pce.hpp"
#include "uq/core/describe.hpp"
#include "uq/core/grouping.hpp"
#include "uq/core/ndarray.hpp"

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace uq::surrogates {

struct PceIndicesOptions {
  bool second_order = false;
  double confidence = 0.95;
  double epsilon = 0.01;

  static constexpr auto fields() {
    using O = PceIndicesOptions;
    return std::tuple{option(&O::second_order, "second_order", "indices of pairs as well"),
                      option(&O::confidence,
                             "confidence",
                             "level of the intervals, and of a stable top",
                             {.lower = 0, .upper = 1, .open = true}),
                      option(&O::epsilon,
                             "epsilon",
                             "total index below which an input counts as unimportant",
                             {.lower = 0, .upper = 1, .open = true})};
  }
};

/// Variance decomposition of each output in closed form from the coefficients of its expansion.
/// f factors: inputs, or groups of them, whose S1 then is the closed index of the group. NaN means
/// undefined, and `undefined` then says why. There is no sampling error: all of an interval is the
/// surrogate's part. Intervals are NaN for expansions without replicates.
struct PceIndices {
  NdArray S1, S1_ci;              ///< (q, f), (q, f, 2)
  NdArray ST, ST_ci;              ///< (q, f), (q, f, 2)
  NdArray S2, S2_ci;              ///< (q, f, f), (q, f, f, 2), NaN on the diagonal and below it;
                                  ///< no elements without second order
  NdArray mean, mean_ci;          ///< (q), (q, 2)
  NdArray variance, variance_ci;  ///< (q), (q, 2)
  NdArray before;                 ///< (q, f, f): P(ST of the row's factor is larger)
  NdArray below;                  ///< (q, f): P(ST < epsilon)
  NdArray stable_top;        ///< (q): largest k whose k first factors are the same at the level
  NdArray stable_top_share;  ///< (q): probability of those, of the first one when there are none
  NdArray dead;              ///< (q, f): 1 where no term has the factor
  std::vector<std::string> undefined;  ///< (q): empty, or the reason why there are no indices

  static constexpr auto fields() {
    using R = PceIndices;
    constexpr auto per_output =
        [](NdArray R::* member, std::string_view name, std::string_view doc, Unit unit) {
          return uq::result(member, name, doc, unit, Axis::output);
        };
    constexpr auto ci =
        [](NdArray R::* member, std::string_view name, std::string_view doc, Unit unit) {
          return uq::result(member, name, doc, unit, Axis::output, Axis::bound);
        };
    constexpr auto per_input =
        [](NdArray R::* member, std::string_view name, std::string_view doc) {
          return uq::result(member, name, doc, Unit::one, Axis::output, Axis::input);
        };
    constexpr auto per_input_ci =
        [](NdArray R::* member, std::string_view name, std::string_view doc) {
          return uq::result(member, name, doc, Unit::one, Axis::output, Axis::input, Axis::bound);
        };
    return std::tuple{
        per_input(&R::S1, "S1", "first-order Sobol' index"),
        per_input_ci(&R::S1_ci, "S1_ci_surrogate", "interval of S1, the surrogate's error"),
        per_input(&R::ST, "ST", "total-order Sobol' index"),
        per_input_ci(&R::ST_ci, "ST_ci_surrogate", "interval of ST, the surrogate's error"),
        uq::result(&R::S2,
                   "S2",
                   "second-order Sobol' index",
                   Unit::one,
                   Axis::output,
                   Axis::input,
                   Axis::input2),
        uq::result(&R::S2_ci,
                   "S2_ci_surrogate",
                   "interval of S2, the surrogate's error",
                   Unit::one,
                   Axis::output,
                   Axis::input,
                   Axis::input2,
                   Axis::bound),
        per_output(&R::mean, "mean", "mean of the expansion", Unit::output),
        ci(&R::mean_ci,
           "mean_ci_surrogate",
           "interval of the mean, the surrogate's error",
           Unit::output),
        per_output(&R::variance, "variance", "variance of the expansion", Unit::output_squared),
        ci(&R::variance_ci,
           "variance_ci_surrogate",
           "interval of the variance, the surrogate's error",
           Unit::output_squared),
        uq::result(&R::before,
                   "before",
                   "probability that ST of the first exceeds that of the second",
                   Unit::one,
                   Axis::output,
                   Axis::input,
                   Axis::input2),
        per_input(&R::below, "below", "probability that ST is below epsilon"),
        per_output(&R::stable_top,
                   "stable_top",
                   "most inputs, first in the order by ST, that are the same at the level",
                   Unit::one),
        per_output(&R::stable_top_share,
                   "stable_top_share",
                   "probability that the first stable_top inputs (the first one when that is 0) "
                   "are those of the estimates",
                   Unit::one),
        per_input(&R::dead, "dead", "1 where no term of the expansion has the input")};
  }
};

/// @param factors a partition of the inputs: `one_each` for the inputs themselves
/// @throws InvalidArgument when the factors are no partition, or the inputs are dependent: the
///   variables of such an expansion belong to no input alone.
/// @source Sudret (2008), Reliab. Eng. Syst. Saf. 93; docs/methods/pce.md Eq. 17 to 21.
/// @cost O(P (d + f^2)) per output and replicate
PceIndices pce_indices(const std::vector<Pce>& outputs,
                       const Grouping& factors,
                       const PceIndicesOptions& options = {});

}  // namespace uq::surrogates
