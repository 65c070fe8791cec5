// Indices of a design without replicates: outputs that count the same rows are resampled together.
#include "uq/propagation/intervals.hpp"
#include "uq/sensitivity/bootstrap_detail.hpp"
#include "uq/sensitivity/sobol_detail.hpp"
#include "uq/sensitivity/sobol_intervals_detail.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

namespace uq::sensitivity::detail {
namespace {

using propagation::Interval;

// Outputs that count the same rows.
struct RowSet {
  std::span<const Index> rows;  // empty: all
  std::vector<Index> outputs;
};

std::vector<RowSet> row_sets(const SobolTask& task) {
  std::vector<RowSet> sets;
  for (const Index q : task.outputs) {
    const auto rows = task.rows(q);
    const auto same = std::find_if(sets.begin(), sets.end(), [&](const RowSet& set) {
      return std::equal(set.rows.begin(), set.rows.end(), rows.begin(), rows.end());
    });
    if (same == sets.end()) {
      sets.push_back({rows, {q}});
    } else {
      same->outputs.push_back(q);
    }
  }
  return sets;
}

// Point estimates of a set, and what its intervals are made of; one element per output.
struct Estimates {
  std::vector<SaltelliBlocks> blocks;
  std::vector<Vector> points;         // physical units
  std::vector<Matrix> resamples;      // (figures, B), physical units; empty for the delta method
  std::vector<Influence> influences;  // and one of the mean over the outputs; empty for percentiles
};

void resample(Estimates& all, const SobolTask& task, const RowSet& set, Seed seed) {
  const Index count = task.options.resamples;
  const auto sums = bootstrap_sums(all.blocks, task.layout, count, seed);
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const SaltelliBlocks& blocks = all.blocks[k];
    Matrix values(task.layout.figures(), count);
    for (Index b = 0; b < count; ++b) {
      const Vector means = sums[k].col(b) / static_cast<double>(blocks.rows());
      values.col(b) = figures(means.data(), task.layout, blocks.resolution);
      to_physical(values.col(b), blocks);
      zero_dead(values.col(b), task, set.outputs[k]);
    }
    all.resamples.push_back(std::move(values));
  }
}

Estimates estimate(const SobolTask& task, const RowSet& set, Seed seed) {
  Estimates all;
  for (const Index q : set.outputs) {
    all.blocks.push_back(centre(task.values(q), set.rows));
    all.points.push_back(figures(all.blocks.back(), task.layout));
    zero_dead(all.points.back(), task, q);
  }
  if (task.options.interval != SobolInterval::asymptotic) {
    resample(all, task, set, seed);
  }
  if (task.options.interval != SobolInterval::bootstrap) {
    all.influences = influence(all.blocks, task.layout);
  }
  return all;
}

std::vector<double> row_of(const Matrix& values, Index row) {
  std::vector<double> all(static_cast<std::size_t>(values.cols()));
  Eigen::Map<Vector>(all.data(), values.cols()) = values.row(row).transpose();
  return all;
}

// A standard error in units of z in the unit of its figure.
double physical_error(double error, Index figure, const SaltelliBlocks& blocks) {
  return figure == 0   ? error * blocks.scaling.unit / blocks.scaling.shrink
         : figure == 1 ? blocks.scaling.variance(error)
                       : error;
}

// Intervals of all figures of one output, or of the mean over outputs (whose blocks are any).
std::vector<Interval> intervals(const SobolTask& task,
                                const Vector& point,
                                const Matrix* resamples,
                                const Influence* influence,
                                const SaltelliBlocks& blocks) {
  const double level = task.options.confidence;
  std::vector<Interval> all;
  for (Index k = 0; k < point.size(); ++k) {
    if (influence == nullptr) {
      all.push_back(percentile_interval(row_of(*resamples, k), level));
    } else if (resamples == nullptr) {
      all.push_back(asymptotic_interval(
          point[k], physical_error(standard_error(*influence, k), k, blocks), level));
    } else {
      const double skew = influence->cubes[k] / std::pow(influence->squares[k], 1.5);
      all.push_back(bca_interval(row_of(*resamples, k), point[k], skew, level));
    }
  }
  return all;
}

// An index that is exactly zero has no error; the delta method does not know.
void pin_dead(std::vector<Interval>& all, const SobolTask& task, Index output) {
  Vector alive = Vector::Ones(task.layout.figures());
  zero_dead(alive, task, output);
  for (Index k = 0; k < alive.size(); ++k) {
    if (alive[k] == 0) {
      all[static_cast<std::size_t>(k)] = {0, 0};
    }
  }
}

const Matrix* resamples_of(const Estimates& all, std::size_t k) {
  return all.resamples.empty() ? nullptr : &all.resamples[k];
}
const Influence* influence_of(const Estimates& all, std::size_t k) {
  return all.influences.empty() ? nullptr : &all.influences[k];
}

// Mean of S1 and ST over outputs that count the same rows (Eq. 18).
void aggregate(const SobolTask& task, const RowSet& set, const Estimates& all) {
  const std::size_t outputs = set.outputs.size();
  const auto scale = 1 / static_cast<double>(outputs);
  Vector point = Vector::Zero(task.layout.figures());
  Matrix resamples;
  for (std::size_t k = 0; k < outputs; ++k) {
    point += all.points[k] * scale;
    if (!all.resamples.empty()) {
      resamples = k == 0 ? Matrix(all.resamples[k] * scale) : resamples + all.resamples[k] * scale;
    }
  }
  auto cis = intervals(task,
                       point,
                       all.resamples.empty() ? nullptr : &resamples,
                       influence_of(all, outputs),
                       all.blocks[0]);
  for (Index f = 0; f < task.layout.factors; ++f) {
    const bool dead = std::all_of(
        set.outputs.begin(), set.outputs.end(), [&](Index q) { return task.is_dead(q, f); });
    if (dead) {
      cis[static_cast<std::size_t>(task.layout.S1(f))] = {0, 0};
      cis[static_cast<std::size_t>(task.layout.ST(f))] = {0, 0};
    }
  }
  write_aggregated(task, point, cis);
}

// Leaves out the outputs that do not vary.
void drop_constant(const SobolTask& task, RowSet& set) {
  std::vector<Index> varying;
  for (const Index q : set.outputs) {
    const SaltelliBlocks blocks = centre(task.values(q), set.rows);
    if (is_constant(blocks)) {
      refuse(task, q, blocks.scaling.physical(blocks.mean), "zero variance");
    } else {
      varying.push_back(q);
    }
  }
  set.outputs = varying;
}

// Rows that count in all of the sets; empty when that is all rows.
std::vector<Index> common_rows(const std::vector<RowSet>& sets) {
  std::vector<Index> rows;
  for (const RowSet& set : sets) {
    if (set.rows.empty() || set.outputs.empty()) {
      continue;
    }
    if (rows.empty()) {
      rows.assign(set.rows.begin(), set.rows.end());
      continue;
    }
    std::vector<Index> both;
    std::set_intersection(
        rows.begin(), rows.end(), set.rows.begin(), set.rows.end(), std::back_inserter(both));
    rows = both;
    if (rows.empty()) {
      break;
    }
  }
  return rows;
}

// All outputs on the rows that count in all of them; a warning (W084) where that is no sample of
// one of them, and then they are left without.
void aggregate_common(const SobolTask& task, const std::vector<RowSet>& sets, Seed seed) {
  const std::vector<Index> rows = common_rows(sets);
  const auto refused = [&](const std::string& reason) {
    task.result.warnings.push_back(
        {"W084", reason + ": there are no indices of all outputs together"});
    task.result.aggregated_undefined = reason;
  };
  if (static_cast<Index>(rows.size()) < least_rows) {
    refused(std::to_string(rows.size()) + " base rows are whole in all outputs, at least " +
            std::to_string(least_rows) + " are needed");
    return;
  }
  RowSet together{rows, {}};
  for (const RowSet& set : sets) {
    together.outputs.insert(together.outputs.end(), set.outputs.begin(), set.outputs.end());
  }
  std::sort(together.outputs.begin(), together.outputs.end());
  for (const Index q : together.outputs) {
    if (is_constant(centre(task.values(q), rows))) {
      refused("output " + std::to_string(q + 1) + " does not vary in the " +
              std::to_string(rows.size()) + " base rows that are whole in all outputs");
      return;
    }
  }
  aggregate(task, together, estimate(task, together, seed));
}

}  // namespace

void estimate_rows(const SobolTask& task, Seed seed) {
  std::vector<RowSet> sets = row_sets(task);
  std::size_t varying = 0;
  for (RowSet& set : sets) {
    drop_constant(task, set);
    varying += set.outputs.size();
  }
  Gaps gaps;
  for (const RowSet& set : sets) {
    if (set.outputs.empty()) {
      continue;
    }
    Estimates all = estimate(task, set, seed);
    for (std::size_t k = 0; k < set.outputs.size(); ++k) {
      auto cis =
          intervals(task, all.points[k], resamples_of(all, k), influence_of(all, k), all.blocks[k]);
      pin_dead(cis, task, set.outputs[k]);
      confine(all.points[k], cis, task, set.outputs[k]);
      write(task, set.outputs[k], all.points[k], cis);
      if (const Matrix* draws = resamples_of(all, k); draws && order_is_known(task, cis)) {
        const Index first = task.layout.ST(0);
        write_ranking(task,
                      set.outputs[k],
                      all.points[k].segment(first, task.layout.factors),
                      draws->middleRows(first, task.layout.factors));
      }
      gaps.add(all.points[k], cis, is_out_of_range(task, set.outputs[k]));
    }
    if (set.outputs.size() == varying && varying > 1) {
      aggregate(task, set, all);
    }
  }
  warn_of_values(task, gaps);
  if (gaps.intervals) {
    task.result.warnings.push_back({"W032",
                                    "an output varies so rarely that some resamples are constant: "
                                    "its indices have no interval"});
  }
  if (varying < 2) {
    task.result.aggregated_undefined = too_few_outputs;
  }
  const bool aggregated = std::any_of(
      sets.begin(), sets.end(), [&](const RowSet& set) { return set.outputs.size() == varying; });
  if (varying > 1 && !aggregated) {
    aggregate_common(task, sets, seed);
  }
}

}  // namespace uq::sensitivity::detail
