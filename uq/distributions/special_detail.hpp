#pragma once

#include <boost/math/policies/policy.hpp>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/log1p.hpp>

#include <algorithm>
#include <cmath>

/// Numerical pieces that several laws share. Heavy: for sources only.
namespace uq::detail {

/// Special functions answer NaN or infinity instead of throwing and stay in double.
using Quiet = boost::math::policies::policy<
    boost::math::policies::domain_error<boost::math::policies::ignore_error>,
    boost::math::policies::pole_error<boost::math::policies::ignore_error>,
    boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
    boost::math::policies::evaluation_error<boost::math::policies::ignore_error>,
    boost::math::policies::promote_double<false>>;

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

/// Integral over [a, b], halved until the halves agree with the whole to the rounding of `scale`,
/// the size of the integral this one is a part of.
template <class Function>
double integrate(const Function& f, double a, double b, double scale, double whole, int halvings) {
  const double middle = 0.5 * (a + b);
  const double left = panel(f, a, middle);
  const double right = panel(f, middle, b);
  const double size = std::max(scale, std::abs(left) + std::abs(right));
  if (halvings == 0 || !(std::abs(left + right - whole) > 1e-15 * size)) {
    return left + right;
  }
  return integrate(f, a, middle, size, left, halvings - 1) +
         integrate(f, middle, b, size, right, halvings - 1);
}

template <class Function>
double integrate(const Function& f, double a, double b, double scale) {
  return integrate(f, a, b, scale, panel(f, a, b), 12);
}

/// Point where the lower tail of a kernel (kernels_detail.hpp) is p: Newton's method with Halley's
/// correction on ln P(X <= x) over the kernel's coordinate y, where that is concave: plain Newton
/// steps converge from any start (Eq. 15).
template <class Kernel>
typename Kernel::Point solve_below(const Kernel& kernel, typename Kernel::Point at, double p) {
  double step = 0;
  typename Kernel::Point from = at;
  for (int k = 0; k < 200; ++k) {
    const double tail = kernel.below(at);
    if (!(tail > 0)) {  // a step too far, into underflow
      step *= 0.5;
      at = kernel.moved(from, step);
      continue;
    }
    const double slope = kernel.weight(at) / tail;
    const double residual = std::log(p / tail);
    step = residual / slope;
    const double bend = 0.5 * step * (kernel.log_slope(at) - slope);
    step /= std::abs(bend) < 0.25 ? 1 + bend : 1;
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
    if (!(tail > 0)) {
      step *= 0.5;
      at = kernel.moved(from, step);
      continue;
    }
    const double slope = kernel.weight(at) / tail;
    const double residual = std::log(q / tail);
    step = -residual / slope;
    const double bend = 0.5 * step * (kernel.log_slope(at) + slope);
    step /= std::abs(bend) < 0.25 ? 1 + bend : 1;
    from = at;
    at = kernel.moved(at, step);
    if (!(std::abs(residual) > 2e-6)) {
      break;
    }
  }
  return at;
}

}  // namespace uq::detail
