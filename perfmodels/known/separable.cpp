#include "perfmodels/known/separable_detail.hpp"
#include "uq/core/error.hpp"

#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <boost/math/special_functions/beta.hpp>

#include <bit>
#include <cmath>

namespace uq::perfmodels::known {

ExactIndices exact(const SeparableSum& sum) {
  const auto inputs = static_cast<Index>(sum.covariance.size());
  ExactIndices result{.mean = sum.mean.sum(),
                      .variance = 0,
                      .first = Vector::Zero(inputs),
                      .total = Vector::Zero(inputs),
                      .second = Matrix::Zero(inputs, inputs)};
  Vector r(inputs);  // relative covariances of one pair of terms
  for (Index k = 0; k < sum.mean.size(); ++k) {
    for (Index l = 0; l < sum.mean.size(); ++l) {
      const double weight = sum.mean(k) * sum.mean(l);
      for (Index i = 0; i < inputs; ++i) {
        r(i) = sum.covariance[static_cast<std::size_t>(i)](k, l);
      }
      // expm1 and log1p keep all digits when every covariance is tiny.
      const double all = r.array().log1p().sum();
      result.variance += weight * std::expm1(all);
      result.first += weight * r;
      const Matrix pairs = r * r.transpose();
      result.second += weight * pairs;
      for (Index i = 0; i < inputs; ++i) {
        result.total(i) += weight * r(i) * std::exp(all - std::log1p(r(i)));
      }
    }
  }
  result.second.diagonal().setZero();
  result.first /= result.variance;
  result.total /= result.variance;
  result.second /= result.variance;
  return result;
}

ExactIndices multilinear_exact(const Products& products,
                               const Vector& mean,
                               const Vector& variance) {
  const auto inputs = static_cast<unsigned>(mean.size());
  expects(inputs <= 32 && variance.size() == mean.size(), "at most 32 inputs");
  // Eq. 23: w_i = mean + its rest; `rests` has the coefficient of each product of rests.
  Products rests;
  for (const auto& [set, coefficient] : products) {
    for (std::uint32_t part = set;; part = (part - 1) & set) {  // all subsets, the empty one last
      double share = coefficient;
      for (unsigned i = 0; i < inputs; ++i) {
        share *= ((set & ~part) >> i & 1U) != 0 ? mean(i) : 1;
      }
      rests[part] += share;
      if (part == 0) {
        break;
      }
    }
  }
  const auto d = static_cast<Index>(inputs);
  ExactIndices result{.mean = rests[0],
                      .variance = 0,
                      .first = Vector::Zero(d),
                      .total = Vector::Zero(d),
                      .second = Matrix::Zero(d, d)};
  for (const auto& [set, coefficient] : rests) {
    if (set == 0) {
      continue;
    }
    double part = coefficient * coefficient;  // Eq. 24
    for (unsigned i = 0; i < inputs; ++i) {
      part *= (set >> i & 1U) != 0 ? variance(i) : 1;
    }
    result.variance += part;
    const auto lowest = static_cast<Index>(std::countr_zero(set));
    const auto highest = static_cast<Index>(std::bit_width(set) - 1);
    for (Index i = lowest; i <= highest; ++i) {
      result.total(i) += (set >> i & 1U) != 0 ? part : 0;
    }
    if (std::popcount(set) == 1) {
      result.first(lowest) += part;
    } else if (std::popcount(set) == 2) {
      result.second(lowest, highest) += part;
      result.second(highest, lowest) += part;
    }
  }
  result.first /= result.variance;
  result.total /= result.variance;
  result.second /= result.variance;
  return result;
}

FactorMoments factor_moments(const std::vector<Function>& functions, const Expectation& expect) {
  const auto count = static_cast<Index>(functions.size());
  FactorMoments moments{Vector(count), Matrix(count, count)};
  for (Index k = 0; k < count; ++k) {
    moments.mean(k) = expect(functions[static_cast<std::size_t>(k)]);
  }
  // Centred and scaled before integration: nothing cancels however little the input matters.
  const auto deviation = [&](Index k, double x) {
    return functions[static_cast<std::size_t>(k)](x) / moments.mean(k) - 1;
  };
  for (Index k = 0; k < count; ++k) {
    for (Index l = 0; l <= k; ++l) {
      moments.covariance(k, l) = moments.covariance(l, k) =
          expect([&](double x) { return deviation(k, x) * deviation(l, x); });
    }
  }
  return moments;
}

Expectation uniform_expectation(double lo, double hi) {
  return [lo, hi](const Function& function) {
    return boost::math::quadrature::gauss<double, 30>::integrate(function, lo, hi) / (hi - lo);
  };
}

Expectation beta_expectation(double alpha, double beta, double lo, double hi) {
  return [=](const Function& function) {
    boost::math::quadrature::tanh_sinh<double> quadrature;
    // Near an end `rest` is the exact distance to it, negative at the lower one.
    const auto integrand = [&](double t, double rest) {
      const double below = rest < 0 ? -rest : t;
      const double above = rest < 0 ? 1 - t : rest;
      return std::pow(below, alpha - 1) * std::pow(above, beta - 1) * function(lo + (hi - lo) * t);
    };
    return quadrature.integrate(integrand, 0.0, 1.0) / boost::math::beta(alpha, beta);
  };
}

}  // namespace uq::perfmodels::known
