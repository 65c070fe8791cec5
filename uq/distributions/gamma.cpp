#include "uq/distributions/conditioned_body_detail.hpp"
#include "uq/distributions/sections_detail.hpp"

#include <boost/math/special_functions/gamma.hpp>

#include <cmath>

namespace uq::detail {

template struct Conditioned<GammaKernel>;

// The weight is z^shape e^-z / Gamma(shape), greatest at z = shape.
GammaKernel::GammaKernel(const Gamma& law)
    : shape(law.shape),
      scale(law.scale),
      peak_weight(shape * boost::math::gamma_p_derivative(shape, shape, Quiet())) {}

double GammaKernel::log_weight(double x) const {
  const double z = x / scale;
  return shape * log_less_linear(z / shape, (z - shape) / shape);
}
double GammaKernel::distance(double a, double b) const {
  return log_quotient(a, b);
}
double GammaKernel::density(Point z) const {
  if (z == 0) {
    return shape < 1 ? HUGE_VAL : shape == 1 ? 1 / scale : 0;
  }
  return weight(z) / z / scale;
}
double GammaKernel::below(Point z) const {
  return boost::math::gamma_p(shape, z, Quiet());
}
double GammaKernel::above(Point z) const {
  return boost::math::gamma_q(shape, z, Quiet());
}

// ln z from the first term of the lower tail, z^shape / Gamma(shape + 1).
double GammaKernel::leading(double p) const {
  return (std::log(p) + boost::math::lgamma(shape + 1, Quiet())) / shape;
}

namespace {

// @source Wilson & Hilferty (1931), Proc. Natl. Acad. Sci. 17: the cube root is nearly normal.
double cube_root(double shape, double normal) {
  return 1 - 1 / (9 * shape) + normal / (3 * std::sqrt(shape));
}

}  // namespace

double GammaKernel::from_below(double p) const {
  const double first = leading(p);
  if (first < -37) {  // the next term is smaller by z < 1e-16
    return scale * std::exp(first);
  }
  const double root = cube_root(shape, normal_quantile(p));
  const double start = root > 0.3 ? shape * root * root * root : std::exp(first);
  return scale * solve_below(*this, start, p);
}

double GammaKernel::from_above(double q) const {
  const double root = cube_root(shape, -normal_quantile(q));
  const double tail = -std::log(q) - boost::math::lgamma(shape, Quiet());
  double start = std::exp(leading(1 - q));
  if (root > 0.3) {
    start = shape * root * root * root;
  } else if (tail > 1) {
    start = tail;
  } else if (start < 1e-16) {
    return scale * start;
  }
  return scale * solve_above(*this, start, q);
}

std::optional<Moments> GammaKernel::moments(double lo, double hi) const {
  if (lo > 0 || hi < HUGE_VAL) {
    return std::nullopt;
  }
  return Moments{shape * scale, shape * scale * scale};
}

}  // namespace uq::detail
