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
  const double largest = y.cwiseAbs().maxCoeff();
  ScaledOutput output;
  output.exponent = largest > 0 ? std::ilogb(largest) : 0;
  output.values = y.unaryExpr([&](double value) { return std::ldexp(value, -output.exponent); });
  output.rounding = std::numeric_limits<double>::epsilon() * output.values.norm();
  output.values.array() -= output.values(0);
  output.mean = output.values.mean();
  output.values.array() -= output.mean;
  output.origin = y(0);
  output.rounding += 2 * std::numeric_limits<double>::epsilon() * output.values.norm();
  return output;
}

}  // namespace uq::surrogates::detail
