#include "perfmodels/builtin.hpp"
#include "perfmodels/known/function_detail.hpp"
#include "perfmodels/known/oakley_ohagan_detail.hpp"

#include <cmath>

namespace uq::perfmodels {

Model oakley_ohagan(const Config& config) {
  const ConfigReader read("known/oakley_ohagan", config, no_config());
  // docs/methods/known.md Eq. 25.
  const auto value = [](const double* x) {
    double y = 0;
    for (std::size_t i = 0; i < known::oakley_inputs; ++i) {
      double row = 0;
      for (std::size_t j = 0; j < known::oakley_inputs; ++j) {
        row += known::oakley_m[i * known::oakley_inputs + j] * x[j];
      }
      y += known::oakley_a1[i] * x[i] + known::oakley_a2[i] * std::sin(x[i]) +
           known::oakley_a3[i] * std::cos(x[i]) + x[i] * row;
    }
    return y;
  };
  return known::PointFunction(
      "known/oakley_ohagan",
      known::numbered(known::oakley_inputs, "normal(0, 1) in the literature", 0),
      known::output_y("a1.x + a2.sin(x) + a3.cos(x) + x'Mx"),
      value);
}

}  // namespace uq::perfmodels
