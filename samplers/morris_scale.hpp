#pragma once

#include "samplers/morris.hpp"
#include "uq/core/design.hpp"
#include "uq/core/problem.hpp"

#include <array>
#include <vector>

namespace uq::samplers {

/// Share of the probability beyond either end of the scale of a law that reaches to infinity.
inline constexpr double unbounded_tail = 0.01;

/// What the inputs of a problem can do: values of their laws, order of their kinds.
std::vector<MorrisInput> morris_inputs(const Problem&);

/// The value of an input at a position of its scale. Bounded laws are quantiles of the position
/// itself, ends included (where the model excludes an end, the quantile of 2^-54); laws with an
/// infinite end those of 0.01 + 0.98 position, so that nothing is ever infinite; of a discrete law,
/// the position counts its values. @source docs/methods/morris.md Eq. 5.
double value_at(const UncertainInput&, const InputVariable&, double position);

/// The ends of the scale.
std::array<double, 2> scale_of(const UncertainInput&, const InputVariable&);

/// The points of a design in the units of the problem: a unit is a trajectory.
/// @throws InvalidArgument when the design has other inputs than the problem.
PhysicalPoints physical_points(const Problem&, const MorrisDesign&);

/// First the trajectories of one design, then those of the other, which has the same groups.
PhysicalPoints both(PhysicalPoints first, PhysicalPoints second);

}  // namespace uq::samplers
