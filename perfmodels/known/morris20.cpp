#include "perfmodels/builtin.hpp"
#include "perfmodels/known/function_detail.hpp"
#include "perfmodels/known/morris20_detail.hpp"

#include <array>

namespace uq::perfmodels {
namespace known {

bool is_curved(std::size_t i) {
  return i == 2 || i == 4 || i == 6;
}

double sign(std::size_t power) {
  return power % 2 == 0 ? 1.0 : -1.0;
}

}  // namespace known

using known::sign;

std::vector<ConfigKey> morris20_config() {
  return {{"b1", "number", "20", "weight of each of the first ten inputs"},
          {"b2", "number", "-15", "weight of each pair of the first six"},
          {"b3", "number", "-10", "weight of each triple of the first five"},
          {"b4", "number", "5", "weight of the product of the first four"}};
}

Model morris20(const Config& config) {
  const ConfigReader read("known/morris20", config, morris20_config());
  const double b1 = known::finite(read, "b1", 20);
  const double b2 = known::finite(read, "b2", -15);
  const double b3 = known::finite(read, "b3", -10);
  const double b4 = known::finite(read, "b4", 5);
  // docs/methods/known.md Eq. 21, 22; positions here count from 0.
  const auto value = [=](const double* x) {
    std::array<double, known::morris_inputs> w{};
    for (std::size_t i = 0; i < w.size(); ++i) {
      w[i] = 2 * ((known::is_curved(i) ? 1.1 * x[i] / (x[i] + 0.1) : x[i]) - 0.5);
    }
    double y = b4 * w[0] * w[1] * w[2] * w[3];
    for (std::size_t i = 0; i < w.size(); ++i) {
      double factor = i < 10 ? b1 : sign(i + 1);  // of w_i
      for (std::size_t j = i + 1; j < w.size(); ++j) {
        double pair = j < 6 ? b2 : sign(i + j);  // of w_i w_j
        for (std::size_t k = j + 1; k < 5; ++k) {
          pair += b3 * w[k];
        }
        factor += pair * w[j];
      }
      y += factor * w[i];
    }
    return y;
  };
  std::vector<InputVariable> inputs =
      known::numbered(known::morris_inputs, "uniform on [0, 1] in the literature", 0.5);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (known::is_curved(i)) {  // x/(x + 0.1)
      inputs[i].lower = 0;
    }
  }
  return known::PointFunction("known/morris20(b1=" + number_text(b1) + ", b2=" + number_text(b2) +
                                  ", b3=" + number_text(b3) + ", b4=" + number_text(b4) + ")",
                              std::move(inputs),
                              known::output_y("Morris's function of twenty inputs"),
                              value);
}

}  // namespace uq::perfmodels
