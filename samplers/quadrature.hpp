#pragma once

#include "uq/core/describe.hpp"
#include "uq/core/design.hpp"
#include "uq/core/problem.hpp"
#include "uq/polynomials/coordinate.hpp"
#include "uq/polynomials/grid.hpp"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace uq::samplers {

enum class GridKind { tensor, smolyak };
constexpr std::array<std::string_view, 2> enum_names(GridKind) {
  return {"tensor", "smolyak"};
}

struct QuadratureOptions {
  GridKind grid = GridKind::smolyak;
  RuleKind rule = RuleKind::nested;
  Index level = 2;

  static constexpr auto fields() {
    return std::tuple{
        option(&QuadratureOptions::grid,
               "grid",
               "all combinations of the nodes of each input, or the sparse ones of Smolyak"),
        option(&QuadratureOptions::rule,
               "rule",
               "gauss: fewest nodes for a degree; nested: a higher level keeps the points"),
        option(&QuadratureOptions::level,
               "level",
               "of the rules of a tensor grid; sum of the levels of a sparse one",
               {.lower = 0, .upper = 11})};
  }
};

/// Most points of a grid, and most coordinates (points times inputs) it holds: 1 GiB.
inline constexpr double most_grid_points = 1e7;
inline constexpr double most_grid_coordinates = 0x1p27;

/// Points whose weighted sum of an output is its mean, in the units of the inputs.
struct QuadratureDesign {
  std::shared_ptr<const Coordinates> coordinates;
  QuadratureGrid grid;
  PhysicalPoints points;  ///< row i is grid.t row i; values of discrete inputs are theirs exactly
};

/// Why a problem has no such grid, as text that names the inputs and what would work, else empty:
/// an option outside its limits, constraints, correlated discrete inputs, too many points.
std::string fault(const Problem&, const QuadratureOptions&);

/// Points a grid has, without making it: exact for nested rules and tensor grids; for a sparse grid
/// of Gauss rules in few dimensions, whose coarse parts may cancel, at most these.
/// @cost O(d level^2).
double count_points(const std::vector<RuleLevels>&, GridKind, Index level);

/// The grid of rules (d): a tensor grid of level `level` in each variable, or of its last; or the
/// sparse grid of levels k with sum_j k_j <= level, each k_j up to its variable's last. Points that
/// parts share are one point.
/// @throws InvalidArgument for no rules or too many points.
/// @source Smolyak (1963); docs/methods/designs.md Eq. 40, 41.
QuadratureGrid quadrature_grid(std::vector<RuleLevels> rules, GridKind, Index level);

/// The design for a problem. Correlated inputs have their points in the normal scores behind the
/// copula. @throws InvalidArgument with the text of `fault`.
QuadratureDesign quadrature(const Problem&, const QuadratureOptions&);

}  // namespace uq::samplers
