#include "perfmodels/builtin.hpp"
#include "perfmodels/known/function_detail.hpp"

namespace uq::perfmodels {

Model cantilever(const Config& config) {
  const ConfigReader read("known/cantilever", config, no_config());
  // docs/methods/known.md Eq. 31.
  const auto value = [](const double* x) {
    const double e = x[0], f = x[1], l = x[2], i = x[3];
    return f * (l * l * l) / (3 * e * i);
  };
  return known::PointFunction(
      "known/cantilever",
      {known::positive("E", "Pa", "Young's modulus", 6.67e10),
       known::free("F", "N", "load at the free end", 298.5),
       known::positive("L", "m", "length", 2.55),
       known::positive("I", "m^4", "second moment of area of the section", 1.45e-7)},
      {{.name = "deflection", .unit = "m", .doc = "deflection of the free end", .categories = {}}},
      value);
}

}  // namespace uq::perfmodels
