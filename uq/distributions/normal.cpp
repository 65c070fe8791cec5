#include "uq/distributions/sections_detail.hpp"

#include <boost/math/quadrature/gauss.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq::detail {
namespace {

constexpr double inv_sqrt_2pi = 0.39894228040143267794;
constexpr double sqrt_half = 0.70710678118654752440;
constexpr double infinity = std::numeric_limits<double>::infinity();
using Gauss = boost::math::quadrature::gauss<double, 20>;

double phi(double z) {
  return inv_sqrt_2pi * std::exp(-0.5 * z * z);
}
double below(double z) {
  return 0.5 * std::erfc(-z * sqrt_half);
}
double above(double z) {
  return 0.5 * std::erfc(z * sqrt_half);
}

template <std::size_t N>
double polynomial(const double (&c)[N], double x) {
  double value = c[N - 1];
  for (std::size_t i = N - 1; i-- > 0;) {
    value = value * x + c[i];
  }
  return value;
}

// Rational approximations of AS 241: for |p - 1/2| <= 0.425, and in two parts for the tail.
constexpr double central_range = 0.425;

double central_quantile(double q) {
  constexpr double a[] = {3.3871328727963666080e0,
                          1.3314166789178437745e+2,
                          1.9715909503065514427e+3,
                          1.3731693765509461125e+4,
                          4.5921953931549871457e+4,
                          6.7265770927008700853e+4,
                          3.3430575583588128105e+4,
                          2.5090809287301226727e+3};
  constexpr double b[] = {1.0,
                          4.2313330701600911252e+1,
                          6.8718700749205790830e+2,
                          5.3941960214247511077e+3,
                          2.1213794301586595867e+4,
                          3.9307895800092710610e+4,
                          2.8729085735721942674e+4,
                          5.2264952788528545610e+3};
  const double r = central_range * central_range - q * q;
  return q * polynomial(a, r) / polynomial(b, r);
}

// z >= 0 with P(Z > z) = s, s < 0.075.
double tail_quantile(double s) {
  constexpr double c[] = {1.42343711074968357734e0,
                          4.63033784615654529590e0,
                          5.76949722146069140550e0,
                          3.64784832476320460504e0,
                          1.27045825245236838258e0,
                          2.41780725177450611770e-1,
                          2.27238449892691845833e-2,
                          7.74545014278341407640e-4};
  constexpr double d[] = {1.0,
                          2.05319162663775882187e0,
                          1.67638483018380384940e0,
                          6.89767334985100004550e-1,
                          1.48103976427480074590e-1,
                          1.51986665636164571966e-2,
                          5.47593808499534494600e-4,
                          1.05075007164441684324e-9};
  constexpr double e[] = {6.65790464350110377720e0,
                          5.46378491116411436990e0,
                          1.78482653991729133580e0,
                          2.96560571828504891230e-1,
                          2.65321895265761230930e-2,
                          1.24266094738807843860e-3,
                          2.71155556874348757815e-5,
                          2.01033439929228813265e-7};
  constexpr double f[] = {1.0,
                          5.99832206555887937690e-1,
                          1.36929880922735805310e-1,
                          1.48753612908506148525e-2,
                          7.86869131145613259100e-4,
                          1.84631831751005468180e-5,
                          1.42151175831644588870e-7,
                          2.04426310338993978564e-15};
  const double r = std::sqrt(-std::log(s));
  return r <= 5 ? polynomial(c, r - 1.6) / polynomial(d, r - 1.6)
                : polynomial(e, r - 5) / polynomial(f, r - 5);
}

// z from both tail probabilities, each accurate where it is the smaller one. A tail that underflows
// (of a section that holds little itself) counts as the smallest double.
double from_tails(double below_z, double above_z) {
  if (std::abs(below_z - 0.5) <= central_range) {
    return central_quantile(below_z - 0.5);
  }
  constexpr double least = std::numeric_limits<double>::min();
  return below_z < 0.5 ? -tail_quantile(std::max(below_z, least))
                       : tail_quantile(std::max(above_z, least));
}

// Integrals of value(t) phi(z) over z = origin + t in the section, divided by phi(origin), where
// origin is the section's point of greatest density: all terms positive, no underflow however far
// the tail. What lies 92 e-folds below the greatest density is left out.
class SectionQuadrature {
 public:
  explicit SectionQuadrature(const StandardSection& s)
      : origin(std::clamp(0.0, s.alpha, s.beta)),
        from_(reach(s.alpha, -1)),
        to_(reach(s.beta, 1)) {}

  template <class Value>
  double operator()(const Value& value) const {
    constexpr int panels = 24;
    double sum = 0;
    for (int k = 0; k < panels; ++k) {
      const double a = from_ + (to_ - from_) * k / panels;
      const double b = from_ + (to_ - from_) * (k + 1) / panels;
      sum += Gauss::integrate(
          [&](double t) { return value(t) * std::exp(-t * (origin + 0.5 * t)); }, a, b);
    }
    return sum;
  }

  const double origin;

 private:
  double reach(double bound, int side) const {
    constexpr double efolds = 92;
    const double slope = std::abs(origin);
    const double far = 2 * efolds / (slope + std::sqrt(slope * slope + 2 * efolds));
    return side * std::min(std::abs(bound - origin), far);
  }

  double from_, to_;
};

bool covers_everything(const StandardSection& s) {
  return s.alpha == -infinity && s.beta == infinity;
}

// z of x / scale measured from center, for narrow sections far from the center of a lognormal law.
double log_z(double x, double center, double scale) {
  return x <= 0 ? -infinity : (std::log(x) - center) / scale;
}

}  // namespace

double normal_quantile(double p) {
  return from_tails(p, 1 - p);
}

double normal_mass(double alpha, double beta) {
  if (!(alpha < beta)) {
    return 0;
  }
  // Eq. 2: where the difference of two tails would cancel, the density is integrated instead.
  const double steepness = std::max({std::abs(alpha), std::abs(beta), 1.0});
  if ((beta - alpha) * steepness < 2) {
    return Gauss::integrate(phi, alpha, beta);
  }
  if (alpha <= 0 && beta >= 0) {
    return alpha == -infinity ? below(beta)
           : beta == infinity ? above(alpha)
                              : 0.5 * (std::erf(beta * sqrt_half) - std::erf(alpha * sqrt_half));
  }
  return alpha > 0 ? above(alpha) - above(beta) : below(beta) - below(alpha);
}

StandardSection::StandardSection(double a, double b)
    : alpha(a),
      beta(b),
      mass(normal_mass(a, b)),
      below_alpha(detail::below(a)),
      above_beta(detail::above(b)) {}

double StandardSection::quantile(double p) const {
  return from_tails(below_alpha + p * mass, above_beta + (1 - p) * mass);
}

double StandardSection::quantile_upper(double q) const {
  return -from_tails(above_beta + q * mass, below_alpha + (1 - q) * mass);
}

void StandardSection::quantiles(std::span<const double> u, std::span<double> z) const {
  // In pieces that stay in registers' reach: first the central formula for all, which vectorises,
  // then the tails (15 % of the values) one by one.
  constexpr std::size_t piece = 256;
  std::array<double, piece> tail;
  for (std::size_t done = 0; done < u.size(); done += piece) {
    const std::size_t count = std::min(piece, u.size() - done);
    const double* const p = u.data() + done;
    double* const out = z.data() + done;
    std::copy_n(p, count, tail.data());
    for (std::size_t i = 0; i < count; ++i) {
      out[i] = central_quantile(below_alpha + tail[i] * mass - 0.5);
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (!(std::abs(below_alpha + tail[i] * mass - 0.5) <= central_range)) {
        out[i] = quantile(tail[i]);
      }
    }
  }
}

NormalSection::NormalSection(const Normal& law, double lower, double upper)
    : center(law.mean),
      scale(law.sd),
      lo(lower),
      hi(upper),
      z((lower - law.mean) / law.sd, (upper - law.mean) / law.sd) {}

double NormalSection::density(double x) const {
  return phi((x - center) / scale) / (scale * z.mass);
}
double NormalSection::below(double x) const {
  return std::min(normal_mass(z.alpha, (x - center) / scale) / z.mass, 1.0);
}
double NormalSection::above(double x) const {
  return std::min(normal_mass((x - center) / scale, z.beta) / z.mass, 1.0);
}
double NormalSection::quantile(double p) const {
  return from_standard(z.quantile(p));
}
double NormalSection::quantile_upper(double q) const {
  return from_standard(z.quantile_upper(q));
}

double NormalSection::mean() const {
  if (covers_everything(z)) {
    return center;
  }
  const SectionQuadrature integral(z);
  const double t = integral([](double s) { return s; }) / integral([](double) { return 1.0; });
  // The origin is an end of the section or the center: exact there, unlike center + scale * origin.
  const double origin = integral.origin == 0 ? center : integral.origin == z.alpha ? lo : hi;
  return origin + scale * t;
}

double NormalSection::variance() const {
  if (covers_everything(z)) {
    return scale * scale;
  }
  const SectionQuadrature integral(z);
  const double mass = integral([](double) { return 1.0; });
  const double t = integral([](double s) { return s; }) / mass;
  return scale * scale * (integral([t](double s) { return (s - t) * (s - t); }) / mass);
}

LognormalSection::LognormalSection(const Lognormal& law, double lower, double upper)
    : center(law.mean_log),
      scale(law.sd_log),
      lo(std::max(lower, 0.0)),
      hi(upper),
      z(log_z(lower, law.mean_log, law.sd_log), log_z(upper, law.mean_log, law.sd_log)) {}

double LognormalSection::density(double x) const {
  return x <= 0 ? 0 : phi(log_z(x, center, scale)) / (x * scale * z.mass);
}
double LognormalSection::below(double x) const {
  return std::min(normal_mass(z.alpha, log_z(x, center, scale)) / z.mass, 1.0);
}
double LognormalSection::above(double x) const {
  return std::min(normal_mass(log_z(x, center, scale), z.beta) / z.mass, 1.0);
}
double LognormalSection::quantile(double p) const {
  return from_standard(z.quantile(p));
}
double LognormalSection::quantile_upper(double q) const {
  return from_standard(z.quantile_upper(q));
}

// Eq. 3: E X^k = exp(k center + (k scale)^2 / 2) P(alpha - k scale < Z <= beta - k scale) / mass.
// Where x changes little that quotient loses digits: x relative to the origin is integrated.
double LognormalSection::mean() const {
  if (scale * (z.beta - z.alpha) < 1) {
    const SectionQuadrature integral(z);
    const double origin = integral.origin == 0         ? std::exp(center)
                          : integral.origin == z.alpha ? lo
                                                       : hi;
    const double growth = integral([&](double t) { return std::expm1(scale * t); });
    return std::clamp(origin * (1 + growth / integral([](double) { return 1.0; })), lo, hi);
  }
  return std::exp(center + 0.5 * scale * scale) *
         (normal_mass(z.alpha - scale, z.beta - scale) / z.mass);
}

double LognormalSection::variance() const {
  const double m = mean();
  if (covers_everything(z)) {
    return std::expm1(scale * scale) * m * m;
  }
  const double square = std::exp(2 * center + 2 * scale * scale) *
                        (normal_mass(z.alpha - 2 * scale, z.beta - 2 * scale) / z.mass);
  if (square > 2 * m * m) {
    return square - m * m;  // wide: nothing cancels
  }
  // Eq. 3 cancels for narrow sections: integrate (x - m)^2 with x = m (1 + expm1(…)).
  const SectionQuadrature integral(z);
  const double shift = center + scale * integral.origin - std::log(m);
  const double mass = integral([](double) { return 1.0; });
  const double sum = integral([&](double t) {
    const double relative = std::expm1(shift + scale * t);
    return relative * relative;
  });
  return m * m * (sum / mass);
}

}  // namespace uq::detail
