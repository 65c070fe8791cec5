#pragma once

#include "uq/core/design.hpp"
#include "uq/core/problem.hpp"
#include "uq/core/status.hpp"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace uq {

/// One evaluation that is not ok. Rows count in the order of the outputs' columns: row k of block b
/// of a design with n rows is b * n + k.
struct Failure {
  Index row;
  RowStatus status;
  std::string message;
};

/// Outputs of a design, one matrix per output of the problem, and what became of each evaluation.
/// @shape y[q] (n, blocks): NaN where the model gave no finite value. An independent design has one
/// block, a Saltelli design `SaltelliDesign::blocks()`.
struct Evaluations {
  std::vector<Matrix> y;
  std::vector<RowStatus> status;  ///< n * blocks
  std::array<Index, row_status_names.size()> counts{};
  std::vector<Failure> failures;  ///< the first `max_failures`, in row order
  static constexpr Index max_failures = 1000;
};

struct EvaluateOptions {
  Index block = 1024;  ///< rows a model call gets; any value gives the same bits
  /// Called now and then, from any thread, with the evaluations done so far; may throw to stop.
  std::function<void(Index done)> progress;
  bool stop_at_first_failure = false;
};

/// Evaluates the problem's model on a design, in parallel. Outputs, statuses and failures have the
/// same bits for any number of threads and any block size. A row counts as `nonfinite` when an
/// output of the problem is; other outputs of the model do not matter.
/// @throws InvalidArgument when the problem does not fit its model or the design: inputs that are
/// correlated or constrained need a `dependent` design, others one that is not, and a Saltelli
/// design takes no constraints; EvaluationFailed when `stop_at_first_failure` and one fails; what
/// `progress` throws.
/// @cost n (resp. n blocks()) evaluations, q n blocks doubles and n blocks bytes; no copies.
Evaluations evaluate(const Problem&, const IndependentDesign&, const EvaluateOptions& = {});
Evaluations evaluate(const Problem&, const SaltelliDesign&, const EvaluateOptions& = {});

/// Evaluates given points; whether they follow the inputs' dependence and conditions is the
/// caller's affair.
/// @throws InvalidArgument when the problem does not fit its model or the points.
Evaluations evaluate(const Problem&, const PhysicalPoints&, const EvaluateOptions& = {});

}  // namespace uq
