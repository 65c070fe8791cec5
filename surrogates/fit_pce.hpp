#pragma once

#include "surrogates/pce.hpp"
#include "uq/core/describe.hpp"
#include "uq/core/missing.hpp"
#include "uq/core/ndarray.hpp"
#include "uq/core/problem.hpp"
#include "uq/core/seed.hpp"

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace uq::surrogates {

/// How the terms of an expansion are found: by least-angle regression, by orthogonal matching
/// pursuit, or all of a truncation by least squares.
enum class PceTerms { lars, omp, ls };
constexpr std::array<std::string_view, 3> enum_names(PceTerms) {
  return {"lars", "omp", "ls"};
}

/// Where the errors come from that are reported: each point predicted without it in closed form,
/// each fold without it, or points kept out of the fit.
enum class Validation { loo, folds, holdout };
constexpr std::array<std::string_view, 3> enum_names(Validation) {
  return {"loo", "folds", "holdout"};
}

struct PceOptions {
  PceTerms fit = PceTerms::lars;
  Index degree = 10;
  bool adaptive = true;
  std::vector<double> q = {0.5, 0.75, 1};
  Index interaction = 0;
  std::vector<double> weights = {};
  Index max_terms = 3000;
  Validation validation = Validation::loo;
  Index folds = 10;
  double holdout = 0.2;
  Index replicates = 200;
  std::vector<char> log = {};  ///< (outputs): whether ln y is expanded; empty: none. Not a key.

  static constexpr auto fields() {
    using O = PceOptions;
    return std::tuple{
        option(&O::fit, "fit", "how terms are found: LARS, matching pursuit, all by least squares"),
        option(&O::degree,
               "degree",
               "highest degree; the degree itself when not adaptive",
               {.lower = 1, .upper = 50}),
        option(
            &O::adaptive, "adaptive", "choose degree and q by the corrected leave-one-out error"),
        option(&O::q,
               "q",
               "norms of the truncation to choose from, 1: total degree; the last one when not "
               "adaptive",
               {.lower = 0.1, .upper = 1}),
        option(&O::interaction,
               "interaction",
               "most inputs in one term; 0: any number",
               {.lower = 0, .upper = 1000}),
        option(&O::weights,
               "weights",
               "of the inputs' degrees, one each: an input of weight 2 gets half the degree",
               {.lower = 1, .upper = 50}),
        option(&O::max_terms,
               "max_terms",
               "most terms of a truncation",
               {.lower = 2, .upper = 100000}),
        option(&O::validation, "validation", "where the reported errors come from"),
        option(&O::folds, "folds", "parts of a cross-validation", {.lower = 2, .upper = 1000}),
        option(&O::holdout,
               "holdout",
               "share of the points kept out of the fit to measure its errors",
               {.lower = 0, .upper = 0.9, .open = true}),
        option(&O::replicates,
               "replicates",
               "refits for the surrogate's part of intervals; 0: none",
               {.lower = 0, .upper = 10000})};
  }
};

/// Expansions of all outputs and what is known of their errors. NaN means undefined; `undefined`
/// then says why. Errors are those of predictions of points that the fit has not seen.
struct PceFit {
  std::vector<Pce> outputs;  ///< (q); without terms where undefined
  NdArray q2;                ///< (q): 1 - mean squared error / variance (ddof 1) of the outputs
  NdArray corrected_q2;      ///< (q): 1 - corrected leave-one-out error (docs Eq. 8)
  NdArray rmse;              ///< (q)
  NdArray mape;              ///< (q): mean of |error / y|; NaN where a y is 0
  NdArray ape_p95, ape_max;  ///< (q): 95th percentile (Hazen) and largest of |error / y|
  NdArray mean, variance;    ///< (q): of the expansion; NaN of ln y's expansions: sample them
  NdArray terms;             ///< (q): terms with a coefficient, the constant included
  NdArray candidates;        ///< (q): terms of the truncation chosen
  NdArray degree, q_norm;    ///< (q): of the truncation chosen
  NdArray rows, lost_share;  ///< (q): points with an output; share of those without
  NdArray y_pred;            ///< (n, q): prediction behind the errors; NaN: none (not kept out)
  NdArray kept_out;          ///< (n, q): 1 where the point was kept out of the fit (holdout)
  std::vector<std::string> undefined;   ///< (q): empty, or why the output has no expansion
  std::vector<std::string> validation;  ///< (q): where the errors come from, e.g. "leave-one-out"
  std::vector<char> few_points;         ///< (q): fewer than two points a term (contract C4)

  static constexpr auto fields() {
    using R = PceFit;
    constexpr auto per_output = [](NdArray R::* member,
                                   std::string_view name,
                                   std::string_view doc,
                                   Unit unit = Unit::one) {
      return uq::result(member, name, doc, unit, Axis::output);
    };
    return std::tuple{
        per_output(&R::q2, "q2", "share of the variance that predictions of unseen points explain"),
        per_output(&R::corrected_q2, "corrected_q2", "q2 corrected for few points, for the choice"),
        per_output(&R::rmse, "rmse", "root mean squared error of unseen points", Unit::output),
        per_output(&R::mape, "mape", "mean relative error of unseen points"),
        per_output(&R::ape_p95, "ape_p95", "95th percentile of the relative error"),
        per_output(&R::ape_max, "ape_max", "largest relative error of unseen points"),
        per_output(&R::mean, "mean", "mean of the expansion", Unit::output),
        per_output(&R::variance, "variance", "variance of the expansion", Unit::output_squared),
        per_output(&R::terms, "terms", "terms with a coefficient"),
        per_output(&R::candidates, "candidates", "terms of the truncation chosen"),
        per_output(&R::degree, "degree_used", "degree of the truncation chosen"),
        per_output(&R::q_norm, "q_used", "norm of the truncation chosen"),
        per_output(&R::rows, "rows", "points used", Unit::rows),
        per_output(&R::lost_share, "lost_share", "share of the points that are incomplete"),
        uq::result(&R::y_pred,
                   "y_pred",
                   "prediction of the point by a fit that has not seen it",
                   Unit::output,
                   Axis::point,
                   Axis::output),
        uq::result(&R::kept_out,
                   "kept_out",
                   "1 where the point was kept out of the fit",
                   Unit::one,
                   Axis::point,
                   Axis::output)};
  }
};

/// Fits one expansion per output to a sample that is there. Outputs share points and coordinates
/// and nothing else: no output changes another's bits.
/// @param x (n, d) points of the problem's inputs, in their order and units, on no grid in
///   particular; rows that repeat are kept together by every validation
/// @param y one vector per output (n); NaN where there is no value: dropped, per output
/// @throws InvalidArgument when a shape or an option does not fit.
/// @source Blatman, Sudret (2011), J. Comput. Phys. 230; docs/methods/pce.md Eq. 13 to 19.
PceFit fit_pce(const Problem&,
               MatrixRef x,
               const std::vector<Vector>& y,
               const PceOptions& options,
               Seed seed,
               const MissingPolicy& missing = {});

}  // namespace uq::surrogates
