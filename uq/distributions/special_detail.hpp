#pragma once

#include <boost/math/policies/policy.hpp>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/log1p.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

/// Numerical pieces that several laws share. Heavy: for sources only.
namespace uq::detail {

namespace policy = boost::math::policies;

/// Special functions answer NaN or infinity instead of throwing. In double they are good to some
/// units of the last place, but lose digits in the tails of great shapes: those are `wide`.
template <bool wide>
using QuietPolicy = policy::policy<policy::domain_error<policy::ignore_error>,
                                   policy::pole_error<policy::ignore_error>,
                                   policy::overflow_error<policy::ignore_error>,
                                   policy::evaluation_error<policy::ignore_error>,
                                   policy::rounding_error<policy::ignore_error>,
                                   policy::promote_double<wide>>;
using Quiet = QuietPolicy<false>;
using QuietWide = QuietPolicy<true>;
inline constexpr double great_shape = 200;

/// ln r - (r - 1) for r = 1 + u > 0: never positive, and without cancellation near r = 1, where it
/// is -u^2 / 2.
inline double log_less_linear(double r, double u) {
  return std::abs(u) < 0.5 ? boost::math::log1pmx(u, Quiet()) : std::log(r) - u;
}

/// Integral of a smooth function over [a, b] in one panel.
template <class Function>
double panel(const Function& f, double a, double b) {
  return boost::math::quadrature::gauss<double, 20>::integrate(f, a, b);
}

/// Integral over [a, b], `whole` in one panel, halved until the halves agree with it to the
/// rounding of `scale`, the size of the integral this one is a part of. Panels are short enough to
/// need few halvings; where rounding of the integrand keeps them apart, more would not help.
template <class Function>
double integrate(
    const Function& f, double a, double b, double whole, double scale, int halvings = 5) {
  const double middle = 0.5 * (a + b);
  const double left = panel(f, a, middle);
  const double right = panel(f, middle, b);
  if (halvings == 0 || !(std::abs(left + right - whole) > 1e-15 * scale)) {
    return left + right;
  }
  return integrate(f, a, middle, left, scale, halvings - 1) +
         integrate(f, middle, b, right, scale, halvings - 1);
}

/// Integral over [-left, right] of a function of one sign at each side of 0. The panels double away
/// from 0, so that a sharp peak there and a long tail are both resolved.
template <class Function>
double two_sided(const Function& f, double left, double right) {
  constexpr int doublings = 40;
  std::array<double, 2 * (doublings + 1)> parts;
  const auto bounds = [&](std::size_t k) {
    const double end = k % 2 == 0 ? -left : right;
    const int near = static_cast<int>(k / 2);
    return std::array{near == 0 ? 0 : std::ldexp(end, near - 1 - doublings),
                      std::ldexp(end, near - doublings)};
  };
  double scale = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const auto [a, b] = bounds(k);
    parts[k] = a == b ? 0 : panel(f, std::min(a, b), std::max(a, b));
    scale += std::abs(parts[k]);
  }
  double sum = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const auto [a, b] = bounds(k);
    sum += std::abs(parts[k]) > 1e-18 * scale
               ? integrate(f, std::min(a, b), std::max(a, b), parts[k], scale)
               : parts[k];
  }
  return sum;
}

/// Of y, in which the weight changes by e-folds: no exponential of a step overflows.
inline constexpr double longest_step = 600;

/// Point where the lower tail of a kernel (kernels_detail.hpp) is p: Newton's method with Halley's
/// correction on ln P(X <= x) over the kernel's coordinate y, where that is concave: plain Newton
/// steps converge from any start (Eq. 15).
template <class Kernel>
typename Kernel::Point solve_below(const Kernel& kernel, typename Kernel::Point at, double p) {
  double step = 0;
  typename Kernel::Point from = at;
  for (int k = 0; k < 200; ++k) {
    const double tail = kernel.below(at);
    const double slope = kernel.weight(at) / tail;
    if (!(tail >= std::numeric_limits<double>::min() && slope > 0)) {
      step *= 0.5;  // a start or a step too far, into underflow
      at = step == 0 ? kernel.peak_point() : kernel.moved(from, step);
      continue;
    }
    const double residual = std::log(p / tail);
    step = residual / slope;
    const double bend = 0.5 * step * (kernel.log_slope(at) - slope);
    step = std::clamp(step / (std::abs(bend) < 0.25 ? 1 + bend : 1), -longest_step, longest_step);
    from = at;
    at = kernel.moved(at, step);
    if (!(std::abs(residual) > 2e-6)) {
      break;
    }
  }
  return at;
}

/// The same for the upper tail q.
template <class Kernel>
typename Kernel::Point solve_above(const Kernel& kernel, typename Kernel::Point at, double q) {
  double step = 0;
  typename Kernel::Point from = at;
  for (int k = 0; k < 200; ++k) {
    const double tail = kernel.above(at);
    const double slope = kernel.weight(at) / tail;
    if (!(tail >= std::numeric_limits<double>::min() && slope > 0)) {
      step *= 0.5;
      at = step == 0 ? kernel.peak_point() : kernel.moved(from, step);
      continue;
    }
    const double residual = std::log(q / tail);
    step = -residual / slope;
    const double bend = 0.5 * step * (kernel.log_slope(at) + slope);
    step = std::clamp(step / (std::abs(bend) < 0.25 ? 1 + bend : 1), -longest_step, longest_step);
    from = at;
    at = kernel.moved(at, step);
    if (!(std::abs(residual) > 2e-6)) {
      break;
    }
  }
  return at;
}

}  // namespace uq::detail
