#pragma once

#include "uq/core/design.hpp"
#include "uq/propagation/intervals.hpp"

#include <functional>
#include <optional>
#include <span>

namespace uq::samplers {

/// holds[i] = whether row i of u is wanted. Pure; called from any thread.
using Predicate = std::function<void(MatrixRef u, std::span<bool> holds)>;

/// How many candidates were tried until the rows wanted were found, and how many of these held.
struct Acceptance {
  Index accepted = 0;
  Index tried = 0;
  bool complete = false;  ///< all rows wanted were found; the last candidate tried was accepted

  double rate() const { return static_cast<double>(accepted) / static_cast<double>(tried); }
  /// Interval of the probability that a candidate is accepted: exact for independent candidates,
  /// also when the search stopped at the last row wanted; conservative for Sobol' points.
  /// @source Clopper, Pearson (1934), Biometrika 26; docs/methods/dependence.md Eq. 14.
  propagation::Interval interval(double level) const;
};

struct Accepted {
  std::optional<IndependentDesign> design;  ///< empty: too few candidates hold
  Acceptance acceptance;
};

/// The first n / R candidates of each of the R replicates for which `predicate` holds, in their
/// order: points of the law of the candidates conditioned on it. The design has the candidates'
/// kind, is `dependent`, and copies rows from the candidates on demand. The same bits for any
/// number of threads.
/// @throws InvalidArgument unless n is a positive multiple of the replicates.
/// @cost 8 bytes a row; each candidate is drawn once here, and again when a row near it is asked
/// for.
/// @source von Neumann (1951), Nat. Bur. Stand. AMS 12; docs/methods/dependence.md Eq. 14.
Accepted accepted(const IndependentDesign& candidates, const Predicate& predicate, Index n);

}  // namespace uq::samplers
