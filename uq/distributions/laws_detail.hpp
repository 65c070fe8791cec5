#pragma once

#include "uq/distributions/distribution.hpp"

#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/erf.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

// The untruncated laws, one struct each with the same four functions; private to uq/distributions.

namespace uq::detail {

/// A probability and its complement, each accurate on its own: what keeps both tails exact.
struct Tail {
  double p;  ///< P(X <= x)
  double q;  ///< P(X > x)
};

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// No promotion to long double, and infinities instead of exceptions.
using Policy = boost::math::policies::policy<
    boost::math::policies::promote_double<false>,
    boost::math::policies::overflow_error<boost::math::policies::ignore_error>>;

/// Quantile of the standard normal law from the smaller tail.
inline double standard_normal_quantile(Tail t) {
  return t.p < t.q ? -std::numbers::sqrt2 * boost::math::erfc_inv(2 * t.p, Policy())
                   : std::numbers::sqrt2 * boost::math::erfc_inv(2 * t.q, Policy());
}

inline Tail standard_normal_tails(double z) {
  return {0.5 * std::erfc(-z / std::numbers::sqrt2), 0.5 * std::erfc(z / std::numbers::sqrt2)};
}

inline double standard_normal_pdf(double z) {
  return std::exp(-0.5 * z * z) / std::sqrt(2 * std::numbers::pi);
}

struct UniformLaw {
  double lo, hi;
  explicit UniformLaw(const Uniform& law) : lo(law.lo), hi(law.hi) {}
  double pdf(double x) const { return x < lo || x > hi ? 0 : 1 / (hi - lo); }
  Tail tails(double x) const {
    return {std::clamp((x - lo) / (hi - lo), 0.0, 1.0), std::clamp((hi - x) / (hi - lo), 0.0, 1.0)};
  }
  double quantile(Tail t) const { return t.p < t.q ? lo + (hi - lo) * t.p : hi - (hi - lo) * t.q; }
  std::array<double, 2> support() const { return {lo, hi}; }
  double mean() const { return lo + 0.5 * (hi - lo); }
  double variance() const { return (hi - lo) * (hi - lo) / 12; }
  std::vector<double> knots() const { return {}; }
};

struct LoguniformLaw {
  double lo, hi, log_ratio;
  explicit LoguniformLaw(const Loguniform& law)
      : lo(law.lo), hi(law.hi), log_ratio(std::log1p((law.hi - law.lo) / law.lo)) {}
  double pdf(double x) const { return x < lo || x > hi ? 0 : 1 / (x * log_ratio); }
  Tail tails(double x) const {
    x = std::clamp(x, lo, hi);
    return {std::log1p((x - lo) / lo) / log_ratio, -std::log1p((x - hi) / hi) / log_ratio};
  }
  double quantile(Tail t) const {
    return t.p < t.q ? lo * std::exp(t.p * log_ratio) : hi * std::exp(-t.q * log_ratio);
  }
  std::array<double, 2> support() const { return {lo, hi}; }
  double mean() const { return (hi - lo) / log_ratio; }
  double variance() const { return mean() * (0.5 * (lo + hi) - mean()); }
  std::vector<double> knots() const { return {}; }
};

struct NormalLaw {
  double m, s;
  explicit NormalLaw(const Normal& law) : m(law.mean), s(law.sd) {}
  double pdf(double x) const { return standard_normal_pdf((x - m) / s) / s; }
  Tail tails(double x) const { return standard_normal_tails((x - m) / s); }
  double quantile(Tail t) const { return m + s * standard_normal_quantile(t); }
  std::array<double, 2> support() const { return {-infinity, infinity}; }
  double mean() const { return m; }
  double variance() const { return s * s; }
  std::vector<double> knots() const { return {}; }
};

struct LognormalLaw {
  double m, s;
  explicit LognormalLaw(const Lognormal& law) : m(law.mean_log), s(law.sd_log) {}
  double pdf(double x) const {
    return x <= 0 ? 0 : standard_normal_pdf((std::log(x) - m) / s) / (x * s);
  }
  Tail tails(double x) const {
    return x <= 0 ? Tail{0, 1} : standard_normal_tails((std::log(x) - m) / s);
  }
  double quantile(Tail t) const { return std::exp(m + s * standard_normal_quantile(t)); }
  std::array<double, 2> support() const { return {0, infinity}; }
  double mean() const { return std::exp(m + 0.5 * s * s); }
  double variance() const { return std::expm1(s * s) * mean() * mean(); }
  std::vector<double> knots() const { return {}; }
};

struct ExponentialLaw {
  double m;
  explicit ExponentialLaw(const Exponential& law) : m(law.mean) {}
  double pdf(double x) const { return x < 0 ? 0 : std::exp(-x / m) / m; }
  Tail tails(double x) const {
    return x <= 0 ? Tail{0, 1} : Tail{-std::expm1(-x / m), std::exp(-x / m)};
  }
  double quantile(Tail t) const { return -m * (t.p < t.q ? std::log1p(-t.p) : std::log(t.q)); }
  std::array<double, 2> support() const { return {0, infinity}; }
  double mean() const { return m; }
  double variance() const { return m * m; }
  std::vector<double> knots() const { return {}; }
};

struct TriangularLaw {
  double lo, mode, hi;
  double below, above;  ///< P(X <= mode) and P(X > mode)
  explicit TriangularLaw(const Triangular& law)
      : lo(law.lo),
        mode(law.mode),
        hi(law.hi),
        below((mode - lo) / (hi - lo)),
        above((hi - mode) / (hi - lo)) {}
  double pdf(double x) const {
    if (x < lo || x > hi) {
      return 0;
    }
    const double peak = 2 / (hi - lo);
    return x < mode   ? peak * (x - lo) / (mode - lo)
           : x > mode ? peak * (hi - x) / (hi - mode)
                      : peak;
  }
  // Beyond the mode the lower tail is P(X <= mode) plus a positive term, never 1 minus the upper
  // tail.
  Tail tails(double x) const {
    x = std::clamp(x, lo, hi);
    if (x < mode) {
      const double scale = (hi - lo) * (mode - lo);
      return {(x - lo) * (x - lo) / scale, above + (mode - x) * (x + mode - 2 * lo) / scale};
    }
    if (x == mode) {
      return {below, above};
    }
    const double scale = (hi - lo) * (hi - mode);
    return {below + (x - mode) * (2 * hi - x - mode) / scale, (hi - x) * (hi - x) / scale};
  }
  // hi - (hi - mode) sqrt(q / above) loses digits near the mode; the other form does near hi.
  double quantile(Tail t) const {
    if (t.p <= below && below > 0) {
      const double root = std::sqrt(t.p / below);
      return root < 0.5 ? lo + (mode - lo) * root
                        : mode - (mode - lo) * std::max(0.0, (t.q - above) / below) / (1 + root);
    }
    const double root = std::sqrt(t.q / above);
    return root < 0.5 ? hi - (hi - mode) * root
                      : mode + (hi - mode) * std::max(0.0, (t.p - below) / above) / (1 + root);
  }
  std::array<double, 2> support() const { return {lo, hi}; }
  double mean() const { return (lo + mode + hi) / 3; }
  double variance() const {
    const double a = mode - lo;
    const double b = hi - mode;
    return (a * a + b * b + a * b) / 18;
  }
  std::vector<double> knots() const { return {mode}; }
};

struct HistogramLaw {
  std::vector<double> edges, mass, from_below,
      from_above;  ///< cumulated mass at each edge, from both ends
  explicit HistogramLaw(const Histogram& law) : edges(law.edges), mass(law.weights) {
    double total = 0;
    for (const double w : mass) {
      total += w;
    }
    for (double& w : mass) {
      w /= total;
    }
    from_below.assign(edges.size(), 0);
    from_above.assign(edges.size(), 0);
    for (std::size_t i = 0; i < mass.size(); ++i) {
      from_below[i + 1] = from_below[i] + mass[i];
    }
    for (std::size_t i = mass.size(); i-- > 0;) {
      from_above[i] = from_above[i + 1] + mass[i];
    }
  }
  std::size_t bin(double x) const {
    const auto above = std::upper_bound(edges.begin(), edges.end(), x);
    return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(
        above - edges.begin() - 1, 0, static_cast<std::ptrdiff_t>(mass.size()) - 1));
  }
  double pdf(double x) const {
    const std::size_t i = bin(x);
    return x < edges.front() || x > edges.back() ? 0 : mass[i] / (edges[i + 1] - edges[i]);
  }
  Tail tails(double x) const {
    x = std::clamp(x, edges.front(), edges.back());
    const std::size_t i = bin(x);
    const double width = edges[i + 1] - edges[i];
    return {from_below[i] + mass[i] * ((x - edges[i]) / width),
            from_above[i + 1] + mass[i] * ((edges[i + 1] - x) / width)};
  }
  double quantile(Tail t) const {
    if (t.p < t.q) {
      const auto edge = std::upper_bound(from_below.begin(), from_below.end(), t.p);
      const auto i = static_cast<std::size_t>(edge - from_below.begin()) - 1;
      return edges[i] + (edges[i + 1] - edges[i]) * ((t.p - from_below[i]) / mass[i]);
    }
    // from_above falls along the edges: the last edge that still has more than q above it starts
    // the bin.
    std::size_t i = mass.size() - 1;
    while (i > 0 && from_above[i] <= t.q) {
      --i;
    }
    return edges[i + 1] - (edges[i + 1] - edges[i]) * ((t.q - from_above[i + 1]) / mass[i]);
  }
  std::array<double, 2> support() const { return {edges.front(), edges.back()}; }
  double mean() const {
    double sum = 0;
    for (std::size_t i = 0; i < mass.size(); ++i) {
      sum += mass[i] * 0.5 * (edges[i] + edges[i + 1]);
    }
    return sum;
  }
  double variance() const {
    const double m = mean();
    double sum = 0;
    for (std::size_t i = 0; i < mass.size(); ++i) {
      const double width = edges[i + 1] - edges[i];
      const double centre = 0.5 * (edges[i] + edges[i + 1]) - m;
      sum += mass[i] * (centre * centre + width * width / 12);
    }
    return sum;
  }
  std::vector<double> knots() const { return edges; }
};

inline UniformLaw law_of(const Uniform& law) {
  return UniformLaw(law);
}
inline LoguniformLaw law_of(const Loguniform& law) {
  return LoguniformLaw(law);
}
inline NormalLaw law_of(const Normal& law) {
  return NormalLaw(law);
}
inline LognormalLaw law_of(const Lognormal& law) {
  return LognormalLaw(law);
}
inline ExponentialLaw law_of(const Exponential& law) {
  return ExponentialLaw(law);
}
inline TriangularLaw law_of(const Triangular& law) {
  return TriangularLaw(law);
}
inline HistogramLaw law_of(const Histogram& law) {
  return HistogramLaw(law);
}

/// A law cut to [a, b]. With pa = P(X <= a), qb = P(X > b) and Z the mass between, the cut law has
/// P(X <= x) = pa + p Z and P(X > x) = qb + q Z in the uncut one: sums of positive terms, so that a
/// cut far in a tail loses no digits (docs/methods/distributions.md Eq. 2).
template <class Law>
struct Truncated {
  Law law;
  double a, b;
  double pa, qb, z;

  Truncated(Law whole, double lower, double upper) : law(std::move(whole)) {
    const auto [lo, hi] = law.support();
    a = std::max(lower, lo);
    b = std::min(upper, hi);
    pa = a == lo ? 0 : law.tails(a).p;
    qb = b == hi ? 0 : law.tails(b).q;
    z = a == lo && b == hi ? 1 : mass(a, b);
  }

  /// Mass of the uncut law between x and y, from whichever tail is small. Where the two are so
  /// close that their difference loses digits, the density between them is integrated instead.
  double mass(double x, double y) const {
    const Tail tx = law.tails(x);
    const Tail ty = law.tails(y);
    const bool upper = tx.p > 0.5;
    const double whole_tail = upper ? tx.q : ty.p;
    const double difference = upper ? tx.q - ty.q : ty.p <= 0.5 ? ty.p - tx.p : (1 - tx.p) - ty.q;
    if (difference > 0.05 * whole_tail || !law.knots().empty() || std::isinf(x) || std::isinf(y)) {
      return difference;
    }
    return boost::math::quadrature::gauss<double, 20>::integrate(
        [&](double t) { return law.pdf(t); }, x, y);
  }

  bool whole() const { return z == 1 && pa == 0 && qb == 0; }
  double pdf(double x) const { return x < a || x > b ? 0 : law.pdf(x) / z; }
  Tail tails(double x) const {
    if (x <= a) {
      return {0, 1};
    }
    if (x >= b) {
      return {1, 0};
    }
    return whole() ? law.tails(x) : Tail{mass(a, x) / z, mass(x, b) / z};
  }
  double quantile(Tail t) const {
    return std::clamp(law.quantile({pa + t.p * z, qb + t.q * z}), a, b);
  }
};

/// Calls f with the law of `d`, cut where it is cut.
template <class F>
decltype(auto) with_law(const Distribution& d, F&& f) {
  return std::visit([&](const auto& law) { return f(Truncated(law_of(law), d.lower, d.upper)); },
                    d.law);
}

}  // namespace uq::detail
