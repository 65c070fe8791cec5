#include "perfmodels/builtin.hpp"
#include "perfmodels/known/function_detail.hpp"

#include <cmath>
#include <numbers>

namespace uq::perfmodels {

Model wing_weight(const Config& config) {
  const ConfigReader read("known/wing_weight", config, no_config());
  // docs/methods/known.md Eq. 32.
  const auto value = [](const double* x) {
    const double sw = x[0], wfw = x[1], a = x[2], sweep = x[3], q = x[4], taper = x[5], tc = x[6],
                 nz = x[7], wdg = x[8], wp = x[9];
    const double cosine = std::cos(sweep * std::numbers::pi / 180);
    return 0.036 * std::pow(sw, 0.758) * std::pow(wfw, 0.0035) *
               std::pow(a / (cosine * cosine), 0.6) * std::pow(q, 0.006) * std::pow(taper, 0.04) *
               std::pow(100 * tc / cosine, -0.3) * std::pow(nz * wdg, 0.49) +
           sw * wp;
  };
  InputVariable sweep = known::free("Lambda", "deg", "quarter-chord sweep", 0);
  sweep.lower = -89;
  sweep.upper = 89;
  return known::PointFunction(
      "known/wing_weight",
      {known::positive("Sw", "ft^2", "wing area", 175),
       known::positive("Wfw", "lb", "weight of fuel in the wing", 260),
       known::positive("A", "1", "aspect ratio", 8),
       std::move(sweep),
       known::positive("q", "lb/ft^2", "dynamic pressure at cruise", 30.5),
       known::positive("lambda", "1", "taper ratio", 0.75),
       known::positive("tc", "1", "thickness to chord ratio of the aerofoil", 0.13),
       known::positive("Nz", "1", "ultimate load factor", 4.25),
       known::positive("Wdg", "lb", "flight design gross weight", 2100),
       known::free("Wp", "lb/ft^2", "weight of paint", 0.0525)},
      {{.name = "weight", .unit = "lb", .doc = "weight of the wing", .categories = {}}},
      value);
}

}  // namespace uq::perfmodels
