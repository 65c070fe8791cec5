#include "uq/sensitivity/sobol.hpp"

#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/propagation/intervals.hpp"
#include "uq/propagation/quantile.hpp"
#include "uq/sensitivity/bootstrap_detail.hpp"
#include "uq/sensitivity/saltelli_detail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace uq::sensitivity {
namespace {

using detail::Indices;
using detail::ProductLayout;
using detail::SaltelliBlocks;
using propagation::Interval;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

void check(const SaltelliDesign& design,
           const std::vector<Matrix>& y,
           const SobolOptions& options) {
  const Index n = design.n();
  const Index replicates = design.replicates;
  expects(replicates > 0 && n % replicates == 0 && n / replicates >= 2,
          "a design of " + std::to_string(n) + " base rows in " + std::to_string(replicates) +
              " replicates, required are equal replicates of at least two rows");
  expects(design.dims() > 0, "a design without inputs");
  for (const Matrix& output : y) {
    expects(output.rows() == n && output.cols() == design.blocks(),
            "outputs of shape (" + std::to_string(output.rows()) + ", " +
                std::to_string(output.cols()) + "), the design needs (" + std::to_string(n) + ", " +
                std::to_string(design.blocks()) + ")");
  }
  expects(options.confidence > 0 && options.confidence < 1,
          "confidence = " + std::to_string(options.confidence) + ", required is 0 < . < 1");
  expects(options.resamples >= 2 || replicates > 1,
          "resamples = " + std::to_string(options.resamples) + ", required are two or more");
}

// Writes the figures of one output into its places of the result arrays.
class OutputWriter {
 public:
  OutputWriter(SobolIndices& result, Index output, Index inputs)
      : result_(result), output_(output), inputs_(inputs) {}

  void mean(double value, Interval ci) { put(result_.mean, result_.mean_ci, output_, value, ci); }
  void variance(double value, Interval ci) {
    put(result_.variance, result_.variance_ci, output_, value, ci);
  }
  void S1(Index input, double value, Interval ci) {
    put(result_.S1, result_.S1_ci, output_ * inputs_ + input, value, ci);
  }
  void ST(Index input, double value, Interval ci) {
    put(result_.ST, result_.ST_ci, output_ * inputs_ + input, value, ci);
  }
  bool dead(Index input) const {
    return result_.dead.data[static_cast<std::size_t>(output_ * inputs_ + input)] == 1;
  }

 private:
  static void put(NdArray& values, NdArray& cis, Index place, double value, Interval ci) {
    values.data[static_cast<std::size_t>(place)] = value;
    cis.data[static_cast<std::size_t>(2 * place)] = ci.lower;
    cis.data[static_cast<std::size_t>(2 * place + 1)] = ci.upper;
  }

  SobolIndices& result_;
  Index output_;
  Index inputs_;
};

// Figures that come in one vector per resample or replicate: mean, variance, S1 …, ST …
constexpr Index mean_row = 0;
constexpr Index variance_row = 1;
Index first_row(Index input) {
  return 2 + input;
}
Index total_row(Index input, Index inputs) {
  return 2 + inputs + input;
}

Vector physical(const Indices& indices, const SaltelliBlocks& blocks) {
  Vector figures(2 + 2 * blocks.inputs());
  const auto& scaling = blocks.scaling;
  figures << scaling.physical(blocks.mean + indices.mean),
      indices.variance * scaling.unit * scaling.unit, indices.S1, indices.ST;
  return figures;
}

// Percentile interval (Eq. 9); none when a resample has no value.
Interval percentile_interval(std::vector<double> values, double level) {
  if (std::any_of(values.begin(), values.end(), [](double v) { return std::isnan(v); })) {
    return {none, none};
  }
  std::sort(values.begin(), values.end());
  const auto quantile = [&](double p) {
    return propagation::sorted_quantile(values, p, propagation::QuantileType::weibull);
  };
  return {quantile((1 - level) / 2), quantile((1 + level) / 2)};
}

// Interval over the replicates: of indices t (Eq. 10), of mean and variance the wider one that
// skewed errors need (propagate.md Eq. 4). Replicates that agree to the last bit tell nothing of
// the error, unless the input is dead and the figure exact.
Interval over_replicates(const std::vector<double>& values, double level, bool exact, bool index) {
  const bool identical = std::equal(values.begin() + 1, values.end(), values.begin());
  if (identical) {
    return exact ? Interval{values[0], values[0]} : Interval{none, none};
  }
  return index ? propagation::t_interval(values, level)
               : propagation::replicate_interval(values, level);
}

std::vector<double> row_of(const Matrix& figures, Index row) {
  std::vector<double> values;
  for (Index column = 0; column < figures.cols(); ++column) {
    values.push_back(figures(row, column));
  }
  return values;
}

// Writes point estimates with the intervals interval(row of the figures, exact).
template <class IntervalOf>
void write(OutputWriter out, const Vector& point, Index inputs, IntervalOf interval) {
  out.mean(point[mean_row], interval(mean_row, false));
  out.variance(point[variance_row], interval(variance_row, false));
  for (Index i = 0; i < inputs; ++i) {
    const Index total = total_row(i, inputs);
    out.S1(i, point[first_row(i)], interval(first_row(i), out.dead(i)));
    out.ST(i, point[total], interval(total, out.dead(i)));
  }
}

// Everything the two kinds of interval share: what is asked, and where results go.
struct Task {
  const SaltelliDesign& design;
  const std::vector<Matrix>& y;
  const SobolOptions& options;
  ProductLayout layout;
  std::vector<Index> outputs;  // those without missing values
  SobolIndices& result;

  OutputWriter writer(Index output) const { return {result, output, layout.inputs}; }
};

// An output that does not vary keeps its mean; it has no indices, and 0 would be a lie.
void refuse(const Task& task, Index output, double mean, const std::string& reason) {
  task.writer(output).mean(mean, {none, none});
  task.result.undefined[static_cast<std::size_t>(output)] = reason;
}

void bootstrap(const Task& task, Seed seed) {
  std::vector<Index> active;
  std::vector<SaltelliBlocks> blocks;
  std::vector<Vector> points;
  for (const Index q : task.outputs) {
    const auto centred = detail::centre(task.y[static_cast<std::size_t>(q)]);
    const Indices point = detail::indices(centred, task.layout);
    const Vector figures = physical(point, centred);
    if (point.variance <= centred.resolution) {
      refuse(task, q, figures[mean_row], "zero variance");
      continue;
    }
    active.push_back(q);
    blocks.push_back(centred);
    points.push_back(figures);
  }
  const Index resamples = task.options.resamples;
  const auto sums = detail::bootstrap_sums(blocks, task.layout, resamples, seed);
  bool some_undefined = false;
  for (std::size_t k = 0; k < active.size(); ++k) {
    Matrix figures(points[k].size(), resamples);
    for (Index b = 0; b < resamples; ++b) {
      figures.col(b) = physical(detail::indices(sums[k].col(b),
                                                static_cast<double>(task.design.n()),
                                                task.layout,
                                                blocks[k].resolution),
                                blocks[k]);
    }
    some_undefined = some_undefined || figures.array().isNaN().any();
    write(task.writer(active[k]), points[k], task.layout.inputs, [&](Index row, bool) {
      return percentile_interval(row_of(figures, row), task.options.confidence);
    });
  }
  if (some_undefined) {
    task.result.warnings.push_back({"W032",
                                    "an output varies so rarely that some resamples are constant: "
                                    "its indices have no interval"});
  }
}

void replicates(const Task& task) {
  const Index count = task.design.replicates;
  const Index size = task.design.n() / count;
  const Index width = 2 + 2 * task.layout.inputs;
  std::vector<Matrix> figures(task.outputs.size(), Matrix(width, count));
  parallel_for(static_cast<Index>(figures.size()) * count, [&](Index cell) {
    const auto k = static_cast<std::size_t>(cell / count);
    const Index r = cell % count;
    const Matrix& y = task.y[static_cast<std::size_t>(task.outputs[k])];
    const auto blocks = detail::centre(y.middleRows(r * size, size));
    figures[k].col(r) = physical(detail::indices(blocks, task.layout), blocks);
  });
  bool some_identical = false;
  for (std::size_t k = 0; k < figures.size(); ++k) {
    Vector point(width);
    for (Index row = 0; row < width; ++row) {
      point[row] = propagation::moments(row_of(figures[k], row)).mean;
    }
    const auto constant = figures[k].row(first_row(0)).array().isNaN().count();
    if (constant > 0) {
      refuse(task,
             task.outputs[k],
             point[mean_row],
             constant == count ? "zero variance"
                               : "zero variance in " + std::to_string(constant) + " of " +
                                     std::to_string(count) + " replicates");
      continue;
    }
    write(task.writer(task.outputs[k]), point, task.layout.inputs, [&](Index row, bool exact) {
      const auto values = row_of(figures[k], row);
      const bool index = row != mean_row && row != variance_row;
      const Interval interval = over_replicates(values, task.options.confidence, exact, index);
      some_identical = some_identical || std::isnan(interval.lower);
      return interval;
    });
  }
  if (some_identical) {
    task.result.warnings.push_back({"W033",
                                    "all replicates gave the same value of a figure that is not "
                                    "exact: its error cannot be estimated and has no interval"});
  }
}

// 1 for each input whose change never changed a bit of the output.
void mark_dead(const Matrix& y, double* dead) {
  parallel_for(y.cols() - 2, [&](Index i) {
    dead[i] = std::equal(y.col(0).begin(), y.col(0).end(), y.col(2 + i).begin()) ? 1 : 0;
  });
}

SobolIndices empty_result(Index outputs, Index inputs) {
  SobolIndices result;
  result.S1 = result.ST = result.dead = NdArray({outputs, inputs});
  result.S1_ci = result.ST_ci = NdArray({outputs, inputs, 2});
  result.mean = result.variance = NdArray({outputs});
  result.mean_ci = result.variance_ci = NdArray({outputs, 2});
  result.rows = result.lost_share = NdArray({outputs}, 0);
  result.undefined.resize(static_cast<std::size_t>(outputs));
  return result;
}

}  // namespace

SobolIndices sobol(const SaltelliDesign& design,
                   const std::vector<Matrix>& y,
                   const SobolOptions& options,
                   Seed seed,
                   const MissingPolicy& missing) {
  check(design, y, options);
  const Index inputs = design.dims();
  SobolIndices result = empty_result(static_cast<Index>(y.size()), inputs);
  Task task{design, y, options, {inputs, options.estimator_first}, {}, result};
  for (std::size_t q = 0; q < y.size(); ++q) {
    const CompleteRows complete = complete_rows(y[q]);
    result.lost_share.data[q] = complete.lost_share();
    result.undefined[q] = loss_fault(complete, missing, 2, "base rows");
    if (!result.undefined[q].empty() || !complete.all()) {
      continue;
    }
    task.outputs.push_back(static_cast<Index>(q));
    result.rows.data[q] = static_cast<double>(design.n());
    mark_dead(y[q], result.dead.data.data() + q * static_cast<std::size_t>(inputs));
  }
  if (design.replicates > 1) {
    result.ci_method = "replicates";
    replicates(task);
  } else {
    result.ci_method = "bootstrap";
    if (design.kind == PointKind::sobol) {
      result.warnings.push_back({"W031",
                                 "bootstrap intervals are conservative on Sobol' points: they do "
                                 "not see that these err less than independent ones"});
    }
    bootstrap(task, seed);
  }
  return result;
}

double working_bytes(Index n, Index dims, Index outputs, const SobolOptions& options) {
  const ProductLayout layout{dims, options.estimator_first};
  const auto width = static_cast<double>(layout.width());
  const double chunks = static_cast<double>(n) / sum_chunk + 1;
  const double sums = chunks * width + threads() * static_cast<double>(sum_chunk) * (width + 3);
  const double figures = static_cast<double>(options.resamples) * static_cast<double>(4 + 2 * dims);
  return detail::bootstrap_bytes(n, outputs, layout, options.resamples) + 8 * (sums + figures);
}

}  // namespace uq::sensitivity
