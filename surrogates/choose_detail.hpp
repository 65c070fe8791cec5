#pragma once

#include "surrogates/fit_pce.hpp"
#include "surrogates/regression.hpp"
#include "surrogates/sample_detail.hpp"

namespace uq::surrogates::detail {

/// A truncation and the fit to its terms.
struct Choice {
  MultiIndices terms;    ///< those that the fit has, the constant first
  Regression fit;        ///< of all rows; its columns are the rows of `terms`
  Vector loo;            ///< (n): residual of each row, predicted by a fit without its group
  double loo_error = 1;  ///< mean square of `loo` over the variance of z
  double corrected_loo_error = 1;  ///< the same with the correction of Eq. 8
  Index candidates = 0;            ///< terms of the truncation
  Index degree = 0;
  double q = 1;
};

/// The points cannot tell these terms apart from the others.
struct IndistinctTerms {
  std::vector<Index> columns;
  MultiIndices terms;  ///< all of the truncation
};

/// The truncation with the smallest corrected leave-one-out error; with `adaptive` off the one
/// asked for. @throws InvalidArgument when the points are too few for any or no error can be told,
///   IndistinctTerms.
/// @source docs/methods/pce.md Eq. 13 to 15.
Choice choose(const Coordinates&, const Sample&, const PceOptions&);

/// What a choice predicts at t (m, d). @shape (m)
Vector predicted(const Coordinates&, const Choice&, MatrixRef t);

}  // namespace uq::surrogates::detail
