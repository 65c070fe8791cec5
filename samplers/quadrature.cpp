#include "samplers/quadrature.hpp"

#include "samplers/options_detail.hpp"
#include "uq/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

namespace uq::samplers {
namespace {

// Enough for the rules of the highest level, and the same for any: a higher level keeps the points.
constexpr Index degree_of_rules = 24;

// Legendre polynomials as far as a nested rule of this level has products of them exactly.
Index uniform_degree(Index level) {
  return std::max(degree_of_rules, level == 0 ? 1 : Index{1} << (level - 1));
}

Coordinates grid_coordinates(const Problem& problem, const QuadratureOptions& options) {
  Coordinates all = coordinates(problem, degree_of_rules);
  for (Coordinate& c : all.each) {
    const bool flat =
        std::holds_alternative<Uniform>(c.law.law) || std::holds_alternative<Loguniform>(c.law.law);
    if (flat && options.rule == RuleKind::nested && c.map != CoordinateMap::score) {
      c = coordinate(c.law, uniform_degree(options.level));
    }
  }
  return all;
}

std::vector<RuleLevels> rules_of(const Coordinates& coordinates, const QuadratureOptions& options) {
  std::vector<RuleLevels> rules;
  for (const Coordinate& c : coordinates.each) {
    rules.push_back(rule_levels(c, options.rule, options.level + 1));
  }
  return rules;
}

std::string size_fault(double points, Index dims, const QuadratureOptions& options) {
  if (points <= most_grid_points && points * static_cast<double>(dims) <= most_grid_coordinates) {
    return {};
  }
  return "a " + std::string(enum_names(options.grid)[static_cast<std::size_t>(options.grid)]) +
         " grid of level " + std::to_string(options.level) + " in " + std::to_string(dims) +
         " inputs has " + detail::number(points) + " points: lower `level`" +
         (options.grid == GridKind::tensor ? ", or use `grid = \"smolyak\"`" : "");
}

// The value of a discrete law nearest to x.
double value_near(const Distribution& law, double x) {
  const auto nearest = [x](const std::vector<double>& values) {
    const auto above = std::lower_bound(values.begin(), values.end(), x);
    if (above == values.begin()) {
      return values.front();
    }
    return above == values.end() || x - *(above - 1) < *above - x ? *(above - 1) : *above;
  };
  if (const auto* discrete = std::get_if<Discrete>(&law.law)) {
    return nearest(discrete->values);
  }
  if (const auto* sample = std::get_if<Empirical>(&law.law)) {
    return nearest(sample->values);
  }
  return std::round(x);
}

PhysicalPoints physical(const Coordinates& coordinates, const Matrix& t) {
  auto x = std::make_shared<Matrix>(from_variables(coordinates, t));
  for (Index j = 0; j < x->cols(); ++j) {
    const Coordinate& c = coordinates.each[static_cast<std::size_t>(j)];
    const auto [lo, hi] = support(c.law);
    for (double& value : x->col(j)) {
      value = is_discrete(c.law) ? value_near(c.law, value) : std::clamp(value, lo, hi);
    }
  }
  return {.count = x->rows(),
          .blocks = 1,
          .dims = x->cols(),
          .fill = [x](Index first, Index, MutableMatrixRef rows) {
            rows = x->middleRows(first, rows.rows());
          }};
}

}  // namespace

std::string fault(const Problem& problem, const QuadratureOptions& options) {
  if (std::string wrong = detail::no_input_fault(problem.dims()); !wrong.empty()) {
    return wrong;
  }
  if (std::string wrong = detail::limits_fault(options); !wrong.empty()) {
    return wrong;
  }
  if (!problem.constraints.empty()) {
    return "the constraint `" + problem.constraints.front().text +
           "` leaves no product of laws for a quadrature: leave it out, or use a sample";
  }
  if (std::string wrong = coordinates_fault(problem); !wrong.empty()) {
    return wrong;
  }
  const Coordinates all = grid_coordinates(problem, options);
  const double points = count_points(rules_of(all, options), options.grid, options.level);
  return size_fault(points, problem.dims(), options);
}

QuadratureDesign quadrature(const Problem& problem, const QuadratureOptions& options) {
  const std::string wrong = fault(problem, options);
  expects(wrong.empty(), wrong);
  auto coordinates = std::make_shared<Coordinates>(grid_coordinates(problem, options));
  QuadratureGrid grid =
      quadrature_grid(rules_of(*coordinates, options), options.grid, options.level);
  PhysicalPoints points = physical(*coordinates, grid.t);
  return {std::move(coordinates), std::move(grid), std::move(points)};
}

}  // namespace uq::samplers
