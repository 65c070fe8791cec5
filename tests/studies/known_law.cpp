#include "tests/studies/known_law.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace uq::test {

namespace {

using Json = nlohmann::json;

/// A batch model of one function of a point.
class PointModel {
 public:
  PointModel(std::vector<InputVariable> inputs, std::function<double(const double*)> value)
      : inputs_(std::move(inputs)), value_(std::move(value)) {
    outputs_.push_back({.name = "y", .unit = "1", .doc = {}, .categories = {}});
  }

  const std::vector<InputVariable>& inputs() const { return inputs_; }
  const std::vector<OutputVariable>& outputs() const { return outputs_; }
  std::string id() const { return "point"; }

  void evaluate(MatrixRef x, BatchResult& out) const {
    Vector point(x.cols());
    for (Index row = 0; row < x.rows(); ++row) {
      point = x.row(row).transpose();
      out.y(row, 0) = value_(point.data());
    }
  }

 private:
  std::vector<InputVariable> inputs_;
  std::vector<OutputVariable> outputs_;
  std::function<double(const double*)> value_;
};

}  // namespace

std::optional<Distribution> known_distribution(const Json& input) {
  const auto value = [&](const char* key) { return input.at(key).get<double>(); };
  const std::string dist = input.at("dist");
  Distribution result;
  if (dist == "uniform") {
    result.law = Uniform{value("lo"), value("hi")};
  } else if (dist == "normal") {
    result.law = Normal{value("mean"), value("sd")};
  } else if (dist == "lognormal") {
    result.law = Lognormal{value("mu"), value("sigma")};
  } else if (dist == "triangular") {
    result.law = Triangular{value("lo"), value("mode"), value("hi")};
  } else if (dist == "exponential") {
    result.law = Exponential{1 / value("rate")};
  } else if (dist == "normal_trunc") {
    result.law = Normal{value("mean"), value("sd")};
    result.lower = value("lo");
    result.upper = input.at("hi").is_null() ? std::numeric_limits<double>::infinity() : value("hi");
  } else if (dist == "beta") {
    result.law = Beta{value("alpha"), value("beta"), value("lo"), value("hi")};
  } else if (dist == "gumbel_trunc") {
    result.law = Gumbel{value("mode"), value("scale")};
    result.lower = value("lo");
    result.upper = value("hi");
  } else if (dist == "discrete") {
    const auto values = input.at("values").get<std::vector<double>>();
    const Json& weights = input.at("probs");
    result.law = Discrete{values,
                          weights == "equal" ? std::vector<double>(values.size(), 1.0)
                                             : weights.get<std::vector<double>>()};
  } else {
    return {};
  }
  return result;
}

std::optional<Problem> known_problem(const Json& known_case) {
  std::vector<InputVariable> variables;
  std::vector<UncertainInput> inputs;
  for (const Json& input : known_case.at("inputs")) {
    const std::optional<Distribution> law = known_distribution(input);
    if (!law) {
      return {};
    }
    const std::string name = input.at("name");
    variables.push_back({.name = name, .unit = "1", .doc = {}});
    inputs.push_back({name, "1", static_cast<Index>(inputs.size()), *law, mean(*law)});
  }
  const auto count = static_cast<Index>(inputs.size());
  return Problem{PointModel(std::move(variables), known_function(known_case)),
                 std::move(inputs),
                 Vector::Zero(count),
                 {0}};
}

}  // namespace uq::test
