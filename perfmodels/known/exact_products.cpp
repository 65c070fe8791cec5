// Exact indices of products of functions of one input, docs/methods/known.md.

#include "perfmodels/known/exact.hpp"
#include "perfmodels/known/separable_detail.hpp"
#include "uq/core/error.hpp"

#include <cmath>
#include <vector>

namespace uq::perfmodels {

ExactIndices product_exact(double mean, std::span<const double> relative_variance) {
  expects(std::isfinite(mean) && !relative_variance.empty(),
          "mean must be finite, with one variance per input");
  known::SeparableSum product{.mean = Vector{{mean}}, .covariance = {}};
  for (const double variance : relative_variance) {
    expects(std::isfinite(variance) && variance >= 0, "each variance must be finite and >= 0");
    product.covariance.push_back(Matrix{{variance}});
  }
  return known::exact(product);
}

ExactIndices g_function_exact(std::span<const double> a) {
  const std::vector<double> ones(a.size(), 1.0);
  return g_star_exact(a, ones);
}

ExactIndices g_star_exact(std::span<const double> a, std::span<const double> alpha) {
  expects(!a.empty() && alpha.size() == a.size(), "a and alpha must hold one number per input");
  std::vector<double> variances;
  for (std::size_t i = 0; i < a.size(); ++i) {
    expects(std::isfinite(a[i]) && a[i] >= 0, "each a must be finite and >= 0");
    expects(std::isfinite(alpha[i]) && alpha[i] > 0, "each alpha must be finite and > 0");
    // Eq. 8, which is Eq. 5 for alpha = 1.
    variances.push_back(alpha[i] * alpha[i] / ((1 + 2 * alpha[i]) * (1 + a[i]) * (1 + a[i])));
  }
  return product_exact(1, variances);
}

ExactIndices polynomial_product_exact(Index d, double c0, double c2) {
  const double mean = c2 / 3 + c0;
  expects(d >= 1 && std::isfinite(mean) && mean != 0, "d >= 1 and c2/3 + c0 finite and not 0");
  const std::vector<double> variances(static_cast<std::size_t>(d),
                                      4 * c2 * c2 / 45 / (mean * mean));  // Eq. 10
  return product_exact(std::pow(mean, static_cast<double>(d)), variances);
}

ExactIndices bratley_b_exact(Index d) {
  expects(d >= 1, "d must be at least 1");
  double mean = 1;
  std::vector<double> variances;
  for (Index i = 1; i <= d; ++i) {
    const auto k = static_cast<double>(i);
    const double sine = std::sin(k);  // Eq. 16: the mean of k cos(k x)
    mean *= sine;
    variances.push_back((k * k / 2 + k * std::sin(2 * k) / 4) / (sine * sine) - 1);
  }
  return product_exact(mean, variances);
}

ExactIndices bratley_k_exact(Index d) {
  expects(d >= 1, "d must be at least 1");
  known::SeparableSum sum{
      .mean = Vector(d),
      .covariance = std::vector<Matrix>(static_cast<std::size_t>(d), Matrix::Zero(d, d))};
  for (Index k = 0; k < d; ++k) {
    sum.mean(k) = std::pow(-0.5, static_cast<double>(k + 1));  // Eq. 14
    sum.covariance[static_cast<std::size_t>(k)]
        .bottomRightCorner(d - k, d - k)
        .setConstant(1.0 / 3);
  }
  return known::exact(sum);
}

ExactIndices power_product_exact(double constant,
                                 std::span<const double> exponents,
                                 std::span<const double> mean_log,
                                 std::span<const double> sd_log) {
  expects(mean_log.size() == exponents.size() && sd_log.size() == exponents.size(),
          "exponents, mean_log and sd_log must hold one number per input");
  double log_mean = 0;
  std::vector<double> variances;
  for (std::size_t i = 0; i < exponents.size(); ++i) {
    const double sd = exponents[i] * sd_log[i];
    log_mean += exponents[i] * mean_log[i] + sd * sd / 2;  // Eq. 29
    variances.push_back(std::expm1(sd * sd));
  }
  return product_exact(constant * std::exp(log_mean), variances);
}

ExactIndices cantilever_exact() {
  const auto inverse = [](double x) { return 1 / x; };
  const auto cube = [](double x) { return x * x * x; };
  const auto e = known::factor_moments({inverse}, known::beta_expectation(0.9, 3.5, 65e9, 75e9));
  const auto l = known::factor_moments({cube}, known::uniform_expectation(2.5, 2.6));
  const auto i = known::factor_moments({inverse}, known::beta_expectation(2.5, 4, 1.3e-7, 1.7e-7));
  const double f = 300;  // lognormal with a standard deviation of a tenth of it
  return product_exact(
      e.mean(0) * f * l.mean(0) * i.mean(0) / 3,
      std::vector{e.covariance(0, 0), 0.01, l.covariance(0, 0), i.covariance(0, 0)});
}

}  // namespace uq::perfmodels
