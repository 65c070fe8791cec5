// Exact indices of sums of products of functions of one input, docs/methods/known.md.

#include "perfmodels/known/exact.hpp"
#include "perfmodels/known/morris20_detail.hpp"
#include "perfmodels/known/oakley_ohagan_detail.hpp"
#include "perfmodels/known/separable_detail.hpp"
#include "uq/core/error.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace uq::perfmodels {

ExactIndices morris20_exact(double b1, double b2, double b3, double b4) {
  expects(std::isfinite(b1) && std::isfinite(b2) && std::isfinite(b3) && std::isfinite(b4),
          "b1, b2, b3 and b4 must be finite");
  const auto bit = [](std::size_t i) { return std::uint32_t{1} << i; };
  known::Products products{{bit(0) | bit(1) | bit(2) | bit(3), b4}};
  Vector mean = Vector::Zero(known::morris_inputs);
  Vector variance = Vector::Constant(known::morris_inputs, 1.0 / 3);
  for (std::size_t i = 0; i < known::morris_inputs; ++i) {
    if (known::is_curved(i)) {  // Eq. 22: moments of 2.2 x/(x + 0.1) - 1
      const double log11 = std::log(11.0);
      mean(static_cast<Index>(i)) = 2.2 * (1 - 0.1 * log11) - 1;
      variance(static_cast<Index>(i)) = 2.2 * 2.2 * (0.1 / 1.1 - 0.01 * log11 * log11);
    }
    products[bit(i)] = i < 10 ? b1 : known::sign(i + 1);
    for (std::size_t j = i + 1; j < known::morris_inputs; ++j) {
      products[bit(i) | bit(j)] = j < 6 ? b2 : known::sign(i + j);
      for (std::size_t k = j + 1; k < 5; ++k) {
        products[bit(i) | bit(j) | bit(k)] = b3;
      }
    }
  }
  return known::multilinear_exact(products, mean, variance);
}

ExactIndices oakley_ohagan_exact(double sd) {
  expects(std::isfinite(sd) && sd > 0, "sd must be finite and > 0");
  const double s2 = sd * sd;
  const double decay = std::exp(-s2 / 2);  // E cos x
  const auto d = static_cast<Index>(known::oakley_inputs);
  const Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>> m(
      known::oakley_m.data(), d, d);
  ExactIndices exact{.first = Vector(d), .total = {}, .second = Matrix(d, d)};
  for (Index i = 0; i < d; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double a1 = known::oakley_a1[at];
    const double a2 = known::oakley_a2[at];
    const double a3 = known::oakley_a3[at];
    exact.mean += a3 * decay + m(i, i) * s2;
    // Eq. 26: odd and even functions of x do not covary.
    const double odd = a1 * a1 * s2 - a2 * a2 * std::expm1(-2 * s2) / 2 + 2 * a1 * a2 * s2 * decay;
    const double cosine = std::expm1(-s2) * std::expm1(-s2) / 2;
    exact.first(i) = odd + a3 * a3 * cosine + m(i, i) * s2 * s2 * (2 * m(i, i) - 2 * a3 * decay);
    for (Index j = 0; j < d; ++j) {
      const double both = m(i, j) + m(j, i);  // Eq. 27
      exact.second(i, j) = i == j ? 0 : both * both * s2 * s2;
    }
  }
  exact.total = exact.first + exact.second.rowwise().sum();
  exact.variance = exact.first.sum() + exact.second.sum() / 2;
  exact.first /= exact.variance;
  exact.total /= exact.variance;
  exact.second /= exact.variance;
  return exact;
}

ExactIndices wing_weight_exact() {
  const auto power = [](double p) -> known::Function {
    return [p](double x) { return std::pow(x, p); };
  };
  const known::Function one = [](double) { return 1.0; };
  const known::Function itself = [](double x) { return x; };
  const known::Function sweep = [](double x) {
    return std::pow(std::cos(x * std::numbers::pi / 180), -0.9);
  };
  // Eq. 33: each input's factor in the first and in the second term, and its range.
  struct Factor {
    known::Function first, second;
    double lo, hi;
  };
  const std::vector<Factor> factors{{power(0.758), itself, 150, 200},
                                    {power(0.0035), one, 220, 300},
                                    {power(0.6), one, 6, 10},
                                    {sweep, one, -10, 10},
                                    {power(0.006), one, 16, 45},
                                    {power(0.04), one, 0.5, 1},
                                    {power(-0.3), one, 0.08, 0.18},
                                    {power(0.49), one, 2.5, 6},
                                    {power(0.49), one, 1700, 2500},
                                    {one, itself, 0.025, 0.08}};
  known::SeparableSum sum{.mean = Vector{{0.036 * std::pow(100, -0.3), 1.0}}, .covariance = {}};
  for (const Factor& factor : factors) {
    const auto moments = known::factor_moments({factor.first, factor.second},
                                               known::uniform_expectation(factor.lo, factor.hi));
    sum.mean = sum.mean.cwiseProduct(moments.mean);
    sum.covariance.push_back(moments.covariance);
  }
  return known::exact(sum);
}

}  // namespace uq::perfmodels
