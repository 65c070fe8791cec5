#include "perfmodels/builtin.hpp"
#include "perfmodels/known/function_detail.hpp"

#include <cmath>

namespace uq::perfmodels {

std::vector<ConfigKey> power_product_config() {
  return {{"exponents", "array of numbers, one per input", "[-1, -3, 4, -1, 1]", "power of x_i"},
          {"const", "number", "1", "constant factor"}};
}

Model power_product(const Config& config) {
  const ConfigReader read("known/power_product", config, power_product_config());
  const std::vector<double> exponents = known::finite(read, "exponents", {-1, -3, 4, -1, 1});
  const double constant = known::finite(read, "const", 1);
  // docs/methods/known.md Eq. 28.
  const auto value = [exponents, constant](const double* x) {
    double y = constant;
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      y *= std::pow(x[i], exponents[i]);
    }
    return y;
  };
  std::vector<InputVariable> inputs =
      known::numbered(exponents.size(), "lognormal for exact indices", 1);
  for (InputVariable& input : inputs) {
    input.lower = 0;
    input.lower_open = true;
  }
  return known::PointFunction("known/power_product(const=" + number_text(constant) +
                                  ", exponents=" + known::list_text(exponents) + ")",
                              std::move(inputs),
                              known::output_y("const prod_i x_i^exponents_i"),
                              value);
}

Model beam(const Config& config) {
  const ConfigReader read("known/beam", config, no_config());
  // docs/methods/known.md Eq. 30.
  const auto value = [](const double* x) {
    const double b = x[0], h = x[1], l = x[2], e = x[3], p = x[4];
    return 5.0 / 32 * p * std::pow(l, 4) / (e * b * (h * h * h));
  };
  return known::PointFunction(
      "known/beam",
      {known::positive("b", "m", "width of the section", 0.1498),
       known::positive("h", "m", "height of the section", 0.2996),
       known::positive("L", "m", "length of the beam", 5),
       known::positive("E", "Pa", "Young's modulus", 2.967e10),
       known::positive("p", "N/m", "load per length", 9806)},
      {{.name = "deflection", .unit = "m", .doc = "deflection at midspan", .categories = {}}},
      value);
}

}  // namespace uq::perfmodels
