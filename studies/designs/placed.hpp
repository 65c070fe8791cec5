#pragma once

#include "samplers/dependent.hpp"
#include "studies/designs/design_options.hpp"

namespace uq::studies {

/// Reports points that cannot be had: an illegal number of rows or of inputs, dependence they
/// cannot follow (U306, U492), conditions that hardly any meet (U317); warns of a lost balance
/// (W021, W130).
void check_placed(const Node& table, const Problem&, const DesignOptions&, Diagnostics&);

/// What a user should know of the points.
Warnings placed_warnings(const Problem&, const DesignOptions&);

/// The kind of the points, for the intervals estimators may claim.
PointKind kind_of(Placing);

/// Bytes held by the points and their making, beyond those of independent ones.
double placed_bytes(const Problem&, const DesignOptions&);

/// The points of a design.
struct Placed {
  samplers::Dependent drawn;  ///< following dependence and conditions; its `design` is there
  UnitPoints all;             ///< the rows it extends, then its own
  Matrix before;              ///< (n0, d): the rows it extends, in the units of the inputs
  Seed stream;                ///< of the points
  std::optional<PhysicalPoints> given = {};  ///< of quadrature: its rows, values to the bit
  Vector weights = {};                       ///< of quadrature: one for each row

  /// The rows of the design in the units of the inputs, (n, d).
  Matrix x(const Problem&) const;
};

/// @param own stream of the analysis @param earlier the rows it extends, null: none
/// @throws StudyError when too few draws meet the conditions, or the earlier rows have other inputs
Placed placed(const Problem&, const DesignOptions&, Seed own, const EarlierRows* earlier);

}  // namespace uq::studies
