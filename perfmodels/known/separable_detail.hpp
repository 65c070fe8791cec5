#pragma once

#include "perfmodels/known/exact.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace uq::perfmodels::known {

/// A sum of products of positive functions of one input each, y = sum_k prod_i phi_ki(x_i), known
/// by its second moments.
struct SeparableSum {
  Vector mean;  ///< (K) of the terms
  /// One (K, K) matrix per input: Cov(phi_ki, phi_li) / (E phi_ki E phi_li).
  std::vector<Matrix> covariance;
};

/// @source docs/methods/known.md Eq. 38, 39. @cost O(d^2 K^2).
ExactIndices exact(const SeparableSum& sum);

/// A polynomial in independent w_i that is linear in each: the coefficient of each product, as a
/// set of bits of its inputs. `mean` and `variance` are those of the w_i, at most 32.
/// @source docs/methods/known.md Eq. 23, 24.
using Products = std::map<std::uint32_t, double>;
ExactIndices multilinear_exact(const Products& products,
                               const Vector& mean,
                               const Vector& variance);

/// Relative covariances (as in SeparableSum), and means, of functions of one input whose
/// expectations `expect` takes.
struct FactorMoments {
  Vector mean;        ///< (K)
  Matrix covariance;  ///< (K, K)
};
using Function = std::function<double(double)>;
using Expectation = std::function<double(const Function&)>;
FactorMoments factor_moments(const std::vector<Function>& functions, const Expectation& expect);

/// Expectation under the uniform law on [lo, hi], of a function that is smooth there; by 30 Gauss
/// points.
Expectation uniform_expectation(double lo, double hi);

/// Expectation under the beta law on [lo, hi]; tanh-sinh quadrature of the density.
Expectation beta_expectation(double alpha, double beta, double lo, double hi);

}  // namespace uq::perfmodels::known
