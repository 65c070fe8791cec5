// Indices of a design with replicates: each is estimated by itself on its own whole rows.
#include "uq/core/parallel.hpp"
#include "uq/propagation/moments.hpp"
#include "uq/sensitivity/ranking.hpp"
#include "uq/sensitivity/sobol_detail.hpp"
#include "uq/sensitivity/sobol_intervals_detail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq::sensitivity::detail {
namespace {

using propagation::Interval;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

std::vector<double> row_of(const Matrix& figures, Index row) {
  std::vector<double> values;
  for (Index column = 0; column < figures.cols(); ++column) {
    values.push_back(figures(row, column));
  }
  return values;
}

// The rows of one output that count in rows first … first + size - 1, relative to `first`.
std::vector<Index> rows_within(std::span<const Index> kept, Index first, Index size) {
  const auto* low = std::lower_bound(kept.data(), kept.data() + kept.size(), first);
  const auto* high = std::lower_bound(low, kept.data() + kept.size(), first + size);
  std::vector<Index> rows(low, high);
  for (Index& row : rows) {
    row -= first;
  }
  return rows;
}

// The figures (figures, R) of one output, NaN in replicates that have none.
struct Replicates {
  Matrix figures;
  std::vector<char> constant;  // (R): 1 where a replicate does not vary
  std::string fault;           // why the output has no indices, else empty
};

std::string too_few(Index rows, Index replicate, Index count) {
  return "replicate " + std::to_string(replicate + 1) + " of " + std::to_string(count) + " has " +
         std::to_string(rows) + " whole base rows, at least " + std::to_string(least_rows) +
         " are needed";
}

Replicates of_output(const SobolTask& task, Index output) {
  const Index count = task.design.replicates;
  const Index size = task.design.n() / count;
  const auto kept = task.rows(output);
  Replicates all{Matrix::Constant(task.layout.figures(), count, none),
                 std::vector<char>(static_cast<std::size_t>(count)),
                 ""};
  std::vector<std::vector<Index>> rows(static_cast<std::size_t>(count));
  for (Index r = 0; r < count && !kept.empty(); ++r) {
    auto& own = rows[static_cast<std::size_t>(r)];
    own = rows_within(kept, r * size, size);
    if (static_cast<Index>(own.size()) < std::min(least_rows, size) && all.fault.empty()) {
      all.fault = too_few(static_cast<Index>(own.size()), r, count);
    }
  }
  if (!all.fault.empty()) {
    return all;
  }
  parallel_for(count, [&](Index r) {
    const auto blocks =
        centre(task.values(output).middleRows(r * size, size), rows[static_cast<std::size_t>(r)]);
    all.figures.col(r) = figures(blocks, task.layout);
    all.constant[static_cast<std::size_t>(r)] = is_constant(blocks) ? 1 : 0;
    zero_dead(all.figures.col(r), task, output);
  });
  return all;
}

// Mean over the replicates and intervals of the figures.
struct Averaged {
  Vector point;
  std::vector<Interval> intervals;
};

Averaged averaged(const SobolTask& task, const Matrix& figures, const Vector& alive) {
  Averaged all{Vector(figures.rows()), {}};
  for (Index row = 0; row < figures.rows(); ++row) {
    const std::vector<double> values = row_of(figures, row);
    all.point[row] = propagation::moments(values).mean;
    all.intervals.push_back(
        over_replicates(values, task.options.confidence, alive[row] == 0, row > 1));
  }
  return all;
}

}  // namespace

void estimate_replicates(const SobolTask& task, Seed seed) {
  const Index count = task.design.replicates;
  Gaps gaps;
  Matrix together = Matrix::Zero(task.layout.figures(), count);
  Vector alive_together = Vector::Zero(task.layout.figures());
  Index varying = 0;
  for (const Index q : task.outputs) {
    const Replicates all = of_output(task, q);
    if (!all.fault.empty()) {
      task.result.undefined[static_cast<std::size_t>(q)] = all.fault;
      continue;
    }
    Vector alive = Vector::Ones(task.layout.figures());
    zero_dead(alive, task, q);
    const Index constant = std::count(all.constant.begin(), all.constant.end(), 1);
    if (constant > 0) {
      refuse(task,
             q,
             propagation::moments(row_of(all.figures, 0)).mean,
             constant == count ? "zero variance"
                               : "zero variance in " + std::to_string(constant) + " of " +
                                     std::to_string(count) + " replicates");
      continue;
    }
    Averaged figures = averaged(task, all.figures, alive);
    confine(figures.point, figures.intervals, task, q);
    gaps.add(figures.point, figures.intervals, is_out_of_range(task, q));
    write(task, q, figures.point, figures.intervals);
    if (order_is_known(task, figures.intervals)) {
      // The same draws whatever other outputs there are.
      const Matrix totals = all.figures.middleRows(task.layout.ST(0), task.layout.factors);
      write_ranking(task,
                    q,
                    figures.point.segment(task.layout.ST(0), task.layout.factors),
                    replicate_draws(totals, task.options.resamples, seed.child("ranking")));
    }
    together += all.figures;
    alive_together = alive_together.cwiseMax(alive);
    ++varying;
  }
  if (varying > 1) {
    const Averaged figures =
        averaged(task, together / static_cast<double>(varying), alive_together);
    gaps.add(figures.point, figures.intervals);
    write_aggregated(task, figures.point, figures.intervals);
  } else {
    task.result.aggregated_undefined = too_few_outputs;
  }
  warn_of_values(task, gaps);
  if (gaps.intervals) {
    task.result.warnings.push_back({"W033",
                                    "all replicates gave the same value of a figure that is not "
                                    "exact: its error cannot be estimated and has no interval"});
  }
}

}  // namespace uq::sensitivity::detail
