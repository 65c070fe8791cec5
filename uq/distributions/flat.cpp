#include "uq/distributions/sections_detail.hpp"

#include <algorithm>
#include <cmath>

namespace uq::detail {

double Flat::density(double) const {
  return 1 / (hi - lo);
}
double Flat::below(double x) const {
  return (x - lo) / (hi - lo);
}
double Flat::above(double x) const {
  return (hi - x) / (hi - lo);
}
double Flat::quantile_upper(double q) const {
  return std::max(hi - q * (hi - lo), lo);
}
double Flat::mean() const {
  return lo + 0.5 * (hi - lo);
}
double Flat::variance() const {
  return (hi - lo) * (hi - lo) / 12;
}

double log_quotient(double a, double b) {
  const double ratio = b / a;
  return ratio < 2          ? std::log1p((b - a) / a)
         : ratio < HUGE_VAL ? std::log(ratio)  // a difference of logarithms would cancel
                            : std::log(b) - std::log(a);
}

namespace {

// cosh t - sinh t / t, by its series sum of 2k t^2k / (2k + 1)! where the difference cancels.
double cosh_minus_sinhc(double t) {
  if (t > 1) {
    return std::cosh(t) - std::sinh(t) / t;
  }
  double term = t * t / 6;  // t^2k / (2k + 1)!
  double sum = 0;
  for (int k = 1; k <= 10; ++k) {
    sum += 2 * k * term;
    term *= t * t / ((2 * k + 2) * (2 * k + 3));
  }
  return sum;
}

}  // namespace

LogFlat::LogFlat(double lower, double upper)
    : lo(lower), hi(upper), log_ratio(log_quotient(lower, upper)) {}

double LogFlat::density(double x) const {
  return 1 / (x * log_ratio);
}
double LogFlat::below(double x) const {
  return log_quotient(lo, x) / log_ratio;
}
double LogFlat::above(double x) const {
  return log_quotient(x, hi) / log_ratio;
}
double LogFlat::quantile(double p) const {
  return std::clamp(lo * std::exp(p * log_ratio), lo, hi);
}
double LogFlat::quantile_upper(double q) const {
  return std::clamp(hi * std::exp(-q * log_ratio), lo, hi);
}
double LogFlat::mean() const {
  return std::clamp((hi - lo) / log_ratio, lo, hi);
}

// Eq. 4: with t = ln(hi/lo)/2 the variance is lo hi (sinh t / t) (cosh t - sinh t / t).
double LogFlat::variance() const {
  return mean() * std::sqrt(lo) * std::sqrt(hi) * cosh_minus_sinhc(0.5 * log_ratio);
}

}  // namespace uq::detail
