#pragma once

#include "uq/core/types.hpp"

#include <functional>
#include <vector>

namespace uq {

/// A sequence of points of the open unit cube, generated on demand (contract C1): `block(first, u)`
/// writes points first … first + u.rows() - 1 into u (count, dims). Pure: the same rows give the
/// same bits in any order, from any thread, for any block size.
struct UnitPoints {
  Index count = 0;
  Index dims = 0;
  std::function<void(Index first, MutableMatrixRef u)> block;
};

/// How a set of points came about, for the intervals an estimator may claim.
enum class PointKind { monte_carlo, lhs, sobol, halton };

/// n points for estimates that need no structure. With replicates > 1 rows [r n/R, (r+1) n/R) are
/// the r-th independent randomisation.
struct IndependentDesign {
  UnitPoints points;  ///< (n, d)
  PointKind kind = PointKind::monte_carlo;
  Index replicates = 1;
  /// Whether the points already follow the problem's copula and constraints; else they are
  /// independent.
  bool dependent = false;
};

/// Base of a Saltelli design: row k holds a_k in columns 0..d-1, b_k in d..2d-1 and, with a third
/// base, c_k in 2d..3d-1. A factor is an input, or a group of inputs exchanged together. The model
/// is evaluated at A, B and AB_f (A with factor f of B); for second order at BA_f (B with f of A);
/// with a third base at BC_f (B with f of C).
/// @source Saltelli et al. (2010), Comput. Phys. Commun. 181, Table 2; docs/methods/sobol.md Eq. 1.
struct SaltelliDesign {
  UnitPoints points;  ///< (n, 2 d), with a third base (n, 3 d)
  PointKind kind = PointKind::sobol;
  Index replicates = 1;  ///< rows [r n/R, (r+1) n/R) are the r-th independent randomisation
  bool second_order = false;
  bool third_base = false;
  std::vector<std::vector<Index>> groups = {};  ///< inputs of each factor; empty: each its own
  /// Whether the points already follow the inputs' copula, which then ties no two factors.
  bool dependent = false;

  Index n() const { return points.count; }
  Index dims() const { return points.dims / (third_base ? 3 : 2); }
  Index factors() const { return groups.empty() ? dims() : static_cast<Index>(groups.size()); }
  std::vector<Index> members(Index factor) const {
    return groups.empty() ? std::vector<Index>{factor} : groups[static_cast<std::size_t>(factor)];
  }
  /// Columns of the outputs: A, B, AB_1 … AB_f, then BA_1 …, then BC_1 …
  Index blocks() const {
    return 2 + factors() * (1 + (second_order ? 1 : 0) + (third_base ? 1 : 0));
  }
  Index ab(Index factor) const { return 2 + factor; }
  Index ba(Index factor) const { return 2 + factors() + factor; }
  Index bc(Index factor) const { return 2 + factors() * (second_order ? 2 : 1) + factor; }
};

/// Points in the units of the problem's inputs, for designs that are no quantiles of the unit cube:
/// grids, steps around a nominal point, points of others. `count` units of `blocks` evaluations
/// each; a unit is what is lost as a whole when one of its evaluations fails (a trajectory), so the
/// outputs have the shape (count, blocks).
struct PhysicalPoints {
  Index count = 0;
  Index blocks = 1;
  Index dims = 0;
  /// Writes evaluation `block` of units first … first + x.rows() - 1 into x (rows, dims). Pure, as
  /// `UnitPoints::block`.
  std::function<void(Index first, Index block, MutableMatrixRef x)> fill;
};

}  // namespace uq
