#include "perfmodels/builtin.hpp"
#include "perfmodels/known/function_detail.hpp"

#include <array>
#include <cmath>

namespace uq::perfmodels {

Model flood(const Config& config) {
  const ConfigReader read("known/flood", config, no_config());
  // docs/methods/known.md Eq. 34.
  const auto value = [](const double* x) {
    const double q = x[0], ks = x[1], zv = x[2], zm = x[3], b = x[4], l = x[5], zb = x[6],
                 hd = x[7];
    const double height = std::pow(q / (ks * b * std::sqrt((zm - zv) / l)), 0.6);
    return std::array{height, height + zv - zb - hd};
  };
  return known::PointFunction(
      "known/flood",
      {known::positive("Q", "m^3/s", "flow of the river", 1261),
       known::positive("Ks", "m^(1/3)/s", "Strickler's coefficient of the river bed", 30.3),
       known::free("Zv", "m", "level of the bed downstream", 50),
       known::free("Zm", "m", "level of the bed upstream, above Zv", 55),
       known::positive("B", "m", "width of the river", 300),
       known::positive("L", "m", "length of the stretch", 5000),
       known::free("Zb", "m", "level of the bank", 55.5),
       known::free("Hd", "m", "height of the dyke", 8)},
      {{.name = "H", .unit = "m", .doc = "depth of the water", .categories = {}},
       {.name = "S", .unit = "m", .doc = "water above the dyke", .categories = {}}},
      value);
}

}  // namespace uq::perfmodels
