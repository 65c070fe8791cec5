#include "perfmodels/known/exact.hpp"

#include "uq/core/error.hpp"

#include <cmath>
#include <numbers>

namespace uq::perfmodels {

ExactIndices ishigami_exact(double a, double b) {
  expects(std::isfinite(a) && std::isfinite(b), "a and b must be finite");
  const double pi4 = std::pow(std::numbers::pi, 4);
  // Eq. 2 of known.md. V_1 is written as a square, so that b < 0 cancels only where it truly does.
  const double v1 = (1 + b * pi4 / 5) * (1 + b * pi4 / 5) / 2;
  const double v2 = a * a / 8;
  const double v13 = 8 * (b * pi4) * (b * pi4) / 225;
  const double variance = v1 + v2 + v13;
  Matrix second = Matrix::Zero(3, 3);
  second(0, 2) = second(2, 0) = v13 / variance;
  return {.mean = a / 2,
          .variance = variance,
          .first = Vector{{v1 / variance, v2 / variance, 0.0}},
          .total = Vector{{(v1 + v13) / variance, v2 / variance, v13 / variance}},
          .second = std::move(second)};
}

ExactIndices linear_exact(std::span<const double> c,
                          std::span<const double> means,
                          std::span<const double> variances) {
  expects(!c.empty() && means.size() == c.size() && variances.size() == c.size(),
          "c, means and variances must hold one number per input");
  const auto inputs = static_cast<Index>(c.size());
  ExactIndices exact{.first = Vector(inputs), .total = {}, .second = Matrix::Zero(inputs, inputs)};
  for (std::size_t i = 0; i < c.size(); ++i) {
    expects(std::isfinite(c[i] * means[i]) && std::isfinite(c[i] * c[i] * variances[i]),
            "c, means and variances must be finite");
    exact.mean += c[i] * means[i];
    exact.first(static_cast<Index>(i)) = c[i] * c[i] * variances[i];
  }
  exact.variance = exact.first.sum();  // Eq. 12
  exact.first /= exact.variance;
  exact.total = exact.first;
  return exact;
}

ExactIndices friedman_exact(double k12, double c3, double c4, double c5) {
  expects(std::isfinite(k12) && std::isfinite(c3) && std::isfinite(c4) && std::isfinite(c5),
          "k12, c3, c4 and c5 must be finite");
  using std::numbers::pi;
  // Eq. 18, 19: sine integrals at pi and 2 pi, and Cin(pi) = gamma + ln(pi) - Ci(pi).
  const double si_pi = 1.85193705198246617036;
  const double si_2pi = 1.41815157613262845025;
  const double cin_pi = 1.64827763870450754876;
  const double mean = cin_pi / pi;
  const double alone = (2 * si_pi - si_2pi - 4 / pi) / pi - mean * mean;
  const double both = 0.5 - si_2pi / (4 * pi) - mean * mean;
  const Vector parts{{k12 * k12 * alone,
                      k12 * k12 * alone,
                      c3 * c3 / 180,
                      c4 * c4 / 12,
                      c5 * c5 / 12,
                      0.0}};  // Eq. 20
  const double shared = k12 * k12 * (both - 2 * alone);
  const double variance = parts.sum() + shared;
  ExactIndices exact{.mean = k12 * mean + c3 / 12 + (c4 + c5) / 2,
                     .variance = variance,
                     .first = parts / variance,
                     .total = parts / variance,
                     .second = Matrix::Zero(6, 6)};
  exact.second(0, 1) = exact.second(1, 0) = shared / variance;
  exact.total(0) += shared / variance;
  exact.total(1) += shared / variance;
  return exact;
}

}  // namespace uq::perfmodels
