#include "uq/distributions/conditioned_body_detail.hpp"
#include "uq/distributions/sections_detail.hpp"

#include <cmath>
#include <limits>

namespace uq::detail {

template struct Conditioned<ParetoKernel>;

double ParetoKernel::distance(double a, double b) const {
  return log_quotient(a, b);
}

// Beyond a the law is a Pareto law again, from a on.
std::optional<Moments> ParetoKernel::moments(double lo, double hi) const {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (hi < HUGE_VAL) {
    return std::nullopt;
  }
  if (shape <= 1) {
    return Moments{none, none};
  }
  const double mean = lo * (shape / (shape - 1));
  const double ratio = 1 / (shape * (shape - 2));  // variance / mean^2
  return Moments{mean, shape <= 2 ? HUGE_VAL : ratio * mean * mean};
}

}  // namespace uq::detail
