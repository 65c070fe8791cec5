#include "uq/distributions/conditioned_body_detail.hpp"
#include "uq/distributions/sections_detail.hpp"

#include <cmath>
#include <numbers>

/// Weibull and Gumbel laws: functions of a standard exponential variable e, P(E > e) = exp(-e).
namespace uq::detail {

template struct Conditioned<WeibullKernel>;
template struct Conditioned<GumbelKernel>;

namespace {

// ln(e exp(-e)) less its greatest value -1.
double log_weight_of_exponential(double e, double log_e) {
  return std::abs(log_e) < 0.4 ? log_less_linear(e, std::expm1(log_e)) : log_e - e + 1;
}

}  // namespace

double WeibullKernel::log_weight(Point e) const {
  return log_weight_of_exponential(e, std::log(e));
}
double WeibullKernel::distance(double a, double b) const {
  return log_quotient(a, b);
}
double WeibullKernel::density(Point e) const {
  if (e == 0) {
    return shape < 1 ? HUGE_VAL : shape == 1 ? 1 / scale : 0;
  }
  return shape * std::exp(-e) * std::pow(e, 1 - 1 / shape) / scale;
}

// E X^k = scale^k Gamma(1 + k / shape); the variance cancels for a great shape, whose law is
// narrow.
std::optional<Moments> WeibullKernel::moments(double lo, double hi) const {
  if (lo > 0 || hi < HUGE_VAL || shape > 3) {
    return std::nullopt;
  }
  const double m = std::tgamma(1 + 1 / shape);
  const double square = std::tgamma(1 + 2 / shape);
  return Moments{scale * m, std::isinf(square) ? HUGE_VAL : scale * scale * (square - m * m)};
}

double GumbelKernel::log_weight(Point z) const {
  return log_weight_of_exponential(std::exp(-z), -z);
}
std::optional<Moments> GumbelKernel::moments(double lo, double hi) const {
  if (lo > -HUGE_VAL || hi < HUGE_VAL) {
    return std::nullopt;
  }
  constexpr double pi = std::numbers::pi;
  return Moments{mode + std::numbers::egamma * scale, pi * pi / 6 * scale * scale};
}

}  // namespace uq::detail
