#pragma once

#include "uq/core/types.hpp"

#include <functional>

namespace uq::surrogates {

/// A fitted surrogate of all outputs of a problem, whatever its kind: what runs in the model's
/// place. `predict` is pure and may be called from any thread; any block of rows gives the same
/// bits.
struct Emulator {
  Vector lower, upper;   ///< (d): box of the points it was fitted to, in the inputs' units
  Index replicates = 0;  ///< refits that stand for the surrogate's own uncertainty
  /// Predicts at x (n, d) into y (n, q). @param replicate -1: the fit itself; else 0 … replicates-1
  std::function<void(Index replicate, MatrixRef x, MutableMatrixRef y)> predict;
};

}  // namespace uq::surrogates
