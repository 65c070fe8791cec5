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
  return {.mean = a / 2,
          .variance = variance,
          .first = Vector{{v1 / variance, v2 / variance, 0.0}},
          .total = Vector{{(v1 + v13) / variance, v2 / variance, v13 / variance}}};
}

ExactIndices g_function_exact(std::span<const double> a) {
  expects(!a.empty(), "a must hold one number per input");
  const auto inputs = static_cast<Index>(a.size());
  Vector part(inputs);  // V_i, known.md Eq. 5
  double log_product = 0;
  for (Index i = 0; i < inputs; ++i) {
    const double ai = a[static_cast<std::size_t>(i)];
    expects(std::isfinite(ai) && ai >= 0, "each a must be finite and >= 0");
    part(i) = 1 / (3 * (1 + ai) * (1 + ai));
    log_product += std::log1p(part(i));
  }
  // expm1 of the logarithm keeps all digits when every V_i is tiny.
  const double variance = std::expm1(log_product);
  ExactIndices exact{.mean = 1, .variance = variance, .first = part / variance, .total = part};
  for (Index i = 0; i < inputs; ++i) {
    exact.total(i) = part(i) / (1 + part(i)) * (1 + variance) / variance;
  }
  return exact;
}

}  // namespace uq::perfmodels
