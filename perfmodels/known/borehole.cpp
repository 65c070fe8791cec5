#include "perfmodels/builtin.hpp"
#include "perfmodels/known/function_detail.hpp"

#include <cmath>
#include <numbers>

namespace uq::perfmodels {

Model borehole(const Config& config) {
  const ConfigReader read("known/borehole", config, no_config());
  // docs/methods/known.md Eq. 35.
  const auto value = [](const double* x) {
    const double rw = x[0], r = x[1], tu = x[2], hu = x[3], tl = x[4], hl = x[5], l = x[6],
                 kw = x[7];
    const double spread = std::log(r / rw);
    return 2 * std::numbers::pi * tu * (hu - hl) /
           (spread * (1 + 2 * l * tu / (spread * (rw * rw) * kw) + tu / tl));
  };
  return known::PointFunction(
      "known/borehole",
      {known::positive("rw", "m", "radius of the borehole", 0.1),
       known::positive("r", "m", "radius of influence", 2230),
       known::positive("Tu", "m^2/yr", "transmissivity of the upper aquifer", 89335),
       known::free("Hu", "m", "potentiometric head of the upper aquifer", 1050),
       known::positive("Tl", "m^2/yr", "transmissivity of the lower aquifer", 89.55),
       known::free("Hl", "m", "potentiometric head of the lower aquifer", 760),
       known::positive("L", "m", "length of the borehole", 1400),
       known::positive("Kw", "m/yr", "hydraulic conductivity of the borehole", 10950)},
      {{.name = "flow", .unit = "m^3/yr", .doc = "flow of water through it", .categories = {}}},
      value);
}

}  // namespace uq::perfmodels
