#pragma once

#include "surrogates/fit_pce.hpp"
#include "surrogates/regression.hpp"

namespace uq::surrogates::detail {

/// A truncation and the fit to its terms.
struct Choice {
  MultiIndices terms;  ///< of the truncation
  Regression fit;      ///< its columns are rows of `terms`
  Index degree = 0;
  double q = 1;
};

/// The truncation with the smallest corrected leave-one-out error; with `adaptive` off the one
/// asked for. @throws InvalidArgument when the points are too few for any.
/// @source docs/methods/pce.md Eq. 8.
Choice choose(const Coordinates&, MatrixRef t, const Vector& y, const PceOptions&);

/// The fit to the terms of one truncation.
Regression fit_terms(MatrixRef psi, const Vector& y, PceTerms how);

}  // namespace uq::surrogates::detail
