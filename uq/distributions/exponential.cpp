#include "uq/distributions/sections_detail.hpp"

#include <algorithm>
#include <cmath>

namespace uq::detail {
namespace {

// sum of x^k / k! for k = first, first + step, …: tails of exp and sinh without cancellation, x
// < 1.
double factorial_series(double x, int first, int step) {
  double term = 1;
  double sum = 0;
  int next = first;
  for (int k = 1; k <= 24; ++k) {
    term *= x / k;
    if (k == next) {
      sum += term;
      next += step;
    }
  }
  return sum;
}

}  // namespace

ExponentialSection::ExponentialSection(double mean, double lower, double upper)
    : scale(mean), lo(lower), hi(upper), width((upper - lower) / mean) {}

double ExponentialSection::density(double x) const {
  return std::exp(-(x - lo) / scale) / (scale * -std::expm1(-width));
}
double ExponentialSection::below(double x) const {
  return std::expm1(-(x - lo) / scale) / std::expm1(-width);
}
double ExponentialSection::above(double x) const {
  return std::exp(-(x - lo) / scale) * std::expm1(-(hi - x) / scale) / std::expm1(-width);
}

// Eq. 6. A tail probability near 1 is handed to the other tail, where its complement is exact.
double ExponentialSection::quantile(double p) const {
  if (p > 0.5) {
    return quantile_upper(1 - p);
  }
  return std::min(lo - scale * std::log1p(p * std::expm1(-width)), hi);
}
double ExponentialSection::quantile_upper(double q) const {
  if (q > 0.5) {
    return quantile(1 - q);
  }
  if (width < 1) {  // measured from hi: exp(-width) + q (1 - exp(-width)) would cancel
    return std::max(hi - scale * std::log1p(q * std::expm1(width)), lo);
  }
  return std::min(lo - scale * std::log(std::exp(-width) - q * std::expm1(-width)), hi);
}

// Eq. 7, with w the width: 1 - w / (e^w - 1), and 1 - (h / sinh h)^2 for h = w / 2.
double ExponentialSection::mean() const {
  if (width > 700) {
    return lo + scale;
  }
  const double excess = width < 1 ? factorial_series(width, 2, 1) : std::expm1(width) - width;
  return lo + scale * (excess / std::expm1(width));
}
double ExponentialSection::variance() const {
  if (width > 700) {
    return scale * scale;
  }
  const double h = 0.5 * width;
  const double sinh = std::sinh(h);
  const double excess = h < 1 ? factorial_series(h, 3, 2) : sinh - h;
  return scale * scale * (excess / sinh) * ((sinh + h) / sinh);
}

}  // namespace uq::detail
