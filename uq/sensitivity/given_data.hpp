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

/// rank: neighbours in the order of the input; binned: means over bins of the input.
enum class GivenEstimator { rank, binned };
constexpr std::array<std::string_view, 2> enum_names(GivenEstimator) {
  return {"rank", "binned"};
}

/// What was done about one input, `estimator_used`.
enum class EstimatorUsed { none, rank, binned, binned_uncorrected };
inline constexpr std::array<std::string_view, 4> estimator_used_names{
    "none", "rank", "binned", "binned_uncorrected"};

struct GivenDataOptions {
  GivenEstimator estimator = GivenEstimator::rank;
  bool regression = true;
  Index subsamples = 200;
  double confidence = 0.95;

  static constexpr auto fields() {
    using O = GivenDataOptions;
    return std::tuple{
        option(&O::estimator,
               "estimator",
               "formula of S1; binned wherever an input has ties or the points are "
               "a low-discrepancy sequence"),
        option(&O::regression, "regression", "also SRC, SRRC, PCC, PRCC with R2 and R2_rank"),
        option(&O::subsamples,
               "subsamples",
               "subsamples for the intervals of the rank estimator",
               {.lower = 50, .upper = 1e5}),
        option(&O::confidence,
               "confidence",
               "level of the intervals",
               {.lower = 0, .upper = 1, .open = true})};
  }
};

/// Why an output has no regression coefficients: rows <= d + 1, or inputs by position.
struct RegressionFault {
  bool few_rows = false;
  std::vector<Index> constant;   ///< do not vary
  std::vector<Index> collinear;  ///< are linear in the inputs before them

  bool none() const { return !few_rows && constant.empty() && collinear.empty(); }
};

/// What a sample tells of an output. NaN means undefined; `undefined`, `regression_fault` or
/// `estimator_used` then say why.
struct GivenData {
  NdArray S1, S1_ci;                              ///< (q, d), (q, d, 2)
  NdArray estimator_used;                         ///< (q, d) values of EstimatorUsed
  NdArray SRC, SRC_ci, SRRC, SRRC_ci;             ///< (q, d), (q, d, 2)
  NdArray PCC, PCC_ci, PRCC, PRCC_ci;             ///< (q, d), (q, d, 2)
  NdArray R2, R2_ci, R2_rank, R2_rank_ci;         ///< (q), (q, 2)
  NdArray correlation;                            ///< (d, d) Spearman's, of the rows whole in x
  NdArray rows;                                   ///< (q): rows used
  NdArray lost_share;                             ///< (q): share of the rows that are incomplete
  std::vector<std::string> undefined;             ///< (q): empty, or why the output has no results
  std::vector<RegressionFault> regression_fault;  ///< (q): why it has no coefficients
  std::string ci_method;

  static constexpr auto fields() {
    using R = GivenData;
    return std::tuple{
        uq::result(&R::S1,
                   "S1",
                   "first-order index Var(E[y given x]) / Var(y); with correlated inputs it "
                   "includes what x carries of the others",
                   Unit::one,
                   Axis::output,
                   Axis::input),
        uq::result(&R::S1_ci,
                   "S1_ci",
                   "interval of S1",
                   Unit::one,
                   Axis::output,
                   Axis::input,
                   Axis::bound),
        uq::result(&R::rows, "rows", "rows of the sample used", Unit::rows, Axis::output),
        uq::result(&R::lost_share,
                   "lost_share",
                   "share of the rows that are incomplete",
                   Unit::one,
                   Axis::output)};
  }
};

constexpr auto per_input(NdArray GivenData::* member, std::string_view name, std::string_view doc) {
  return uq::result(member, name, doc, Unit::one, Axis::output, Axis::input);
}
constexpr auto per_input_ci(NdArray GivenData::* member,
                            std::string_view name,
                            std::string_view doc) {
  return uq::result(member, name, doc, Unit::one, Axis::output, Axis::input, Axis::bound);
}

/// The regression's part of GivenData as fields of its own: a study may leave it out.
struct RegressionFields {
  static constexpr auto fields() {
    using R = GivenData;
    return std::tuple{
        per_input(&R::SRC, "SRC", "standardised regression coefficient"),
        per_input_ci(&R::SRC_ci, "SRC_ci", "interval of SRC"),
        per_input(&R::SRRC, "SRRC", "standardised regression coefficient of the ranks"),
        per_input_ci(&R::SRRC_ci, "SRRC_ci", "interval of SRRC"),
        per_input(&R::PCC, "PCC", "partial correlation coefficient"),
        per_input_ci(&R::PCC_ci, "PCC_ci", "interval of PCC"),
        per_input(&R::PRCC, "PRCC", "partial correlation coefficient of the ranks"),
        per_input_ci(&R::PRCC_ci, "PRCC_ci", "interval of PRCC"),
        uq::result(&R::R2,
                   "R2",
                   "share of the variance that the linear regression explains",
                   Unit::one,
                   Axis::output),
        uq::result(&R::R2_ci, "R2_ci", "interval of R2", Unit::one, Axis::output, Axis::bound),
        uq::result(&R::R2_rank,
                   "R2_rank",
                   "share of the ranks' variance that their linear regression explains",
                   Unit::one,
                   Axis::output),
        uq::result(&R::R2_rank_ci,
                   "R2_rank_ci",
                   "interval of R2_rank",
                   Unit::one,
                   Axis::output,
                   Axis::bound)};
  }
};

/// First-order indices and regression coefficients of a sample that is there, whatever it was drawn
/// for. A row with a missing input (NaN) is incomplete for every output.
/// @param x (n, d) the inputs, with any unit and any dependence
/// @param y one vector per output (n); NaN where there is no value
/// @param kind how the rows came about: neighbours on a low-discrepancy sequence are no random
///   ones, so the rank estimator does not apply there
/// @throws InvalidArgument when a shape does not fit, or n is 2^32 or more.
/// @source Gamboa et al. (2022); Saltelli, Chan, Scott (2000), ch. 6; docs/methods/given_data.md.
/// @cost O(q d n) after one sort per input
GivenData given_data(MatrixRef x,
                     const std::vector<Vector>& y,
                     PointKind kind,
                     const GivenDataOptions& options,
                     Seed seed,
                     const MissingPolicy& missing = {});

}  // namespace uq::sensitivity
