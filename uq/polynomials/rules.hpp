#pragma once

#include "uq/polynomials/coordinate.hpp"
#include "uq/polynomials/gauss.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace uq {

/// Which rules of one variable a grid is made of.
enum class RuleKind {
  gauss,   ///< l + 1 nodes at level l, exact up to degree 2 l + 1; levels share hardly a node
  nested,  ///< the nodes of a level are among those of the next: a finer grid keeps all runs
};

constexpr std::array<std::string_view, 2> enum_names(RuleKind) {
  return {"gauss", "nested"};
}

/// Rules of one variable, level by level, under its law. Nodes that levels share are stored once.
struct RuleLevels {
  Vector nodes;                           ///< distinct, those of lower levels first
  std::vector<std::vector<Index>> level;  ///< positions in `nodes` of the nodes of each level
  std::vector<Vector> weights;            ///< of the nodes of each level; they sum to 1
  std::vector<Index> exact;               ///< degree up to which each level is exact

  Index levels() const { return static_cast<Index>(level.size()); }
  /// Highest degree whose products with each other a level integrates exactly.
  Index half_exact(Index l) const { return exact[static_cast<std::size_t>(l)] / 2; }
};

/// Clenshaw-Curtis rules for the uniform law on [-1, 1]: 1, 3, 5, 9, 17, … nodes, all of which the
/// next level keeps, exact up to degrees 1, 3, 5, 9, 17, …
/// @throws InvalidArgument unless 1 <= levels <= 12.
/// @source Clenshaw, Curtis (1960), Numer. Math. 2; docs/methods/pce.md Eq. 33.
RuleLevels clenshaw_curtis(Index levels);

/// Nested interpolatory rules for any law, exact up to degree 2 l + 1. Each node is the one
/// farthest from those before it in the measure of the law. Symmetric laws have 1, 3, 5, 7, …
/// nodes, others 1, 3, 6, 8, …; those of a discrete law are its values, 1, 4, 6, 8, … of them, the
/// first exact for constants only, until all of them are the law. Ends before `levels` where the
/// recurrence, which must go to the number of nodes, or the values do.
/// @source Leja sequences as of Narayan, Jakeman (2014), SIAM J. Sci. Comput. 36;
///   docs/methods/pce.md Eq. 34, 35.
RuleLevels leja(const Coordinate&, Index levels);

/// At most `levels` rules for a coordinate, fewer where its law allows no more. Gauss rules, but
/// for discrete laws, whose values Gauss nodes miss; nested: Clenshaw-Curtis for uniform variables,
/// Leja for others. The recurrence should go to degree 2 `levels`, if there is that much.
RuleLevels rule_levels(const Coordinate&, RuleKind, Index levels);

}  // namespace uq
