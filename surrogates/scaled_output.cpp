#include "surrogates/scaled_output_detail.hpp"
#include "uq/core/error.hpp"

#include <cmath>
#include <limits>
#include <string>

namespace uq::surrogates::detail {

ScaledOutput scaled_output(const Vector& y) {
  for (Index i = 0; i < y.size(); ++i) {
    expects(std::isfinite(y(i)), "output " + std::to_string(i) + " is not finite");
  }
  // Twice, each time by a power of two: first so that differences do not overflow, then so that
  // squares neither overflow nor vanish.
  const auto exponent = [](const Vector& values) {
    const double largest = values.cwiseAbs().maxCoeff();
    return largest > 0 ? std::ilogb(largest) : 0;
  };
  const auto scale = [](const Vector& values, int by) {
    return Vector(values.unaryExpr([by](double value) { return std::ldexp(value, -by); }));
  };
  ScaledOutput output;
  const int outer = exponent(y);
  output.values = scale(y, outer);
  const double rounding = std::numeric_limits<double>::epsilon() * output.values.norm();
  output.values.array() -= output.values(0);
  const int inner = exponent(output.values);
  output.values = scale(output.values, inner);
  output.mean = output.values.mean();
  output.values.array() -= output.mean;
  output.origin = y(0);
  output.exponent = outer + inner;
  output.rounding = std::ldexp(rounding, -inner) +
                    2 * std::numeric_limits<double>::epsilon() * output.values.norm();
  return output;
}

}  // namespace uq::surrogates::detail
