#pragma once

#include "uq/core/philox.hpp"
#include "uq/distributions/distribution.hpp"

#include <cmath>
#include <limits>
#include <vector>

/// Laws with random parameters, for property tests over all families.
namespace uq::test {

inline constexpr std::size_t families = std::variant_size_v<Distribution::Law>;

/// One law of a family with its random choices: draw k of the stream, for k = 0, 1, …
class RandomLaw {
 public:
  explicit RandomLaw(Seed seed) : draws_(128) { philox_uniforms(seed, 0, draws_); }

  double uniform() { return draws_.at(next_++); }
  /// 10^±decades, log-uniform.
  double magnitude(double decades) { return std::pow(10, decades * (2 * uniform() - 1)); }
  double sign() { return uniform() < 0.5 ? -1 : 1; }

  /// Shapes within 1e±2, scales within 1e±60, centres from 1e-6 to 1e6 scales off 0 or at 0.
  Distribution::Law law(std::size_t family) {
    const double scale = magnitude(60);
    const double center = uniform() < 0.2 ? 0 : sign() * scale * magnitude(6);
    switch (family) {
      case 0:
        return Uniform{center, center + scale};
      case 1:
        return Loguniform{scale, scale * (1 + magnitude(8))};
      case 2:
        return Normal{center, scale};
      case 3:
        return Lognormal{sign() * magnitude(2), magnitude(1.5)};
      case 4:
        return Exponential{scale};
      case 5:
        return Triangular{
            center, center + (uniform() < 0.2 ? 0 : uniform()) * scale, center + scale};
      case 6:
        return histogram(center, scale);
      case 7:
        return Beta{magnitude(2), magnitude(2), center, center + scale};
      case 8:
        return Gamma{magnitude(2), scale};
      case 9:
        return Weibull{magnitude(2), scale};
      case 10:
        return Student{magnitude(2), center, scale};
      case 11:
        return Logistic{center, scale};
      case 12:
        return Pareto{scale, magnitude(2)};
      case 13:
        return Gumbel{center, scale};
      case 14: {
        const double lo = std::floor(sign() * magnitude(8));
        return Integer{lo, lo + std::ceil(magnitude(8))};
      }
      case 15: {
        const Histogram steps = histogram(center, scale);
        return Discrete{{steps.edges.begin() + 1, steps.edges.end()}, steps.weights};
      }
      default:
        return Empirical{histogram(center, scale).edges};
    }
  }

  /// The law as it is, or cut at points of it: at one or both sides, narrowly, far out in a tail.
  Distribution truncated(const Distribution::Law& law) {
    Distribution d{law};
    const auto kind = static_cast<int>(6 * uniform());
    if (is_discrete(d) || kind == 0 || !check(d).empty()) {
      return d;
    }
    double a = point(d);
    double b = kind < 4 ? point(d) : a + std::abs(a) * 1e-8 * magnitude(8);
    if (a > b) {
      std::swap(a, b);
    }
    d.lower = kind == 1 ? d.lower : a;
    d.upper = kind == 2 ? d.upper : b;
    return d;
  }

 private:
  Histogram histogram(double lo, double scale) {
    Histogram law{{lo}, {}};
    const auto bins = 1 + static_cast<int>(8 * uniform());
    for (int k = 0; k < bins; ++k) {
      law.edges.push_back(law.edges.back() + scale * magnitude(1));
      law.weights.push_back(k > 0 && uniform() < 0.3 ? 0 : magnitude(3));
    }
    return law;
  }

  // Uniform in probability, or up to 1e-200 out in a tail.
  double point(const Distribution& d) {
    const double tail = std::pow(10, -200 * uniform() * uniform());
    const double side = uniform();
    return side < 0.25  ? quantile(d, tail)
           : side < 0.5 ? quantile_upper(d, tail)
                        : quantile(d, uniform());
  }

  std::vector<double> draws_;
  std::size_t next_ = 0;
};

}  // namespace uq::test
