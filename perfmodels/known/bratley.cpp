#include "perfmodels/builtin.hpp"
#include "perfmodels/known/function_detail.hpp"

#include <cmath>

namespace uq::perfmodels {

std::vector<ConfigKey> bratley_k_config() {
  return {{"d", "integer from 1 to 1000", "6", "number of inputs"}};
}

Model bratley_k(const Config& config) {
  const ConfigReader read("known/bratley_k", config, bratley_k_config());
  const std::size_t d = known::input_count(read, "d", 6);
  // docs/methods/known.md Eq. 13.
  const auto value = [d](const double* x) {
    double y = 0;
    double product = 1;
    for (std::size_t i = 0; i < d; ++i) {
      product *= -x[i];
      y += product;
    }
    return y;
  };
  return known::PointFunction("known/bratley_k(d=" + std::to_string(d) + ")",
                              known::numbered(d, "uniform on [0, 1] in the literature", 0.5),
                              known::output_y("sum_i (-1)^i prod_(j<=i) x_j"),
                              value);
}

std::vector<ConfigKey> bratley_b_config() {
  return {{"d", "integer from 1 to 1000", "3", "number of inputs"}};
}

Model bratley_b(const Config& config) {
  const ConfigReader read("known/bratley_b", config, bratley_b_config());
  const std::size_t d = known::input_count(read, "d", 3);
  // docs/methods/known.md Eq. 15.
  const auto value = [d](const double* x) {
    double y = 1;
    for (std::size_t i = 0; i < d; ++i) {
      const auto k = static_cast<double>(i + 1);
      y *= k * std::cos(k * x[i]);
    }
    return y;
  };
  return known::PointFunction("known/bratley_b(d=" + std::to_string(d) + ")",
                              known::numbered(d, "uniform on [0, 1] in the literature", 0.5),
                              known::output_y("prod_i i cos(i x_i)"),
                              value);
}

}  // namespace uq::perfmodels
