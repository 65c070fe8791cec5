#include "surrogates/prediction_errors_detail.hpp"
#include "uq/propagation/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace uq::surrogates::detail {

PredictionErrors prediction_errors(const Vector& y,
                                   const Vector& predicted,
                                   double variance,
                                   double scale) {
  const auto n = static_cast<double>(y.size());
  const Vector error = (y - predicted) / scale;
  const double squares = error.squaredNorm() / n;
  const double none = std::nan("");
  PredictionErrors result{1 - squares / variance, std::sqrt(squares) * scale, none, none, none};
  if ((y.array() == 0).any()) {
    return result;
  }
  std::vector<double> relative;
  double sum = 0;
  for (Index i = 0; i < y.size(); ++i) {
    relative.push_back(std::abs((y(i) - predicted(i)) / y(i)));
    sum += relative.back();
  }
  std::sort(relative.begin(), relative.end());
  result.mape = sum / n;
  result.ape_p95 = propagation::sorted_quantile(relative, 0.95, propagation::QuantileType::hazen);
  result.ape_max = relative.back();
  return result;
}

}  // namespace uq::surrogates::detail
