#include "uq/distributions/conditioned_body_detail.hpp"
#include "uq/distributions/sections_detail.hpp"

#include <boost/math/special_functions/beta.hpp>

#include <cmath>

namespace uq::detail {

template struct Conditioned<BetaKernel>;

// The weight is t^alpha c^beta / B(alpha, beta), greatest at t = alpha / (alpha + beta).
BetaKernel::BetaKernel(const Beta& law)
    : alpha(law.alpha),
      beta(law.beta),
      lo(law.lo),
      hi(law.hi),
      width(law.hi - law.lo),
      t_peak(alpha / (alpha + beta)),
      c_peak(beta / (alpha + beta)),
      peak_weight(t_peak * c_peak *
                  (t_peak < c_peak ? boost::math::ibeta_derivative(alpha, beta, t_peak, Quiet())
                                   : boost::math::ibeta_derivative(beta, alpha, c_peak, Quiet()))) {
}

double BetaKernel::log_weight(Point p) const {
  // t - t_peak from whichever of t and c is known better.
  const double off = p.t < p.c ? p.t - t_peak : c_peak - p.c;
  return alpha * log_less_linear(p.t / t_peak, off / t_peak) +
         beta * log_less_linear(p.c / c_peak, -off / c_peak);
}
BetaKernel::Point BetaKernel::moved(Point p, double s) const {
  const double grown = std::exp(-std::abs(s));
  const double t = s < 0 ? p.t * grown : p.t;
  const double c = s < 0 ? p.c : p.c * grown;
  return {t / (t + c), c / (t + c)};
}
double BetaKernel::distance(double a, double b) const {
  return log_quotient(a - lo, b - lo) + log_quotient(hi - b, hi - a);
}
double BetaKernel::step(double a, double s) const {
  const Point p = at(a);
  return s < 0 ? width * p.t * p.c * std::expm1(s) / (p.c + p.t * std::exp(s))
               : -width * p.t * p.c * std::expm1(-s) / (p.t + p.c * std::exp(-s));
}
double BetaKernel::density(Point p) const {
  if (p.t <= 0 || p.c <= 0) {
    const double here = p.t <= 0 ? alpha : beta;
    return here < 1 ? HUGE_VAL : here == 1 ? (p.t <= 0 ? beta : alpha) / width : 0;
  }
  return weight(p) / (p.t * p.c) / width;
}
double BetaKernel::below(Point p) const {
  return p.t < p.c ? boost::math::ibeta(alpha, beta, p.t, Quiet())
                   : boost::math::ibetac(beta, alpha, p.c, Quiet());
}
double BetaKernel::above(Point p) const {
  return p.t < p.c ? boost::math::ibetac(alpha, beta, p.t, Quiet())
                   : boost::math::ibeta(beta, alpha, p.c, Quiet());
}

namespace {

// ln t from the first term of the lower tail, t^a / (a B(a, b)).
double leading(double a, double b, double p) {
  return std::log(p * (a * boost::math::beta(a, b, Quiet()))) / a;
}

BetaKernel::Point small(double log_t) {
  const double t = std::exp(log_t);
  return {t, 1 - t};
}

}  // namespace

// A start for the tails p and q. @source Abramowitz & Stegun (1964), 26.5.22, for both shapes > 1;
// else the first term of the tail that is not too large for it.
BetaKernel::Point BetaKernel::start(double p, double q) const {
  if (alpha > 1 && beta > 1) {
    const double z = normal_quantile(q);
    const double r = 1 / (2 * alpha - 1);
    const double s = 1 / (2 * beta - 1);
    const double h = 2 / (r + s);
    const double l = (z * z - 3) / 6;
    const double w =
        z * std::sqrt(std::max(h + l, 0.1)) / h - (s - r) * (l + 5.0 / 6 - 2 / (3 * h));
    return moved({t_peak, c_peak}, std::clamp(-2 * w, -300.0, 300.0));
  }
  const double t = leading(alpha, beta, p);
  const double c = leading(beta, alpha, q);
  if (!(std::min(t, c) < -0.5)) {
    return {t_peak, c_peak};
  }
  if (t <= c) {
    return small(t);
  }
  const Point mirrored = small(c);
  return {mirrored.c, mirrored.t};
}

double BetaKernel::from_below(double p) const {
  const double first = leading(alpha, beta, p);
  if (first + std::log1p(beta) < -37) {  // the next term is smaller by (beta - 1) t < 1e-16
    return lo + width * std::exp(first);
  }
  return at_point(solve_below(*this, start(p, 1 - p), p));
}
double BetaKernel::from_above(double q) const {
  const double first = leading(beta, alpha, q);
  if (first + std::log1p(alpha) < -37) {
    return hi - width * std::exp(first);
  }
  return at_point(solve_above(*this, start(1 - q, q), q));
}

std::optional<Moments> BetaKernel::moments(double from, double to) const {
  if (from > lo || to < hi) {
    return std::nullopt;
  }
  return Moments{peak(), width * width * t_peak * c_peak / (alpha + beta + 1)};
}

}  // namespace uq::detail
