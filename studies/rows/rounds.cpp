#include "studies/rows/rounds.hpp"

namespace uq::studies {

Matrix Rounds::evaluate(const Matrix& x) {
  EvaluateOptions options = options_;
  const auto done = static_cast<Index>(all_.status.size());
  if (options_.progress) {
    options.progress = [this, done](Index more) { options_.progress(done + more); };
  }
  const PhysicalPoints points{.count = x.rows(),
                              .blocks = 1,
                              .dims = x.cols(),
                              .fill = [&](Index first, Index, MutableMatrixRef out) {
                                out = x.middleRows(first, out.rows());
                              }};
  Evaluations round = uq::evaluate(problem_, points, options);
  Matrix y(x.rows(), static_cast<Index>(round.y.size()));
  for (std::size_t q = 0; q < round.y.size(); ++q) {
    y.col(static_cast<Index>(q)) = round.y[q];
  }
  if (keep_) {
    points_.conservativeResize(done + x.rows(), x.cols());
    points_.bottomRows(x.rows()) = x;
    all_.y.resize(round.y.size());
    for (std::size_t q = 0; q < round.y.size(); ++q) {
      all_.y[q].conservativeResize(done + x.rows(), 1);
      all_.y[q].bottomRows(x.rows()) = round.y[q];
    }
  }
  for (std::size_t s = 0; s < all_.counts.size(); ++s) {
    all_.counts[s] += round.counts[s];
  }
  all_.status.insert(all_.status.end(), round.status.begin(), round.status.end());
  for (Failure& failure : round.failures) {
    if (all_.failures.size() < static_cast<std::size_t>(Evaluations::max_failures)) {
      failure.row += done;
      all_.failures.push_back(std::move(failure));
    }
  }
  return y;
}

}  // namespace uq::studies
