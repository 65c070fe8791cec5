#pragma once

#include "uq/distributions/conditioned_detail.hpp"
#include "uq/distributions/special_detail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

/// Bodies of Conditioned, for the source of each kernel to instantiate.
namespace uq::detail {

template <class Kernel>
Conditioned<Kernel>::Conditioned(const Kernel& law, double lower, double upper)
    : kernel(law),
      lo(std::max(law.support()[0], lower)),
      hi(std::min(law.support()[1], upper)),
      below_lo(lo > law.support()[0] ? law.below(law.at(lo)) : 0),
      above_hi(hi < law.support()[1] ? law.above(law.at(hi)) : 0),
      mass(1),
      narrow(false) {
  if (lo > law.support()[0] || hi < law.support()[1]) {
    const Mass held = between(lo, hi);
    mass = held.value;
    narrow = held.integral;
  }
}

// Eq. 11. The difference of the smaller tails keeps its digits while it is no small part of them;
// else the density changes little between a and b (it is log-concave in y) and is integrated.
template <class Kernel>
typename Conditioned<Kernel>::Mass Conditioned<Kernel>::between(double a, double b) const {
  if (!(a < b)) {
    return {0, true};
  }
  const double to_b = b < kernel.support()[1] ? kernel.below(kernel.at(b)) : 1;
  const double from_a = a > kernel.support()[0] ? kernel.above(kernel.at(a)) : 1;
  const double tail = std::min(to_b, from_a);
  double difference = tail;
  if (to_b <= from_a) {
    difference -= a > kernel.support()[0] ? kernel.below(kernel.at(a)) : 0;
  } else {
    difference -= b < kernel.support()[1] ? kernel.above(kernel.at(b)) : 0;
  }
  if (difference > 0.25 * tail || tail == 0) {
    return {difference, false};
  }
  return {weight_integral(a, kernel.distance(a, b)), true};
}

// Integral of the weight from a to where y is greater by s.
template <class Kernel>
double Conditioned<Kernel>::weight_integral(double a, double s) const {
  const auto weight = [&](double t) { return kernel.weight(kernel.at(a + kernel.step(a, t))); };
  constexpr double safe = 1.5;  // the nearest singularity of a kernel is pi / 2 off the real line
  return s <= safe ? panel(weight, 0, s) : integrate(weight, 0, s, 0);
}

template <class Kernel>
double Conditioned<Kernel>::density(double x) const {
  return kernel.density(kernel.at(x)) / mass;
}

template <class Kernel>
double Conditioned<Kernel>::below(double x) const {
  if (below_lo == 0 && mass == 1) {
    return kernel.below(kernel.at(x));
  }
  return std::min(between(lo, x).value / mass, 1.0);
}

template <class Kernel>
double Conditioned<Kernel>::above(double x) const {
  if (above_hi == 0 && mass == 1) {
    return kernel.above(kernel.at(x));
  }
  return std::min(between(x, hi).value / mass, 1.0);
}

// x on the given side of `from` with `target` of the mass between: Newton's method on an integral
// whose integrand is nearly constant (Eq. 12).
template <class Kernel>
double Conditioned<Kernel>::advance(double from, double side, double target) const {
  const double end = kernel.distance(lo, hi);
  double s = end * (target / mass);
  for (int k = 0; k < 40; ++k) {
    const double height = kernel.weight(kernel.at(from + kernel.step(from, side * s)));
    const double miss = std::abs(weight_integral(from, side * s)) - target;
    const double next = std::clamp(s - miss / height, 0.0, end);
    const bool done = !(std::abs(next - s) > 1e-8 * s);
    s = next;
    if (done) {
      break;
    }
  }
  return from + kernel.step(from, side * s);
}

template <class Kernel>
double Conditioned<Kernel>::quantile(double p) const {
  double x;
  if (narrow) {
    x = p <= 0.5 ? advance(lo, 1, p * mass) : advance(hi, -1, (1 - p) * mass);
  } else {
    const double under = below_lo + p * mass;
    const double over = above_hi + (1 - p) * mass;
    x = under <= over ? kernel.from_below(std::max(under, std::numeric_limits<double>::min()))
                      : kernel.from_above(std::max(over, std::numeric_limits<double>::min()));
  }
  return std::clamp(x, lo, hi);
}

template <class Kernel>
double Conditioned<Kernel>::quantile_upper(double q) const {
  double x;
  if (narrow) {
    x = q <= 0.5 ? advance(hi, -1, q * mass) : advance(lo, 1, (1 - q) * mass);
  } else {
    const double under = below_lo + (1 - q) * mass;
    const double over = above_hi + q * mass;
    x = under < over ? kernel.from_below(std::max(under, std::numeric_limits<double>::min()))
                     : kernel.from_above(std::max(over, std::numeric_limits<double>::min()));
  }
  return std::clamp(x, lo, hi);
}

// Distance in y from the origin to the end of the section, or to where both the weight and the
// weight times (x - origin)^2 have fallen by 92 e-folds: what lies beyond is not seen. The latter
// is log-concave too, so it does not rise again.
template <class Kernel>
double Conditioned<Kernel>::reach(double origin, double side) const {
  constexpr double efolds = 92;
  const double end = side < 0 ? kernel.distance(lo, origin) : kernel.distance(origin, hi);
  const double top = kernel.log_weight(origin);
  const double unit = std::abs(kernel.step(origin, side));
  const auto fallen = [&](double s) {
    const double x = kernel.step(origin, side * s);
    const double fall = kernel.log_weight(origin + x) - top;
    return !(fall + 2 * std::log(std::max(std::abs(x) / unit, 1.0)) > -efolds);
  };
  double s = 1;
  while (fallen(s) && s > std::numeric_limits<double>::min()) {
    s *= 0.5;
  }
  while (s < end && !fallen(s)) {
    s *= 2;
  }
  return std::min(s, end);
}

// Eq. 13: moments of x - origin as integrals over y from the point of greatest weight: for the
// variance all terms are positive. The panels grow away from the origin, so that a sharp peak and a
// long tail are both resolved.
template <class Kernel>
Moments Conditioned<Kernel>::moments() const {
  if (const auto closed = kernel.moments(lo, hi)) {
    return *closed;
  }
  const double origin = std::clamp(kernel.peak(), lo, hi);
  const double top = kernel.log_weight(origin);
  const double left = reach(origin, -1);
  const double right = reach(origin, 1);
  const double unit = std::max(-kernel.step(origin, -std::min(left, 1.0)),
                               kernel.step(origin, std::min(right, 1.0)));
  const auto root = [&](double x) { return std::exp(0.5 * (kernel.log_weight(origin + x) - top)); };
  const auto sum = [&](const auto& term) {
    double total = 0;
    double scale = 0;
    for (const double side : {-1.0, 1.0}) {
      const auto at = [&](double s) { return term(kernel.step(origin, side * s)); };
      const double end = side < 0 ? left : right;
      constexpr int doublings = 40;
      double a = 0;
      for (int k = doublings; k >= 0; --k) {
        const double b = std::ldexp(end, -k);
        const double part = integrate(at, a, b, scale);
        total += part;
        scale += std::abs(part);
        a = b;
      }
    }
    return total;
  };
  const double whole = sum([&](double x) { return root(x) * root(x); });
  const double shift = sum([&](double x) { return x / unit * root(x) * root(x); }) / whole;
  const double square = sum([&](double x) {
    const double off = (x / unit - shift) * root(x);
    return off * off;
  });
  return {origin + unit * shift, unit * (unit * (square / whole))};
}

}  // namespace uq::detail
