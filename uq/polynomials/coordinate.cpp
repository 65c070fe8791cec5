#include "uq/polynomials/coordinate.hpp"

#include "uq/dependence/transform.hpp"

#include <algorithm>
#include <variant>

namespace uq {

Coordinates coordinates(const Problem& problem, Index degree) {
  Coordinates all;
  all.factor = copula_factor(problem);
  for (const UncertainInput& input : problem.inputs) {
    Coordinate c{.law = input.law};
    if (all.factor.size() > 0) {
      c.map = CoordinateMap::score;
      c.polynomials = recurrence({Normal{0, 1}}, degree);
    } else if (const auto* uniform = std::get_if<Uniform>(&input.law.law)) {
      c.centre = (uniform->lo + uniform->hi) / 2;
      c.scale = (uniform->hi - uniform->lo) / 2;
      c.polynomials = recurrence({Uniform{-1, 1}}, degree);
    } else if (const auto* normal = std::get_if<Normal>(&input.law.law)) {
      c.centre = normal->mean;
      c.scale = normal->sd;
      c.polynomials = recurrence({Normal{0, 1}}, degree);
    } else {
      c.map = CoordinateMap::probability;
      c.polynomials = recurrence({Uniform{0, 1}}, degree);
    }
    all.each.push_back(std::move(c));
  }
  return all;
}

Matrix to_variables(const Coordinates& coordinates, MatrixRef x) {
  constexpr double edge = 0x1p-54;
  Matrix t = x;
  for (Index j = 0; j < coordinates.dims(); ++j) {
    const Coordinate& c = coordinates.each[static_cast<std::size_t>(j)];
    for (double& value : t.col(j)) {
      value = c.map == CoordinateMap::affine ? (value - c.centre) / c.scale
                                             : std::clamp(cdf(c.law, value), edge, 1 - 2 * edge);
    }
  }
  if (coordinates.factor.size() > 0) {
    to_independent(coordinates.factor, t);
    for (double& value : t.reshaped()) {
      value = quantile({Normal{0, 1}}, value);
    }
  }
  return t;
}

}  // namespace uq
