#include "uq/core/error.hpp"
#include "uq/distributions/sections_detail.hpp"
#include "uq/polynomials/gauss.hpp"
#include "uq/polynomials/measure_detail.hpp"

#include <boost/math/quadrature/gauss.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

/// Closed forms are of Gautschi (2004), Table 1.1, docs/methods/pce.md Eq. 30; the others are built
/// from points that stand for the law, Eq. 31.
namespace uq::detail {
namespace {

Recurrence empty(Index degree) {
  return {Vector::Zero(degree + 1), Vector::Ones(degree + 1)};
}

Recurrence legendre(Index degree) {
  Recurrence r = empty(degree);
  for (Index k = 1; k <= degree; ++k) {
    const auto n = static_cast<double>(k);
    r.b(k) = n * n / (4 * n * n - 1);
  }
  return r;
}

Recurrence hermite(Index degree) {
  Recurrence r = empty(degree);
  for (Index k = 1; k <= degree; ++k) {
    r.b(k) = static_cast<double>(k);
  }
  return r;
}

// Of (x - mean) / sd for a gamma law, so that great shapes are near Hermite's.
Recurrence laguerre(double shape, Index degree) {
  Recurrence r = empty(degree);
  for (Index k = 1; k <= degree; ++k) {
    const auto n = static_cast<double>(k);
    r.a(k) = 2 * n / std::sqrt(shape);
    r.b(k) = n * ((n - 1) / shape + 1);
  }
  return r;
}

// Weight (1 - t)^alpha (1 + t)^beta on [-1, 1].
Recurrence jacobi(double alpha, double beta, Index degree) {
  Recurrence r = empty(degree);
  const double sum = alpha + beta;
  r.a(0) = (beta - alpha) / (sum + 2);
  for (Index k = 1; k <= degree; ++k) {
    const auto n = static_cast<double>(k);
    const double m = 2 * n + sum;
    r.a(k) = (beta - alpha) * (sum / m) / (m + 2);
    // The factors n + sum and m - 1 are equal for n = 1 and may both vanish there.
    const double quotient = k == 1 ? 1 : (n + sum) / (m - 1);
    r.b(k) = 4 * n * ((n + alpha) / m) * ((n + beta) / m) * quotient / (m + 1);
  }
  return r;
}

// Discrete Chebyshev polynomials of `count` equidistant, equally likely values, of spacing 1 around
// 0, divided by `scale`.
Recurrence chebyshev(double count, double scale, Index degree) {
  Recurrence r = empty(std::min(degree, static_cast<Index>(std::min(count, 1e9)) - 1));
  for (Index k = 1; k <= r.degree(); ++k) {
    const auto n = static_cast<double>(k);
    r.b(k) = n * n / (4 * (4 * n * n - 1)) * ((count - n) / scale) * ((count + n) / scale);
  }
  return r;
}

constexpr Index points_of_panel = 20;

double positive(double scale) {
  return scale > 0 && std::isfinite(scale) ? scale : 1;
}

// Points of equal or weighted probability. @param values increasing
Measure of_atoms(std::span<const double> values,
                 std::span<const double> weights,
                 double centre,
                 double scale) {
  std::vector<double> t, w;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double weight = weights.empty() ? 1 : weights[i];
    if (i > 0 && values[i] == values[i - 1]) {
      w.back() += weight;
    } else {
      t.push_back((values[i] - centre) / scale);
      w.push_back(weight);
    }
  }
  const auto n = static_cast<Index>(t.size());
  return {Vector::Map(t.data(), n), Vector::Map(w.data(), n)};
}

// A piecewise linear density: Gauss rules on its pieces are exact.
Measure of_ramps(const Ramps& ramps, double centre, double scale, Index degree) {
  // In steps, so that lower degrees have the same bits in a longer recurrence.
  const Index nodes = 32 * ((degree + 2 + 31) / 32);
  const Rule rule = gauss(legendre(nodes - 1), nodes);
  const Index each = rule.nodes.size();
  Measure m{Vector(static_cast<Index>(ramps.pieces.size()) * each), {}};
  m.weights.resize(m.t.size());
  Index at = 0;
  for (const Ramp& piece : ramps.pieces) {
    for (Index i = 0; i < each; ++i) {
      const double u = 0.5 * (1 + rule.nodes(i));
      const double height = piece.f0 + u * (piece.f1 - piece.f0);
      if (height > 0) {
        m.t(at) = (piece.x0 - centre) / scale + u * (piece.width() / scale);
        m.weights(at++) = rule.weights(i) * height * (piece.width() / ramps.unit);
      }
    }
  }
  m.t.conservativeResize(at);
  m.weights.conservativeResize(at);
  return m;
}

// Gauss-Legendre nodes on `panels` of [from, to] of a normal score, appended to a measure.
template <class Shape>
void add_panels(const Shape& shape,
                double from,
                double to,
                int panels,
                double centre,
                double scale,
                Measure& m) {
  using Gauss = boost::math::quadrature::gauss<double, 20>;
  const auto half = static_cast<Index>(Gauss::abscissa().size());
  const double width = (to - from) / panels;
  Index at = m.t.size();
  m.t.conservativeResize(at + panels * points_of_panel);
  m.weights.conservativeResize(m.t.size());
  for (int panel = 0; panel < panels; ++panel) {
    for (Index i = 0; i < points_of_panel; ++i) {
      const auto k = static_cast<std::size_t>(i < half ? half - 1 - i : i - half);
      const double node = i < half ? -Gauss::abscissa()[k] : Gauss::abscissa()[k];
      const double z = from + width * (panel + 0.5 * (1 + node));
      const double tail = 0.5 * std::erfc(std::abs(z) * 0.70710678118654752440);
      const double x = z <= 0 ? shape.quantile(tail) : shape.quantile_upper(tail);
      m.t(at) = (x - centre) / scale;
      m.weights(at++) = 0.5 * width * Gauss::weights()[k] * std::exp(-0.5 * z * z);
    }
  }
}

// A smooth law over its normal score, in which it has no ends and its tails fall like a Gaussian
// whatever they are in x; as far as a double can follow.
template <class Shape>
Measure of_scores(const Shape& shape, double centre, double scale, int inner_panels) {
  constexpr double inner = 9;
  constexpr double outer = 37;
  constexpr int outer_panels = 28;
  Measure m{{}, {}, points_of_panel};
  add_panels(shape, -outer, -inner, outer_panels, centre, scale, m);
  add_panels(shape, -inner, inner, inner_panels, centre, scale, m);
  add_panels(shape, inner, outer, outer_panels, centre, scale, m);
  return m;
}

void expects_moments(const Distribution& law, Index degree) {
  double moments = std::numeric_limits<double>::infinity();
  const auto [lo, hi] = support(law);
  if (const auto* student = std::get_if<Student>(&law.law); student && std::isinf(hi - lo)) {
    moments = student->df;
  } else if (const auto* pareto = std::get_if<Pareto>(&law.law); pareto && std::isinf(hi)) {
    moments = pareto->shape;
  }
  expects(moments > static_cast<double>(2 * degree + 1),
          "polynomials of degree " + std::to_string(degree) + " need moments up to " +
              std::to_string(2 * degree + 1) + "; this law has those below " +
              std::to_string(moments),
          "recurrence");
}

class Standardise {
 public:
  explicit Standardise(Index d) : degree(d) {}

  Standardised operator()(const Flat& s) const {
    return {s.lo + 0.5 * (s.hi - s.lo), 0.5 * (s.hi - s.lo), legendre(degree)};
  }
  Standardised operator()(const NormalSection& s) const {
    return std::isinf(s.lo) && std::isinf(s.hi) ? Standardised{s.center, s.scale, hermite(degree)}
                                                : built(s);
  }
  Standardised operator()(const ExponentialSection& s) const {
    return std::isinf(s.width) ? Standardised{s.lo + s.scale, s.scale, laguerre(1, degree)}
                               : built(s);
  }
  Standardised operator()(const Conditioned<GammaKernel>& s) const {
    const double shape = s.kernel.shape;
    return whole(s) ? Standardised{shape * s.kernel.scale,
                                   std::sqrt(shape) * s.kernel.scale,
                                   laguerre(shape, degree)}
                    : built(s);
  }
  Standardised operator()(const Conditioned<BetaKernel>& s) const {
    return whole(s) ? Standardised{s.lo + 0.5 * (s.hi - s.lo),
                                   0.5 * (s.hi - s.lo),
                                   jacobi(s.kernel.beta - 1, s.kernel.alpha - 1, degree)}
                    : built(s);
  }
  Standardised operator()(const IntegerSection& s) const {
    const double scale = positive(std::sqrt(s.variance()));
    Recurrence r = chebyshev(s.count, scale, degree);
    // Forward recurrence in a degree beyond the root of the count is unstable: few values are
    // looked at one by one.
    if (s.count <= 4 * static_cast<double>((degree + 1) * (degree + 1))) {
      const auto n = static_cast<Index>(s.count);
      const Vector t = Vector::LinSpaced(n, s.lo - s.mean(), s.hi - s.mean()) / scale;
      r = recurrence_of({t, Vector::Ones(n)}, degree);
    }
    return {s.mean(), scale, r};
  }
  Standardised operator()(const AtomsSection& s) const {
    return built(s, [&](double centre, double scale) {
      return of_atoms(s.values, s.weights, centre, scale);
    });
  }
  Standardised operator()(const EmpiricalSection& s) const {
    return built(
        s, [&](double centre, double scale) { return of_atoms(s.values, {}, centre, scale); });
  }
  Standardised operator()(const Ramps& s) const {
    return built(s,
                 [&](double centre, double scale) { return of_ramps(s, centre, scale, degree); });
  }
  template <class Shape>
  Standardised operator()(const Shape& s) const {
    return built(s);
  }

 private:
  template <class Shape>
  static bool whole(const Shape& s) {
    const auto [lo, hi] = s.kernel.support();
    return s.lo == lo && s.hi == hi;
  }

  template <class Shape, class Points>
  Standardised built(const Shape& s, const Points& points) const {
    const double centre = s.mean();
    const double scale = positive(std::sqrt(s.variance()));
    return {centre, scale, recurrence_of(points(centre, scale), degree)};
  }

  template <class Shape>
  Standardised built(const Shape& s) const {
    const double centre = s.mean();
    const double scale = positive(std::sqrt(s.variance()));
    const Measure coarse = of_scores(s, centre, scale, 48);
    return {centre, scale, recurrence_of(of_scores(s, centre, scale, 72), degree, &coarse)};
  }

  Index degree;
};

}  // namespace

Standardised standardised(const Distribution& law, Index degree) {
  expects_moments(law, degree);
  return std::visit(Standardise(degree), section(law));
}

}  // namespace uq::detail
