#pragma once

#include "samplers/dependent.hpp"
#include "studies/designs/design_options.hpp"

namespace uq::studies {

/// Reports points that cannot be had: more inputs than a sequence has dimensions, dependence they
/// cannot follow (U306), conditions that hardly any meet (U317); warns of a lost balance (W021).
void check_placed(const Node& table, const Problem&, const DesignOptions&, Diagnostics&);

/// What a user should know of the points.
Warnings placed_warnings(const Problem&, const DesignOptions&);

/// The kind of the points, for the intervals estimators may claim.
PointKind kind_of(Placing);

/// The points, following the inputs' dependence and conditions; its `design` is there.
/// @throws StudyError when too few draws meet the conditions.
samplers::Dependent placed(const Problem&, const DesignOptions&, Seed);

}  // namespace uq::studies
