#include "perfmodels/builtin.hpp"
#include "perfmodels/known/function_detail.hpp"

namespace uq::perfmodels {

std::vector<ConfigKey> linear_function_config() {
  return {{"c",
           "array of numbers, one per input",
           "[1, -2, 0.5, 3, 1.5, -0.25]",
           "weight of each input"}};
}

Model linear_function(const Config& config) {
  const ConfigReader read("known/linear", config, linear_function_config());
  const std::vector<double> c = known::finite(read, "c", {1, -2, 0.5, 3, 1.5, -0.25});
  // docs/methods/known.md Eq. 11.
  const auto value = [c](const double* x) {
    double y = 0;
    for (std::size_t i = 0; i < c.size(); ++i) {
      y += c[i] * x[i];
    }
    return y;
  };
  return known::PointFunction("known/linear(c=" + known::list_text(c) + ")",
                              known::numbered(c.size(), "any law", 0.5),
                              known::output_y("sum_i c_i x_i"),
                              value);
}

}  // namespace uq::perfmodels
