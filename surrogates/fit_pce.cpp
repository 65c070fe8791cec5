#include "surrogates/fit_pce.hpp"

#include "surrogates/choose_detail.hpp"
#include "uq/core/error.hpp"
#include "uq/propagation/moments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq::surrogates {

namespace {

constexpr Index least_points = 3;

bool varies(const Vector& y) {
  constexpr double ulps = 8 * std::numeric_limits<double>::epsilon();
  const double low = y.minCoeff();
  const double high = y.maxCoeff();
  return high - low > ulps * std::max(std::abs(low), std::abs(high));
}

}  // namespace

PceFit fit_pce(const Problem& problem,
               MatrixRef x,
               const std::vector<Vector>& y,
               const PceOptions& options,
               Seed,
               const MissingPolicy& missing) {
  const auto q = static_cast<Index>(y.size());
  PceFit result;
  for (NdArray* per_output : {&result.q2,
                              &result.corrected_q2,
                              &result.rmse,
                              &result.mape,
                              &result.ape_p95,
                              &result.ape_max,
                              &result.mean,
                              &result.variance,
                              &result.terms,
                              &result.candidates,
                              &result.degree,
                              &result.q_norm,
                              &result.rows,
                              &result.lost_share}) {
    *per_output = NdArray({q});
  }
  result.y_pred = NdArray({x.rows(), q});
  result.kept_out = NdArray({x.rows(), q}, 0.0);
  result.undefined.resize(y.size());
  result.validation.assign(y.size(), "leave-one-out");
  result.few_points.assign(y.size(), 0);
  const auto shared = std::make_shared<const Coordinates>(coordinates(problem, options.degree));
  for (std::size_t k = 0; k < y.size(); ++k) {
    Matrix all(x.rows(), x.cols() + 1);
    all << x, y[k];
    const CompleteRows complete = complete_rows(all);
    Pce pce{.coordinates = shared};
    const auto n = static_cast<double>(complete.rows.size());
    result.rows.data[k] = n;
    result.lost_share.data[k] = complete.lost_share();
    pce.undefined = loss_fault(complete, missing, least_points, "points");
    Vector values = y[k](complete.rows);
    if (pce.undefined.empty() && !varies(values)) {
      pce.undefined = "the output does not vary beyond rounding";
    }
    pce.log = !options.log.empty() && options.log[k] != 0;
    if (pce.undefined.empty() && pce.log) {
      if (values.minCoeff() <= 0) {
        pce.undefined = "the logarithm of an output that is not positive";
      }
      values = values.array().log();
    }
    if (pce.undefined.empty()) {
      const auto map = propagation::scaling(
          values(0), std::max(values.maxCoeff() - values(0), values(0) - values.minCoeff()));
      const Vector z = (values.array() - map.first) * map.factor;
      const Matrix t = to_variables(*shared, x(complete.rows, Eigen::all));
      try {
        const detail::Choice choice = detail::choose(*shared, t, z, options);
        const Regression& fit = choice.fit;
        pce.terms = choice.terms(fit.columns, Eigen::all);
        pce.coefficients = fit.coefficients * map.unit;
        pce.coefficients(0) += map.first;
        pce.replicates = pce.coefficients.transpose().replicate(options.replicates, 1);
        result.q2.data[k] = 1 - fit.loo_error;
        result.corrected_q2.data[k] = 1 - fit.corrected_loo_error;
        const Vector loo = (fit.residuals.array() / (1 - fit.leverages.array())) * map.unit;
        result.rmse.data[k] = std::sqrt(loo.squaredNorm() / n);
        result.terms.data[k] = static_cast<double>(pce.terms.rows());
        result.candidates.data[k] = static_cast<double>(choice.terms.rows());
        result.degree.data[k] = static_cast<double>(choice.degree);
        result.q_norm.data[k] = choice.q;
        if (!pce.log) {
          result.mean.data[k] = pce.coefficients(0);
          result.variance.data[k] =
              pce.coefficients.tail(pce.coefficients.size() - 1).squaredNorm();
        }
        for (std::size_t i = 0; i < complete.rows.size(); ++i) {
          const auto row = static_cast<Index>(i);
          const double predicted = values(row) - loo(row);
          result.y_pred.at({complete.rows[i], static_cast<Index>(k)}) =
              pce.log ? std::exp(predicted) : predicted;
        }
      } catch (const InvalidArgument& error) {
        pce.undefined = error.what();
      }
    }
    result.undefined[k] = pce.undefined;
    result.outputs.push_back(std::move(pce));
  }
  return result;
}

}  // namespace uq::surrogates
