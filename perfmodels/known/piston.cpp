#include "perfmodels/builtin.hpp"
#include "perfmodels/known/function_detail.hpp"

#include <cmath>
#include <numbers>

namespace uq::perfmodels {

Model piston(const Config& config) {
  const ConfigReader read("known/piston", config, no_config());
  // docs/methods/known.md Eq. 37.
  const auto value = [](const double* x) {
    const double m = x[0], s = x[1], v0 = x[2], k = x[3], p0 = x[4], ta = x[5], t0 = x[6];
    const double gas = p0 * v0 * ta / t0;
    const double a = p0 * s + 19.62 * m - k * v0 / s;
    const double v = s / (2 * k) * (std::sqrt(a * a + 4 * k * gas) - a);
    return 2 * std::numbers::pi * std::sqrt(m / (k + s * s * gas / (v * v)));
  };
  return known::PointFunction(
      "known/piston",
      {known::positive("M", "kg", "mass of the piston", 50),
       known::positive("S", "m^2", "surface of the piston", 0.015),
       known::positive("V0", "m^3", "initial volume of the gas", 0.007),
       known::positive("k", "N/m", "spring constant", 2000),
       known::positive("P0", "N/m^2", "pressure of the atmosphere", 100000),
       known::positive("Ta", "K", "temperature around it", 293),
       known::positive("T0", "K", "temperature of the gas that fills it", 350)},
      {{.name = "cycle", .unit = "s", .doc = "time of one cycle", .categories = {}}},
      value);
}

}  // namespace uq::perfmodels
