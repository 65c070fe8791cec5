#pragma once

#include "uq/core/evaluate.hpp"
#include "uq/core/problem.hpp"

namespace uq::studies {

/// Evaluates a problem round by round, each with points that follow from the rounds before, and
/// keeps the account of all of them as if they were one design.
class Rounds {
 public:
  /// @param keep whether points and outputs are kept beside statuses and failures
  Rounds(const Problem& problem, const EvaluateOptions& options, bool keep = false)
      : problem_(problem), options_(options), keep_(keep) {}

  /// @param x (n, d) in the units of the inputs @return (n, outputs of the problem)
  Matrix evaluate(const Matrix& x);

  /// Counts, statuses and failures of all rounds, rows counting on; outputs (n, 1) if kept.
  const Evaluations& all() const { return all_; }
  /// The points of all rounds (n, d), if kept.
  const Matrix& points() const { return points_; }

 private:
  const Problem& problem_;
  const EvaluateOptions& options_;
  bool keep_;
  Evaluations all_;
  Matrix points_;
};

}  // namespace uq::studies
