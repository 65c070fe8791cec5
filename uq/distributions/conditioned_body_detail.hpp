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
    tilt = narrow ? std::log(law.weight(law.at(hi)) / law.weight(law.at(lo))) : 0;
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
  const auto from = kernel.at(a);
  const auto weight = [&](double t) { return kernel.weight(kernel.moved(from, t)); };
  constexpr double safe = 1.5;  // the nearest singularity of a kernel is pi / 2 off the real line
  if (std::abs(s) <= safe) {
    return std::abs(panel(weight, std::min(s, 0.0), std::max(s, 0.0)));
  }
  return s < 0 ? two_sided(weight, -s, 0) : two_sided(weight, 0, s);
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
// whose integrand is nearly constant (Eq. 12), from where an exponential weight would have it.
template <class Kernel>
double Conditioned<Kernel>::advance(double from, double side, double target) const {
  const double end = kernel.distance(lo, hi);
  const double share = target / mass;
  const double growth = side * tilt;
  double s =
      end * (std::abs(growth) > 1e-8 ? std::log1p(share * std::expm1(growth)) / growth : share);
  for (int k = 0; k < 40; ++k) {
    const double height = kernel.weight(kernel.moved(kernel.at(from), side * s));
    const double miss = weight_integral(from, side * s) - target;
    const double next = std::clamp(s - miss / height, 0.0, end);
    const bool done = !(std::abs(next - s) > 1e-8 * s);
    s = next;
    if (done) {
      break;
    }
  }
  const double x = from + kernel.step(kernel.at(from), side * s);
  const double to = side > 0 ? hi : lo;
  const bool cancelled = std::max(std::abs(x), std::abs(to)) < 0.5 * std::abs(from);
  return cancelled ? to + kernel.step(kernel.at(to), side * (s - end)) : x;
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
double Conditioned<Kernel>::reach(double origin, Point point, double side) const {
  constexpr double efolds = 92;
  const double distance = side < 0 ? kernel.distance(lo, origin) : kernel.distance(origin, hi);
  const double end = std::isnan(distance) ? HUGE_VAL : distance;  // the peak rounds to an end
  const double top = kernel.log_weight(point);
  const double unit = std::abs(kernel.step(point, side));
  const auto fallen = [&](double s) {
    const double growth = std::max(std::abs(kernel.step(point, side * s)) / unit, 1.0);
    const double fall = kernel.log_weight(kernel.moved(point, side * s)) - top;
    constexpr double beyond_doubles = 2000;  // no square of a double makes up for this fall
    return !(fall > -beyond_doubles && fall + 2 * std::log(growth) > -efolds);
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
// variance all terms are positive.
template <class Kernel>
Moments Conditioned<Kernel>::moments() const {
  if (const auto closed = kernel.moments(lo, hi)) {
    return *closed;
  }
  const double origin = std::clamp(kernel.peak(), lo, hi);
  // As the double it is, so that its distances to the bounds are exact; unless the peak rounds to
  // an end of the law, where there is no such point.
  const auto [first, last] = kernel.support();
  const Point point = first < origin && origin < last ? kernel.at(origin) : kernel.peak_point();
  const double top = kernel.log_weight(point);
  const double left = reach(origin, point, -1);
  const double right = reach(origin, point, 1);
  const double unit =
      std::max(-kernel.step(point, -std::min(left, 1.0)), kernel.step(point, std::min(right, 1.0)));
  // Of value(x - origin in units) weight; its root first, so that no square overflows.
  const auto root = [&](double s) {
    return std::exp(0.5 * (kernel.log_weight(kernel.moved(point, s)) - top));
  };
  const auto offset = [&](double s) {  // where the weight vanishes, the offset may overflow
    return root(s) > 0 ? kernel.step(point, s) / unit : 0.0;
  };
  const double held = two_sided([&](double s) { return root(s) * root(s); }, left, right);
  const double shift =
      two_sided([&](double s) { return offset(s) * root(s) * root(s); }, left, right) / held;
  if (std::isinf(shift)) {
    return {shift, HUGE_VAL};  // beyond the range of a double
  }
  const auto square = [&](double s) {
    const double off = (offset(s) - shift) * root(s);
    return off * off;
  };
  return {origin + unit * shift, unit * (unit * (two_sided(square, left, right) / held))};
}

}  // namespace uq::detail
