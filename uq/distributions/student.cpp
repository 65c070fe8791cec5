#include "uq/distributions/conditioned_body_detail.hpp"
#include "uq/distributions/sections_detail.hpp"

#include <boost/math/special_functions/beta.hpp>

#include <cmath>
#include <limits>

namespace uq::detail {

template struct Conditioned<StudentKernel>;

// The weight is cosh(y)^-df / B(1/2, df/2).
StudentKernel::StudentKernel(const Student& law)
    : df(law.df),
      center(law.mean),
      spread(law.scale * std::sqrt(law.df)),
      peak_weight(1 / boost::math::beta(0.5, 0.5 * df, Quiet())) {}

namespace {

constexpr double far = 1e8;  // from here on 1 + r^2 = r^2

// ln cosh y for r = sinh y.
double log_cosh(double r) {
  return std::abs(r) < far ? 0.5 * std::log1p(r * r) : std::log(std::abs(r));
}

}  // namespace

double StudentKernel::log_weight(double x) const {
  return -df * log_cosh(at(x));
}
double StudentKernel::weight(Point r) const {
  return peak_weight * std::exp(-df * log_cosh(r));
}
StudentKernel::Point StudentKernel::moved(Point r, double s) const {
  return r * std::cosh(s) + std::hypot(1, r) * std::sinh(s);
}
double StudentKernel::distance(double a, double b) const {
  const double r = at(a);
  const double s = at(b);
  if ((r < 0) != (s < 0) || std::isinf(r) || std::isinf(s)) {
    return std::asinh(s) - std::asinh(r);
  }
  // sinh(y(b) - y(a)), its difference of products rationalised.
  return std::asinh((b - a) / spread * ((r + s) / (s * std::hypot(1, r) + r * std::hypot(1, s))));
}
double StudentKernel::step(double a, double s) const {
  const double r = at(a);
  const double half = std::sinh(0.5 * s);
  return spread * (2 * r * half * half + std::hypot(1, r) * std::sinh(s));
}
double StudentKernel::density(Point r) const {
  return weight(r) / std::hypot(1, r) / spread;
}

double StudentKernel::below(Point r) const {
  double smaller;
  if (std::abs(r) >= far) {
    smaller = weight(r) / df;
  } else if (std::abs(r) < 1) {
    smaller = 0.5 * boost::math::ibetac(0.5, 0.5 * df, r * r / (1 + r * r), Quiet());
  } else {
    smaller = 0.5 * boost::math::ibeta(0.5 * df, 0.5, 1 / (1 + r * r), Quiet());
  }
  return r < 0 ? smaller : 1 - smaller;
}

// r < 0 with P = p <= 1/2. Start: @source Wallace (1959), Ann. Math. Statist. 30: z = (8 df + 1) /
// (8 df + 3) sqrt(df ln(1 + t^2 / df)) is nearly normal.
double StudentKernel::tail(double p) const {
  // Where the tail is weight / df, it is inverted directly; cosh y = |r|.
  const double log_r = std::log(peak_weight / df / p) / df;
  if (log_r > std::log(far)) {
    return -std::exp(log_r);
  }
  const double z = normal_quantile(p) * (8 * df + 3) / (8 * df + 1);
  const double start = -std::sqrt(std::expm1(std::min(z * z / df, 40.0)));
  return solve_below(*this, start, p);
}
double StudentKernel::from_below(double p) const {
  return center + spread * (p <= 0.5 ? tail(p) : -tail(1 - p));
}
double StudentKernel::from_above(double q) const {
  return center + spread * (q <= 0.5 ? -tail(q) : tail(1 - q));
}

// Of t >= `from` for the standard law, or nothing where the integrals do better. With K = (1 + t^2
// / df) density, E t = df / (df - 1) K(from) / P, and integral of K dt is a Student law with df
// - 2.
std::optional<Moments> StudentKernel::upper_moments(double from) const {
  const double r = from / std::sqrt(df);
  const double mass = above(r);
  const double mean = df / (df - 1) * std::hypot(1, r) * (weight(r) / std::sqrt(df)) / mass;
  if (df <= 2) {
    return Moments{mean, std::numeric_limits<double>::infinity()};
  }
  const StudentKernel less({df - 2, 0, 1});
  const double square =
      df * ((df - 1) / (df - 2) * less.above(r) / mass - 1);  // t sqrt((df - 2) / df) has r too
  return Moments{mean, square - mean * mean};
}

std::optional<Moments> StudentKernel::moments(double lo, double hi) const {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const double scale = spread / std::sqrt(df);
  if (lo > -infinite && hi < infinite) {
    return std::nullopt;
  }
  if (df <= 1) {
    return Moments{none, none};
  }
  if (lo == -infinite && hi == infinite) {
    return Moments{center, df <= 2 ? infinite : scale * scale * (df / (df - 2))};
  }
  if (df >= 4) {
    return std::nullopt;
  }
  const double side = lo > -infinite ? 1 : -1;
  const double bound = side > 0 ? lo : hi;
  const Moments t = *upper_moments(side * ((bound - center) / scale));
  return Moments{center + side * scale * t.mean, scale * (scale * t.variance)};
}

}  // namespace uq::detail
