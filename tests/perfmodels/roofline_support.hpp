#pragma once

#include "perfmodels/builtin.hpp"
#include "tests/perfmodels/evaluate_rows.hpp"
#include "tests/support/reference.hpp"

#include <cmath>
#include <cstdint>
#include <string>

namespace uq::test {

inline perfmodels::Config config_of(const nlohmann::json& object) {
  perfmodels::Config config;
  for (const auto& [key, value] : object.items()) {
    if (value.is_boolean()) {
      config[key] = value.get<bool>();
    } else if (value.is_number_integer()) {
      config[key] = value.get<std::int64_t>();
    } else {
      config[key] = value.get<std::string>();
    }
  }
  return config;
}

/// One row of a model with its nominal values.
inline Matrix nominal_row(const Model& model) {
  Matrix x(1, static_cast<Index>(model.inputs().size()));
  for (std::size_t k = 0; k < model.inputs().size(); ++k) {
    x(0, static_cast<Index>(k)) = model.inputs()[k].nominal;
  }
  return x;
}

inline Index input_index(const Model& model, const std::string& name) {
  for (std::size_t k = 0; k < model.inputs().size(); ++k) {
    if (model.inputs()[k].name == name) {
      return static_cast<Index>(k);
    }
  }
  throw std::runtime_error("no input " + name);
}

inline Index output_index(const Model& model, const std::string& name) {
  for (std::size_t k = 0; k < model.outputs().size(); ++k) {
    if (model.outputs()[k].name == name) {
      return static_cast<Index>(k);
    }
  }
  throw std::runtime_error("no output " + name);
}

/// The nominal row with some inputs set by name; names the model does not have are an error.
inline Matrix row_of(const Model& model, const std::map<std::string, double>& values) {
  Matrix x = nominal_row(model);
  for (const auto& [name, value] : values) {
    x(0, input_index(model, name)) = value;
  }
  return x;
}

/// d ln y / d ln x of one output by a central difference; truncation and rounding are below 1e-8.
inline double elasticity(const Model& model, const Matrix& x, Index input, Index output) {
  const double step = 1e-4;
  Matrix pair(2, x.cols());
  pair.row(0) = x.row(0);
  pair.row(1) = x.row(0);
  pair(0, input) *= std::exp(-step);
  pair(1, input) *= std::exp(step);
  const Matrix y = evaluate_rows(model, pair).y;
  return (std::log(y(1, output)) - std::log(y(0, output))) / (2 * step);
}

}  // namespace uq::test
