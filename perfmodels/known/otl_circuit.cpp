#include "perfmodels/builtin.hpp"
#include "perfmodels/known/function_detail.hpp"

namespace uq::perfmodels {

Model otl_circuit(const Config& config) {
  const ConfigReader read("known/otl_circuit", config, no_config());
  // docs/methods/known.md Eq. 36.
  const auto value = [](const double* x) {
    const double rb1 = x[0], rb2 = x[1], rf = x[2], rc1 = x[3], rc2 = x[4], beta = x[5];
    const double k = beta * (rc2 + 9);
    const double base = 12 * rb2 / (rb1 + rb2);
    return (base + 0.74) * k / (k + rf) + 11.35 * rf / (k + rf) + 0.74 * rf * k / ((k + rf) * rc1);
  };
  return known::PointFunction(
      "known/otl_circuit",
      {known::positive("Rb1", "kohm", "resistance b1", 100),
       known::positive("Rb2", "kohm", "resistance b2", 47.5),
       known::positive("Rf", "kohm", "resistance f", 1.75),
       known::positive("Rc1", "kohm", "resistance c1", 1.85),
       known::positive("Rc2", "kohm", "resistance c2", 0.725),
       known::positive("beta", "1", "current gain", 175)},
      {{.name = "voltage", .unit = "V", .doc = "midpoint voltage", .categories = {}}},
      value);
}

}  // namespace uq::perfmodels
