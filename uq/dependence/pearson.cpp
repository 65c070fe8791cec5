#include "uq/core/error.hpp"
#include "uq/dependence/correlation.hpp"
#include "uq/dependence/nataf_detail.hpp"

#include <boost/math/tools/roots.hpp>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>
#include <string>
#include <variant>

namespace uq {
namespace {

using Curve = std::function<double(double r)>;  // Pearson correlation as a function of the latent

enum class Shape { normal, lognormal, uniform, other };

struct Known {
  Shape shape;
  double sd_log;  // of a lognormal law
};

Known known(const Distribution& d) {
  const bool whole = std::isinf(d.lower) && std::isinf(d.upper);
  if (std::holds_alternative<Uniform>(d.law)) {
    return {Shape::uniform, 0};  // truncated or not
  }
  if (whole && std::holds_alternative<Normal>(d.law)) {
    return {Shape::normal, 0};
  }
  if (const auto* law = std::get_if<Lognormal>(&d.law); law != nullptr && whole) {
    return {Shape::lognormal, law->sd_log};
  }
  return {Shape::other, 0};
}

// Eq. 4. The laws are in the order of `Shape`.
Curve closed_form(Known x, Known y) {
  using std::numbers::pi;
  const double s = x.sd_log;
  const double t = y.sd_log;
  const auto spread = [](double sd_log) { return std::sqrt(std::expm1(sd_log * sd_log)); };
  if (x.shape == Shape::normal && y.shape == Shape::normal) {
    return [](double r) { return r; };
  }
  if (x.shape == Shape::normal && y.shape == Shape::lognormal) {
    return [slope = t / spread(t)](double r) { return slope * r; };
  }
  if (x.shape == Shape::normal && y.shape == Shape::uniform) {
    return [](double r) { return std::sqrt(3 / pi) * r; };
  }
  if (x.shape == Shape::lognormal && y.shape == Shape::lognormal) {
    return
        [s, t, scale = spread(s) * spread(t)](double r) { return std::expm1(r * s * t) / scale; };
  }
  if (x.shape == Shape::lognormal && y.shape == Shape::uniform) {
    return
        [s, scale = std::sqrt(3.0) / spread(s)](double r) { return scale * std::erf(r * s / 2); };
  }
  if (x.shape == Shape::uniform && y.shape == Shape::uniform) {
    return [](double r) { return 6 / pi * std::asin(r / 2); };
  }
  return {};
}

Curve curve(const Distribution& x, const Distribution& y, const char* function) {
  const Known a = known(x);
  const Known b = known(y);
  if (Curve closed = a.shape <= b.shape ? closed_form(a, b) : closed_form(b, a)) {
    return closed;
  }
  return detail::Nataf(detail::ScoreFunction(x, function), detail::ScoreFunction(y, function));
}

void expects_correlation(double value, const char* function) {
  expects(value >= -1 && value <= 1,
          "correlation " + std::to_string(value) + ", required is -1 to 1",
          function);
}

}  // namespace

double pearson_from_latent(const Distribution& x, const Distribution& y, double r) {
  expects_correlation(r, __func__);
  return curve(x, y, __func__)(r);
}

std::optional<double> latent_from_pearson(const Distribution& x,
                                          const Distribution& y,
                                          double rho) {
  expects_correlation(rho, __func__);
  const Curve pearson = curve(x, y, __func__);
  const double least = pearson(-1);
  const double most = pearson(1);
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  if (rho < least - rounding || rho > most + rounding) {
    return std::nullopt;
  }
  if (rho <= least || rho >= most) {
    return rho <= least ? -1 : 1;
  }
  std::uintmax_t iterations = 200;
  const auto [lower, upper] =
      boost::math::tools::toms748_solve([&](double r) { return pearson(r) - rho; },
                                        -1.0,
                                        1.0,
                                        least - rho,
                                        most - rho,
                                        boost::math::tools::eps_tolerance<double>(52),
                                        iterations);
  return 0.5 * (lower + upper);
}

std::array<double, 2> pearson_range(const Distribution& x, const Distribution& y) {
  const Curve pearson = curve(x, y, __func__);
  return {pearson(-1), pearson(1)};
}

}  // namespace uq
