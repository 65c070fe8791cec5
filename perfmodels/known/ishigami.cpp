#include "perfmodels/builtin.hpp"
#include "perfmodels/config_detail.hpp"

#include <cmath>
#include <numbers>

namespace uq::perfmodels {
namespace {

// docs/methods/known.md Eq. 1.
class Ishigami {
 public:
  Ishigami(double a, double b) : a_(a), b_(b) {
    for (const char* name : {"x1", "x2", "x3"}) {
      inputs_.push_back({.name = name,
                         .doc = "angle, uniform on [-pi, pi] in the literature",
                         .nominal = std::numbers::pi / 4});
    }
    outputs_.push_back(
        {.name = "y", .doc = "sin x1 + a sin^2 x2 + b x3^4 sin x1", .categories = {}});
  }

  const std::vector<InputVariable>& inputs() const { return inputs_; }
  const std::vector<OutputVariable>& outputs() const { return outputs_; }
  std::string id() const {
    return "known/ishigami(a=" + number_text(a_) + ", b=" + number_text(b_) + ")";
  }

  void evaluate(MatrixRef x, BatchResult& out) const {
    for (Index row = 0; row < x.rows(); ++row) {
      const double s1 = std::sin(x(row, 0));
      const double s2 = std::sin(x(row, 1));
      const double square = x(row, 2) * x(row, 2);
      out.y(row, 0) = s1 + a_ * (s2 * s2) + b_ * (square * square) * s1;
    }
  }

 private:
  double a_, b_;
  std::vector<InputVariable> inputs_;
  std::vector<OutputVariable> outputs_;
};

}  // namespace

std::vector<ConfigKey> ishigami_config() {
  return {{"a", "number", "7", "weight of sin^2 x2"},
          {"b", "number", "0.1", "weight of the interaction of x1 and x3"}};
}

Model ishigami(const Config& config) {
  const ConfigReader read("known/ishigami", config, ishigami_config());
  const double a = read.number("a", 7);
  const double b = read.number("b", 0.1);
  if (!std::isfinite(a) || !std::isfinite(b)) {
    throw ConfigError(std::isfinite(a) ? "b" : "a", "a and b of known/ishigami must be finite");
  }
  return Ishigami(a, b);
}

}  // namespace uq::perfmodels
