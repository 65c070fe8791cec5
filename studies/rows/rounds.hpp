#pragma once

#include "uq/core/evaluate.hpp"
#include "uq/core/problem.hpp"

namespace uq::studies {

/// Evaluates a problem round by round, each with points that follow from the rounds before, and
/// keeps the account of all of them as if they were one design.
class Rounds {
 public:
  Rounds(const Problem& problem, const EvaluateOptions& options)
      : problem_(problem), options_(options) {}

  /// @param x (n, d) in the units of the inputs @return (n, outputs of the problem)
  Matrix evaluate(const Matrix& x);

  /// Counts, statuses and failures of all rounds, rows counting on; no outputs.
  const Evaluations& all() const { return all_; }

 private:
  const Problem& problem_;
  const EvaluateOptions& options_;
  Evaluations all_;
};

}  // namespace uq::studies
