#pragma once

#include "uq/core/problem.hpp"
#include "uq/distributions/distribution.hpp"

#include <boost/math/quadrature/gauss.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// Laws of every family, and expectations under them that owe nothing to the product's own
/// integrals: sums over atoms, or Gauss panels over x with the density, from quantile to quantile.
namespace uq::test {

inline std::vector<std::pair<std::string, Distribution>> laws_with_all_moments() {
  return {
      {"uniform", {Uniform{2, 5}}},
      {"loguniform", {Loguniform{1, 8}}},
      {"normal", {Normal{-3, 0.5}}},
      {"normal, cut", {Normal{0, 1}, -1, 2}},
      {"normal, cut far out", {Normal{0, 1}, 6, std::numeric_limits<double>::infinity()}},
      {"lognormal", {Lognormal{0.5, 0.1}}},
      {"lognormal, cut", {Lognormal{0, 0.5}, 0.5, 3}},
      {"exponential", {Exponential{3}}},
      {"exponential, cut below", {Exponential{3}, 2}},
      {"exponential, cut", {Exponential{3}, 1, 8}},
      {"triangular", {Triangular{0, 0.25, 1}}},
      {"triangular, one-sided", {Triangular{1, 1, 4}}},
      {"triangular, cut", {Triangular{0, 3, 10}, 1, 7}},
      {"histogram", {Histogram{{0, 1, 2, 4, 8}, {1, 3, 0, 2}}}},
      {"beta", {Beta{2, 5, 10, 20}}},
      {"beta, infinite at its ends", {Beta{0.5, 0.5, 0, 1}}},
      {"beta, skewed", {Beta{0.3, 1.7, 0, 1}}},
      {"beta, alpha + beta = 1", {Beta{0.25, 0.75, 0, 1}}},
      {"beta, cut", {Beta{2, 5, 0, 1}, 0.1, 0.6}},
      {"pert", {pert(1, 2, 6)}},
      {"gamma", {Gamma{2.5, 4}}},
      {"gamma, infinite at 0", {Gamma{0.4, 1}}},
      {"gamma, great shape", {Gamma{1e4, 1}}},
      {"gamma, cut", {Gamma{2.5, 4}, 1, 30}},
      {"weibull", {Weibull{1.5, 2}}},
      {"weibull, infinite at 0", {Weibull{0.7, 2}}},
      {"weibull, cut", {Weibull{1.5, 2}, 0.5, 4}},
      {"student, cut", {Student{3, 10, 2}, 0, 20}},
      {"logistic", {Logistic{100, 3}}},
      {"logistic, cut", {Logistic{0, 1}, -2, 5}},
      {"pareto, cut", {Pareto{1, 1.5}, 1, 6}},
      {"gumbel", {Gumbel{3, 0.5}}},
      {"gumbel, cut", {Gumbel{1013, 558}, 0, 5000}},
      {"integer", {Integer{1, 64}}},
      {"integer, many", {Integer{-1e9, 1e9}}},
      {"discrete", {Discrete{{1, 2, 4, 8, 16}, {1, 1, 2, 1, 0.5}}}},
      {"empirical", {empirical({3.1, 4.1, 5.9, 2.6, 5.3, 5.8, 9.7, 9.3, 2.3, 8.4, 6.2, 6.4})}},
  };
}

/// A model that is never run.
struct Unused {
  std::vector<InputVariable> none;
  std::vector<OutputVariable> outputs_;

  const std::vector<InputVariable>& inputs() const { return none; }
  const std::vector<OutputVariable>& outputs() const { return outputs_; }
  std::string id() const { return "unused"; }
  void evaluate(MatrixRef, BatchResult&) const {}
};

/// Inputs x1, x2, … of these laws.
inline Problem problem_of(const std::vector<Distribution>& laws) {
  Problem problem{.model = Unused{}};
  for (std::size_t j = 0; j < laws.size(); ++j) {
    problem.inputs.push_back({.name = "x" + std::to_string(j + 1),
                              .unit = "",
                              .column = static_cast<Index>(j),
                              .law = laws[j],
                              .nominal = 0,
                              .source = ""});
  }
  return problem;
}

/// Points and probabilities that stand for a law.
struct Points {
  std::vector<double> x, weight;
};

inline Points panels_of(const Distribution& law) {
  std::vector<double> ends;
  for (int k = 1; k < 1000; k += k < 60 ? 1 : 4) {
    for (const double p : {std::ldexp(1.0, -k), std::ldexp(0.75, -k)}) {
      ends.push_back(quantile(law, p));
      ends.push_back(quantile_upper(law, p));
    }
  }
  for (const double end : support(law)) {
    if (std::isfinite(end)) {
      ends.push_back(end);
    }
  }
  if (const auto* triangular = std::get_if<Triangular>(&law.law)) {
    ends.push_back(triangular->mode);
  } else if (const auto* histogram = std::get_if<Histogram>(&law.law)) {
    ends.insert(ends.end(), histogram->edges.begin(), histogram->edges.end());
  }
  std::sort(ends.begin(), ends.end());
  using Gauss = boost::math::quadrature::gauss<double, 30>;
  Points all;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const double half = 0.5 * (ends[i + 1] - ends[i]);
    if (!(half > 0)) {
      continue;
    }
    for (std::size_t k = 0; k < Gauss::abscissa().size(); ++k) {
      for (const int side : {-1, 1}) {
        const double x = ends[i] + half * (1 + side * Gauss::abscissa()[k]);
        const double density = pdf(law, x);  // infinite where a quantile underflows
        all.x.push_back(x);
        all.weight.push_back(std::isfinite(density) ? half * Gauss::weights()[k] * density : 0);
      }
    }
  }
  return all;
}

inline Points points_of(const Distribution& law) {
  if (const auto* integer = std::get_if<Integer>(&law.law)) {
    Points all;
    const double count = integer->hi - integer->lo + 1;
    if (count <= 1e5) {
      for (double x = integer->lo; x <= integer->hi; ++x) {
        all.x.push_back(x);
        all.weight.push_back(1 / count);
      }
      return all;
    }
    return panels_of({Uniform{integer->lo - 0.5, integer->hi + 0.5}});  // as good as continuous
  }
  if (const auto* discrete = std::get_if<Discrete>(&law.law)) {
    double sum = 0;
    for (const double w : discrete->weights) {
      sum += w;
    }
    Points all{discrete->values, discrete->weights};
    for (double& w : all.weight) {
      w /= sum;
    }
    return all;
  }
  if (const auto* sample = std::get_if<Empirical>(&law.law)) {
    return {
        sample->values,
        std::vector<double>(sample->values.size(), 1 / static_cast<double>(sample->values.size()))};
  }
  return panels_of(law);
}

}  // namespace uq::test
