#include "uq/distributions/conditioned_body_detail.hpp"
#include "uq/distributions/sections_detail.hpp"

#include <cmath>
#include <numbers>

namespace uq::detail {

template struct Conditioned<LogisticKernel>;

// The weight is 1 / (4 cosh(z / 2)^2).
double LogisticKernel::weight(Point z) const {
  const double e = std::exp(-std::abs(z));
  return e / ((1 + e) * (1 + e));
}
double LogisticKernel::log_weight(double x) const {
  const double z = std::abs(at(x));
  return z < 1 ? -2 * std::log1p(2 * std::pow(std::sinh(0.25 * z), 2))  // cosh 2a = 1 + 2 sinh^2 a
               : -z - 2 * std::log1p(std::exp(-z)) + 2 * std::numbers::ln2;
}

// ln(p / (1 - p)), near 1/2 from the difference of the two, which is exact.
double LogisticKernel::from_below(double p) const {
  const double z = p > 0.25 ? std::log1p((2 * p - 1) / (1 - p)) : std::log(p) - std::log1p(-p);
  return center + scale * z;
}

std::optional<Moments> LogisticKernel::moments(double lo, double hi) const {
  if (lo > -HUGE_VAL || hi < HUGE_VAL) {
    return std::nullopt;
  }
  constexpr double pi = std::numbers::pi;
  return Moments{center, pi * pi / 3 * scale * scale};
}

}  // namespace uq::detail
