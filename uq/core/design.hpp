#pragma once

#include "uq/core/types.hpp"

#include <functional>

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

/// Base of a Saltelli design: row k holds a_k in columns 0..d-1 and b_k in columns d..2d-1. The
/// model is evaluated at A, B and AB_i (A with column i of B): n (d + 2) evaluations.
/// @source Saltelli et al. (2010), Comput. Phys. Commun. 181, Table 2; docs/methods/sobol.md Eq. 1.
struct SaltelliDesign {
  UnitPoints points;  ///< (n, 2 d)
  PointKind kind = PointKind::sobol;
  Index replicates = 1;  ///< rows [r n/R, (r+1) n/R) are the r-th independent randomisation

  Index n() const { return points.count; }
  Index dims() const { return points.dims / 2; }
  Index blocks() const { return dims() + 2; }  ///< columns of the outputs: A, B, AB_1 … AB_d
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
