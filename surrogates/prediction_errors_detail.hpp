#pragma once

#include "uq/core/types.hpp"

namespace uq::surrogates::detail {

/// Errors of predictions of an output, NaN where undefined. @source docs/methods/pce.md Eq. 16.
struct PredictionErrors {
  double q2, rmse;
  double mape, ape_p95, ape_max;  ///< NaN where an output is 0
};

/// @param variance of the outputs that q2 compares with, in units of `scale` squared
/// @param scale a power of two of the size of the errors, so that no square underflows
PredictionErrors prediction_errors(const Vector& y,
                                   const Vector& predicted,
                                   double variance,
                                   double scale);

}  // namespace uq::surrogates::detail
