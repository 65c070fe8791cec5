#include "perfmodels/builtin.hpp"
#include "perfmodels/known/function_detail.hpp"

namespace uq::perfmodels {

std::vector<ConfigKey> polynomial_product_config() {
  return {{"d", "integer from 1 to 1000", "3", "number of inputs"},
          {"c0", "number", "0.5", "constant of each factor"},
          {"c2", "number", "1.5", "weight of x_i^2 in each factor"}};
}

Model polynomial_product(const Config& config) {
  const ConfigReader read("known/polynomial", config, polynomial_product_config());
  const std::size_t d = known::input_count(read, "d", 3);
  const double c0 = known::finite(read, "c0", 0.5);
  const double c2 = known::finite(read, "c2", 1.5);
  // docs/methods/known.md Eq. 9.
  const auto value = [d, c0, c2](const double* x) {
    double y = 1;
    for (std::size_t i = 0; i < d; ++i) {
      y *= c2 * (x[i] * x[i]) + c0;
    }
    return y;
  };
  return known::PointFunction("known/polynomial(d=" + std::to_string(d) +
                                  ", c0=" + number_text(c0) + ", c2=" + number_text(c2) + ")",
                              known::numbered(d, "uniform on [0, 1] in the literature", 0.5),
                              known::output_y("prod_i (c2 x_i^2 + c0)"),
                              value);
}

}  // namespace uq::perfmodels
