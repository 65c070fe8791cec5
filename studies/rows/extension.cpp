#include "studies/rows/extension.hpp"

#include "studies/rows/samples.hpp"
#include "uq/core/evaluate.hpp"

#include <memory>
#include <utility>

namespace uq::studies {

AnalysisResult evaluated_beyond(const Problem& problem,
                                const IndependentDesign& longer,
                                Index rows,
                                const RunContext& context) {
  const Index add = longer.points.count - rows;
  Matrix x = physical(problem, longer.points, longer.points.count).bottomRows(add);
  const PhysicalPoints points{.count = add,
                              .dims = problem.dims(),
                              .fill = [&](Index first, Index, MutableMatrixRef to) {
                                to = x.middleRows(first, to.rows());
                              }};
  const Evaluations evaluations = evaluate(problem, points, context.evaluate);
  AnalysisResult out;
  out.evaluations = add;
  out.failures = add - evaluations.counts[static_cast<std::size_t>(RowStatus::ok)];
  if (const std::string summary = failure_summary(evaluations); !summary.empty()) {
    out.warnings.push_back({"W030", summary});
  }
  Sample sample{.problem = problem,
                .x = std::move(x),
                .y = {},
                .status = evaluations.status,
                .kind = longer.kind};
  for (const Matrix& column : evaluations.y) {
    sample.y.emplace_back(column.col(0));
  }
  out.sample = std::make_shared<const Sample>(std::move(sample));
  return out;
}

}  // namespace uq::studies
