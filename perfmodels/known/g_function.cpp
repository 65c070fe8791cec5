#include "perfmodels/builtin.hpp"
#include "perfmodels/config_detail.hpp"

#include <cmath>

namespace uq::perfmodels {
namespace {

// docs/methods/known.md Eq. 4.
class GFunction {
 public:
  explicit GFunction(std::vector<double> a) : a_(std::move(a)) {
    for (std::size_t i = 0; i < a_.size(); ++i) {
      std::string name = "x";
      inputs_.push_back({.name = name.append(std::to_string(i + 1)),
                         .doc = "uniform on [0, 1] in the literature",
                         .nominal = 0.75});
    }
    outputs_.push_back(
        {.name = "y", .doc = "prod_i (|4 x_i - 2| + a_i)/(1 + a_i)", .categories = {}});
  }

  const std::vector<InputVariable>& inputs() const { return inputs_; }
  const std::vector<OutputVariable>& outputs() const { return outputs_; }
  std::string id() const {
    std::string text;
    for (const double a : a_) {
      text += (text.empty() ? "" : ", ") + number_text(a);
    }
    return "known/g_function(a=[" + text + "])";
  }

  void evaluate(MatrixRef x, BatchResult& out) const {
    const Index rows = x.rows();
    double* y = out.y.col(0).data();
    std::fill(y, y + rows, 1.0);
    for (std::size_t i = 0; i < a_.size(); ++i) {
      const double* column = x.col(static_cast<Index>(i)).data();
      for (Index row = 0; row < rows; ++row) {
        y[row] *= (std::abs(4 * column[row] - 2) + a_[i]) / (1 + a_[i]);
      }
    }
  }

 private:
  std::vector<double> a_;
  std::vector<InputVariable> inputs_;
  std::vector<OutputVariable> outputs_;
};

}  // namespace

std::vector<ConfigKey> g_function_config() {
  return {{"a",
           "array of numbers >= 0, one per input",
           "[0, 1, 4.5, 9, 99, 99, 99, 99]",
           "the smaller a_i, the more x_i matters"}};
}

Model g_function(const Config& config) {
  const ConfigReader read("known/g_function", config, g_function_config());
  std::vector<double> a = read.numbers("a", {0, 1, 4.5, 9, 99, 99, 99, 99});
  if (a.empty()) {
    throw ConfigError("a", "`a` of known/g_function is empty", "give one number >= 0 per input");
  }
  for (const double value : a) {
    if (!std::isfinite(value) || value < 0) {
      throw ConfigError("a",
                        "`a` of known/g_function holds " + number_text(value),
                        "each number must be finite and >= 0");
    }
  }
  return GFunction(std::move(a));
}

}  // namespace uq::perfmodels
