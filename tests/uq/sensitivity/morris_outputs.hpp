#pragma once

#include "uq/core/morris_design.hpp"

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

namespace uq::test {

/// A function on the unit cube.
struct CubeFunction {
  std::string name;
  Index inputs;
  std::function<double(const Vector& u)> value;
};

inline CubeFunction cube_ishigami() {
  return {"Ishigami", 3, [](const Vector& u) {
            const double pi = std::numbers::pi;
            const Vector x = (2 * u.array() - 1) * pi;
            return std::sin(x[0]) + 7 * std::pow(std::sin(x[1]), 2) +
                   0.1 * std::pow(x[2], 4) * std::sin(x[0]);
          }};
}
inline CubeFunction cube_g() {
  return {"G", 4, [](const Vector& u) {
            const double a[] = {0, 1, 4.5, 9};
            double y = 1;
            for (Index i = 0; i < 4; ++i) {
              y *= (std::abs(4 * u[i] - 2) + a[i]) / (1 + a[i]);
            }
            return y;
          }};
}
inline CubeFunction cube_polynomial() {
  return {"polynomial", 3, [](const Vector& u) {
            return u[0] + 2 * u[1] * u[1] + u[0] * u[2] - 3 * u[1] * u[2] * u[2];
          }};
}
inline CubeFunction cube_switch() {
  return {"switch", 3, [](const Vector& u) { return u[0] > 0.5 ? 5 * u[1] : u[2]; }};
}
/// A roofline: the larger of two times, plus a latency.
inline CubeFunction cube_roofline() {
  return {"roofline", 3, [](const Vector& u) {
            return std::max(1 / (0.5 + u[0]), 1.2 / (0.4 + u[1])) + 0.1 * u[2];
          }};
}
/// Forty inputs, each with a kink and the next one's slope.
inline CubeFunction cube_chain() {
  return {"chain", 40, [](const Vector& u) {
            double y = 0;
            for (Index i = 0; i < 39; ++i) {
              y += std::abs(4 * u[i] - 2) * u[i + 1] / static_cast<double>(1 + i);
            }
            return y;
          }};
}
inline CubeFunction cube_linear(Vector slopes) {
  const Index inputs = slopes.size();
  return {
      "linear", inputs, [slopes = std::move(slopes)](const Vector& u) { return slopes.dot(u); }};
}

/// Outputs of a design, (r, g + 1).
inline Matrix morris_outputs(const MorrisDesign& design, const CubeFunction& function) {
  Matrix y(design.trajectories(), design.evaluations());
  for (Index t = 0; t < y.rows(); ++t) {
    for (Index e = 0; e < y.cols(); ++e) {
      y(t, e) = function.value(design.point(t, e));
    }
  }
  return y;
}

inline Grouping singles(Index dims) {
  std::vector<std::string> names;
  for (Index i = 0; i < dims; ++i) {
    names.push_back("x" + std::to_string(i + 1));
  }
  return one_each(names);
}

/// The design of printed trajectories of ungrouped inputs, rows of d + 1 points after each other.
inline MorrisDesign printed_trajectories(const Matrix& points) {
  const Index dims = points.cols();
  const Index count = points.rows() / (dims + 1);
  MorrisDesign design{.start = Matrix(count, dims),
                      .target = Matrix(count, dims),
                      .order = MorrisDesign::Order(count, dims),
                      .groups = singles(dims),
                      .unordered = std::vector<char>(static_cast<std::size_t>(dims), 0)};
  for (Index t = 0; t < count; ++t) {
    for (Index e = 0; e < dims; ++e) {
      const Index row = t * (dims + 1) + e;
      for (Index i = 0; i < dims; ++i) {
        if (points(row, i) != points(row + 1, i)) {
          design.order(t, i) = static_cast<std::int32_t>(e);
          design.start(t, i) = points(row, i);
          design.target(t, i) = points(row + 1, i);
        }
      }
    }
  }
  return design;
}

}  // namespace uq::test
