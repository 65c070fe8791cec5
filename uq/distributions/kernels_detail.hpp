#pragma once

#include "uq/distributions/distribution.hpp"

#include <array>
#include <cmath>
#include <optional>

/// Smooth laws in the form `Conditioned` (conditioned_detail.hpp) truncates. Each kernel has a
/// coordinate y(x) over the whole real line in which its density, here called weight, is
/// log-concave and analytic, and a Point: x in the units of the standard law, with what keeps its
/// digits. Offered are
///   support(), at(x), peak()        the ends; the Point of x; x of the greatest weight
///   log_weight(x), weight(Point)    ln(weight / greatest weight); the weight itself
///   distance(a, b), step(a, s)      y(b) - y(a); x - a where y(x) = y(a) + s: both uncancelled
///   density(Point), below(Point), above(Point)
///   from_below(p), from_above(q)    quantiles, best for the smaller tail
///   moments(lo, hi)                 mean and variance where a closed form keeps its digits
namespace uq::detail {

struct Moments {
  double mean, variance;
};

/// y = ln(t / (1 - t)), t = (x - lo) / (hi - lo).
struct BetaKernel {
  struct Point {
    double t, c;  ///< c = 1 - t
  };
  double alpha, beta, lo, hi, width;
  double t_peak, c_peak, peak_weight;

  explicit BetaKernel(const Beta&);
  std::array<double, 2> support() const { return {lo, hi}; }
  Point at(double x) const { return {(x - lo) / width, (hi - x) / width}; }
  double peak() const { return at_point({t_peak, c_peak}); }
  double log_weight(Point) const;
  double log_weight(double x) const { return log_weight(at(x)); }
  double weight(Point p) const { return peak_weight * std::exp(log_weight(p)); }
  double log_slope(Point p) const { return alpha * p.c - beta * p.t; }
  Point moved(Point, double s) const;
  double distance(double a, double b) const;
  double step(double a, double s) const;
  double density(Point) const;
  double below(Point) const;
  double above(Point) const;
  double from_below(double p) const;
  double from_above(double q) const;
  std::optional<Moments> moments(double lo, double hi) const;

 private:
  double at_point(Point p) const { return p.t < p.c ? lo + width * p.t : hi - width * p.c; }
  Point start(double p, double q) const;
};

/// y = ln x.
struct GammaKernel {
  using Point = double;  ///< x / scale
  double shape, scale;
  double peak_weight;

  explicit GammaKernel(const Gamma&);
  std::array<double, 2> support() const { return {0, HUGE_VAL}; }
  Point at(double x) const { return x / scale; }
  double peak() const { return shape * scale; }
  double log_weight(double x) const;
  double weight(Point z) const { return peak_weight * std::exp(log_weight(z * scale)); }
  double log_slope(Point z) const { return shape - z; }
  Point moved(Point z, double s) const { return z * std::exp(s); }
  double distance(double a, double b) const;
  double step(double a, double s) const { return a * std::expm1(s); }
  double density(Point) const;
  double below(Point) const;
  double above(Point) const;
  double from_below(double p) const;
  double from_above(double q) const;
  std::optional<Moments> moments(double lo, double hi) const;

 private:
  double leading(double p) const;
};

/// y = ln x; (x / scale)^shape is a standard exponential variable.
struct WeibullKernel {
  using Point = double;  ///< the exponential variable
  double shape, scale;

  explicit WeibullKernel(const Weibull& law) : shape(law.shape), scale(law.scale) {}
  std::array<double, 2> support() const { return {0, HUGE_VAL}; }
  Point at(double x) const { return std::pow(x / scale, shape); }
  double peak() const { return scale; }
  double log_weight(double x) const;
  double weight(Point e) const { return shape * e * std::exp(-e); }
  double distance(double a, double b) const;
  double step(double a, double s) const { return a * std::expm1(s); }
  double density(Point) const;
  double below(Point e) const { return -std::expm1(-e); }
  double above(Point e) const { return std::exp(-e); }
  double from_below(double p) const { return scale * std::pow(-std::log1p(-p), 1 / shape); }
  double from_above(double q) const { return scale * std::pow(-std::log(q), 1 / shape); }
  std::optional<Moments> moments(double lo, double hi) const;
};

/// y = asinh(t / sqrt(df)), t = (x - mean) / scale.
struct StudentKernel {
  using Point = double;       ///< t / sqrt(df) = sinh y
  double df, center, spread;  ///< spread = scale sqrt(df)
  double peak_weight;

  explicit StudentKernel(const Student&);
  std::array<double, 2> support() const { return {-HUGE_VAL, HUGE_VAL}; }
  Point at(double x) const { return (x - center) / spread; }
  double peak() const { return center; }
  double log_weight(double x) const;
  double weight(Point) const;
  double log_slope(Point r) const { return -df * r / std::hypot(1, r); }
  Point moved(Point r, double s) const;
  double distance(double a, double b) const;
  double step(double a, double s) const;
  double density(Point) const;
  double below(Point) const;
  double above(Point r) const { return below(-r); }
  double from_below(double p) const;
  double from_above(double q) const;
  std::optional<Moments> moments(double lo, double hi) const;

 private:
  double tail(double p) const;
  std::optional<Moments> upper_moments(double t) const;
};

/// y = x / scale.
struct LogisticKernel {
  using Point = double;  ///< (x - mean) / scale
  double center, scale;

  explicit LogisticKernel(const Logistic& law) : center(law.mean), scale(law.scale) {}
  std::array<double, 2> support() const { return {-HUGE_VAL, HUGE_VAL}; }
  Point at(double x) const { return (x - center) / scale; }
  double peak() const { return center; }
  double log_weight(double x) const;
  double weight(Point) const;
  double distance(double a, double b) const { return (b - a) / scale; }
  double step(double, double s) const { return s * scale; }
  double density(Point z) const { return weight(z) / scale; }
  double below(Point z) const { return 1 / (1 + std::exp(-z)); }
  double above(Point z) const { return 1 / (1 + std::exp(z)); }
  double from_below(double p) const;
  double from_above(double q) const { return 2 * center - from_below(q); }
  std::optional<Moments> moments(double lo, double hi) const;
};

/// y = ln x.
struct ParetoKernel {
  using Point = double;  ///< ln(x / scale)
  double scale, shape;

  explicit ParetoKernel(const Pareto& law) : scale(law.scale), shape(law.shape) {}
  std::array<double, 2> support() const { return {scale, HUGE_VAL}; }
  Point at(double x) const { return distance(scale, x); }
  double peak() const { return scale; }
  double log_weight(double x) const { return -shape * at(x); }
  double weight(Point z) const { return shape * std::exp(-shape * z); }
  double distance(double a, double b) const;
  double step(double a, double s) const { return a * std::expm1(s); }
  double density(Point z) const { return weight(z) / (scale * std::exp(z)); }
  double below(Point z) const { return -std::expm1(-shape * z); }
  double above(Point z) const { return std::exp(-shape * z); }
  double from_below(double p) const { return scale * std::exp(-std::log1p(-p) / shape); }
  double from_above(double q) const { return scale * std::exp(-std::log(q) / shape); }
  std::optional<Moments> moments(double lo, double hi) const;
};

/// y = x / scale; exp(-(x - mode) / scale) is a standard exponential variable.
struct GumbelKernel {
  using Point = double;  ///< (x - mode) / scale
  double mode, scale;

  explicit GumbelKernel(const Gumbel& law) : mode(law.mode), scale(law.scale) {}
  std::array<double, 2> support() const { return {-HUGE_VAL, HUGE_VAL}; }
  Point at(double x) const { return (x - mode) / scale; }
  double peak() const { return mode; }
  double log_weight(double x) const;
  double weight(Point z) const { return std::exp(-z - std::exp(-z)); }
  double distance(double a, double b) const { return (b - a) / scale; }
  double step(double, double s) const { return s * scale; }
  double density(Point z) const { return weight(z) / scale; }
  double below(Point z) const { return std::exp(-std::exp(-z)); }
  double above(Point z) const { return -std::expm1(-std::exp(-z)); }
  double from_below(double p) const { return mode - scale * std::log(-std::log(p)); }
  double from_above(double q) const { return mode - scale * std::log(-std::log1p(-q)); }
  std::optional<Moments> moments(double lo, double hi) const;
};

/// ln(b / a) without cancellation for b close to a, 0 <= a.
double log_quotient(double a, double b);

}  // namespace uq::detail
