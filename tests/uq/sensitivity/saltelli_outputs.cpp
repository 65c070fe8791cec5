#include "tests/uq/sensitivity/saltelli_outputs.hpp"

#include "uq/core/philox.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace uq::test {

KnownFunction ishigami() {
  constexpr double pi = std::numbers::pi;
  const double a = 7;
  const double b = 0.1;
  const double pi4 = std::pow(pi, 4);
  const double v1 = 0.5 * (1 + b * pi4 / 5) * (1 + b * pi4 / 5);
  const double v2 = a * a / 8;
  const double v13 = 8 * b * b * pi4 * pi4 / 225;
  const double v = v1 + v2 + v13;
  const auto value = [=](const double* u) {
    const auto x = [&](int i) { return pi * (2 * u[i] - 1); };
    return std::sin(x(0)) + a * std::pow(std::sin(x(1)), 2) +
           b * std::pow(x(2), 4) * std::sin(x(0));
  };
  return {"ishigami",
          3,
          value,
          a / 2,
          v,
          {v1 / v, v2 / v, 0},
          {(v1 + v13) / v, v2 / v, v13 / v},
          {0, v13 / v, 0}};
}

KnownFunction g_function(std::vector<double> a) {
  double product = 1;
  for (const double ai : a) {
    product *= 1 + 1 / (3 * (1 + ai) * (1 + ai));
  }
  KnownFunction g{"g", static_cast<Index>(a.size()), {}, 1, product - 1, {}, {}};
  for (const double ai : a) {
    const double vi = 1 / (3 * (1 + ai) * (1 + ai));
    g.S1.push_back(vi / g.variance);
    g.ST.push_back(vi * product / (1 + vi) / g.variance);
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = i + 1; j < a.size(); ++j) {
      g.S2.push_back(g.S1[i] * g.S1[j] * g.variance);
    }
  }
  g.value = [a = std::move(a)](const double* u) {
    double y = 1;
    for (std::size_t i = 0; i < a.size(); ++i) {
      y *= (std::abs(4 * u[i] - 2) + a[i]) / (1 + a[i]);
    }
    return y;
  };
  return g;
}

KnownFunction larger_of_two() {
  // E[y | u1] = (1 + u1^2) / 2, whose variance is 1/45; Var y = 1/18.
  const auto value = [](const double* u) { return std::max(u[0], u[1]); };
  return {"larger", 2, value, 2.0 / 3, 1.0 / 18, {0.4, 0.4}, {0.6, 0.6}, {0.2}};
}

KnownFunction stepped() {
  // Bernoulli variances: 0.7 * 0.3 = 0.21, and 0.1 * 0.9 = 0.09 for the product, of which
  // 0.04 is due to u2 alone, 0.01 to u3 alone.
  const auto value = [](const double* u) {
    return (u[0] > 0.3 ? 1.0 : 0.0) + (u[1] > 0.8 && u[2] > 0.5 ? 1.0 : 0.0);
  };
  return {"stepped",
          3,
          value,
          0.8,
          0.3,
          {0.7, 0.04 / 0.3, 0.01 / 0.3},
          {0.7, 0.08 / 0.3, 0.05 / 0.3},
          {0, 0, 0.04 / 0.3}};
}

SaltelliDesign wide_shape(Index n,
                          Index d,
                          bool second_order,
                          bool third_base,
                          std::vector<std::vector<Index>> groups,
                          Index replicates) {
  return {{n, (third_base ? 3 : 2) * d, {}},
          PointKind::monte_carlo,
          replicates,
          second_order,
          third_base,
          std::move(groups)};
}

Matrix saltelli_outputs(const KnownFunction& function, const Matrix& base) {
  return saltelli_outputs(function, shape(base.rows(), function.inputs), base);
}

Matrix saltelli_outputs(const KnownFunction& function,
                        const SaltelliDesign& design,
                        const Matrix& base) {
  const Index d = function.inputs;
  Matrix y(base.rows(), design.blocks());
  std::vector<double> point(static_cast<std::size_t>(d));
  // Row k with all inputs of base `from`, but those of the factor of base `other`.
  const auto value = [&](Index k, Index from, Index factor, Index other) {
    for (Index j = 0; j < d; ++j) {
      point[static_cast<std::size_t>(j)] = base(k, from * d + j);
    }
    for (Index j = 0; factor >= 0 && j < d; ++j) {
      const auto members = design.members(factor);
      if (std::find(members.begin(), members.end(), j) != members.end()) {
        point[static_cast<std::size_t>(j)] = base(k, other * d + j);
      }
    }
    return function.value(point.data());
  };
  for (Index k = 0; k < base.rows(); ++k) {
    y(k, 0) = value(k, 0, -1, 0);
    y(k, 1) = value(k, 1, -1, 0);
    for (Index f = 0; f < design.factors(); ++f) {
      y(k, design.ab(f)) = value(k, 0, f, 1);
      if (design.second_order) {
        y(k, design.ba(f)) = value(k, 1, f, 0);
      }
      if (design.third_base) {
        y(k, design.bc(f)) = value(k, 1, f, 2);
      }
    }
  }
  return y;
}

Matrix random_outputs(const KnownFunction& function, Index n, Seed seed) {
  return random_outputs(function, shape(n, function.inputs), seed);
}

Matrix random_outputs(const KnownFunction& function, const SaltelliDesign& design, Seed seed) {
  Matrix base(design.n(), design.points.dims);
  philox_uniforms(seed, 0, {base.data(), static_cast<std::size_t>(base.size())});
  return saltelli_outputs(function, design, base);
}

Matrix all_points(const UnitPoints& points) {
  Matrix u(points.count, points.dims);
  points.block(0, u);
  return u;
}

std::vector<sensitivity::SobolOptions> all_estimators() {
  using sensitivity::FirstOrder;
  using sensitivity::TotalOrder;
  std::vector<sensitivity::SobolOptions> all;
  for (const auto& [first, total] : {std::pair{FirstOrder::saltelli2010, TotalOrder::jansen},
                                     std::pair{FirstOrder::jansen, TotalOrder::jansen},
                                     std::pair{FirstOrder::martinez, TotalOrder::martinez},
                                     std::pair{FirstOrder::janon, TotalOrder::janon},
                                     std::pair{FirstOrder::mauntz, TotalOrder::mauntz},
                                     std::pair{FirstOrder::homma, TotalOrder::homma},
                                     std::pair{FirstOrder::owen, TotalOrder::jansen}}) {
    all.push_back({.estimator_first = first, .estimator_total = total, .resamples = 100});
  }
  return all;
}

}  // namespace uq::test
