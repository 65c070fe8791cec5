#pragma once

#include "uq/sensitivity/oat.hpp"

#include <functional>
#include <vector>

namespace uq::test {

/// One function of a point's inputs per column, as a model of points.
using Functions = std::vector<std::function<double(const Vector&)>>;

inline sensitivity::PointModel model_of(Functions functions) {
  return [functions](const Matrix& x) {
    Matrix y(x.rows(), static_cast<Index>(functions.size()));
    for (Index row = 0; row < x.rows(); ++row) {
      for (std::size_t j = 0; j < functions.size(); ++j) {
        y(row, static_cast<Index>(j)) = functions[j](x.row(row).transpose());
      }
    }
    return y;
  };
}

/// An input that moves by a share of its nominal value.
inline sensitivity::OatInput moving(double nominal, double step = 0.1) {
  const double h = step * (nominal < 0 ? -nominal : nominal);
  return {.nominal = nominal, .low = nominal - h, .high = nominal + h};
}

/// OAT of functions of inputs, all of them outputs.
inline sensitivity::OatResult oat_of(const Functions& functions,
                                     const std::vector<sensitivity::OatInput>& inputs,
                                     const sensitivity::OatOptions& options = {},
                                     const MissingPolicy& missing = {}) {
  return sensitivity::oat(model_of(functions),
                          inputs,
                          {.outputs = static_cast<Index>(functions.size())},
                          options,
                          missing);
}

}  // namespace uq::test
