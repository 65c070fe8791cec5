#include "perfmodels/builtin.hpp"
#include "perfmodels/known/function_detail.hpp"

#include <cmath>
#include <numbers>

namespace uq::perfmodels {

std::vector<ConfigKey> friedman_config() {
  return {{"k12", "number", "10", "weight of sin(pi x1 x2)"},
          {"c3", "number", "20", "weight of (x3 - 1/2)^2"},
          {"c4", "number", "10", "weight of x4"},
          {"c5", "number", "5", "weight of x5"}};
}

Model friedman(const Config& config) {
  const ConfigReader read("known/friedman", config, friedman_config());
  const double k12 = known::finite(read, "k12", 10);
  const double c3 = known::finite(read, "c3", 20);
  const double c4 = known::finite(read, "c4", 10);
  const double c5 = known::finite(read, "c5", 5);
  // docs/methods/known.md Eq. 17. The sixth input is there to be found inert.
  const auto value = [=](const double* x) {
    const double bend = x[2] - 0.5;
    return k12 * std::sin(std::numbers::pi * x[0] * x[1]) + c3 * (bend * bend) + c4 * x[3] +
           c5 * x[4];
  };
  return known::PointFunction("known/friedman(k12=" + number_text(k12) + ", c3=" + number_text(c3) +
                                  ", c4=" + number_text(c4) + ", c5=" + number_text(c5) + ")",
                              known::numbered(6, "uniform on [0, 1] in the literature", 0.5),
                              known::output_y("k12 sin(pi x1 x2) + c3 (x3-1/2)^2 + c4 x4 + c5 x5"),
                              value);
}

}  // namespace uq::perfmodels
