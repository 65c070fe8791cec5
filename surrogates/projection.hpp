#pragma once

#include "surrogates/pce.hpp"
#include "uq/polynomials/grid.hpp"

#include <memory>

namespace uq::surrogates {

/// Expansion of an output by quadrature: each tensor part of the grid gives the coefficients
/// sum_i w_i y_i Psi_a(t_i) of the terms a whose products with each other it integrates exactly,
/// and the grid the sum of these over its parts. All coefficients of a sparse grid by its own
/// weights instead would be spoilt by products it does not integrate (internal aliasing). No
/// residual, no leave-one-out error: its only check is a second grid or a hold-out sample.
/// @param y (n) outputs at the grid's points
/// @throws InvalidArgument when sizes differ, or for an output that is not finite: a quadrature has
///   no point to spare.
/// @cost for each part, points times the sum of its degrees.
/// @source Conrad, Marzouk (2013), SIAM J. Sci. Comput. 35; docs/methods/pce.md Eq. 36, 37.
Pce project(std::shared_ptr<const Coordinates>, const QuadratureGrid&, const Vector& y);

}  // namespace uq::surrogates
