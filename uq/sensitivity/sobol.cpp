#include "uq/sensitivity/sobol.hpp"

#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/sensitivity/bootstrap_detail.hpp"
#include "uq/sensitivity/ranking.hpp"
#include "uq/sensitivity/sobol_detail.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace uq::sensitivity {
namespace {

using detail::SobolTask;

void check(const SaltelliDesign& design,
           const std::vector<Matrix>& y,
           const SobolOptions& options) {
  const Index n = design.n();
  const Index replicates = design.replicates;
  expects(replicates > 0 && n % replicates == 0 && n / replicates >= 2,
          "a design of " + std::to_string(n) + " base rows in " + std::to_string(replicates) +
              " replicates, required are equal replicates of at least two rows");
  expects(design.dims() > 0 && design.factors() > 0, "a design without inputs");
  expects(design.third_base || !detail::estimator(options.estimator_first).third_base,
          "the estimator `owen` needs a design with a third base");
  for (const Matrix& output : y) {
    expects(output.rows() == n && output.cols() == design.blocks(),
            "outputs of shape (" + std::to_string(output.rows()) + ", " +
                std::to_string(output.cols()) + "), the design needs (" + std::to_string(n) + ", " +
                std::to_string(design.blocks()) + ")");
  }
  expects(options.confidence > 0 && options.confidence < 1,
          "confidence = " + std::to_string(options.confidence) + ", required is 0 < . < 1");
  expects(options.resamples >= 2 || replicates > 1 || options.interval == SobolInterval::asymptotic,
          "resamples = " + std::to_string(options.resamples) + ", required are two or more");
}

// Whether two blocks agree bit for bit in every row, in what has no value too: an input that
// decides whether there is one is not dead.
bool same_bits(const Matrix& y, Index a, Index b) {
  return std::equal(
      y.col(a).begin(), y.col(a).end(), y.col(b).begin(), [](double one, double other) {
        return one == other || (!std::isfinite(one) && !std::isfinite(other));
      });
}

// 1 for each factor whose exchange never changed a bit of the output.
void mark_dead(const SobolTask& task, Index output) {
  const SaltelliDesign& design = task.design;
  const Matrix& y = task.values(output);
  parallel_for(design.factors(), [&](Index f) {
    const bool dead = same_bits(y, 0, design.ab(f)) &&
                      (!design.second_order || same_bits(y, 1, design.ba(f))) &&
                      (!design.third_base || same_bits(y, 1, design.bc(f)));
    task.result.dead.data[static_cast<std::size_t>(output * design.factors() + f)] = dead ? 1 : 0;
  });
}

SobolIndices empty_result(Index outputs,
                          const SaltelliDesign& design,
                          const SobolOptions& options) {
  const Index f = design.factors();
  SobolIndices result;
  result.S1 = result.ST = result.dead = NdArray({outputs, f});
  result.S1_ci = result.ST_ci = NdArray({outputs, f, 2});
  if (design.second_order) {
    result.S2 = NdArray({outputs, f, f});
    result.S2_ci = NdArray({outputs, f, f, 2});
  }
  if (outputs > 1) {
    result.S1_aggregated = result.ST_aggregated = NdArray({f});
    result.S1_aggregated_ci = result.ST_aggregated_ci = NdArray({f, 2});
  }
  const bool has_draws = design.replicates > 1 || options.interval != SobolInterval::asymptotic;
  if (has_draws && f <= most_ranked) {
    result.before = NdArray({outputs, f, f});
    result.below = NdArray({outputs, f});
    result.stable_top = result.stable_top_share = NdArray({outputs});
  }
  result.mean = result.variance = NdArray({outputs});
  result.mean_ci = result.variance_ci = NdArray({outputs, 2});
  result.rows = result.lost_share = NdArray({outputs}, 0);
  result.undefined.resize(static_cast<std::size_t>(outputs));
  result.moments_undefined.resize(static_cast<std::size_t>(outputs));
  return result;
}

// Keeps the outputs that can be estimated, and which of their rows count.
void select_outputs(SobolTask& task, const MissingPolicy& missing) {
  SobolIndices& result = task.result;
  // Replicates count the rows of each by themselves.
  const Index least =
      task.design.replicates > 1 ? 2 : std::min(detail::least_rows, task.design.n());
  for (std::size_t q = 0; q < task.y.size(); ++q) {
    CompleteRows complete = complete_rows(task.y[q]);
    result.lost_share.data[q] = complete.lost_share();
    result.undefined[q] = loss_fault(complete, missing, least, "base rows");
    task.kept.emplace_back();
    if (!result.undefined[q].empty()) {
      continue;
    }
    result.rows.data[q] = static_cast<double>(complete.rows.size());
    if (!complete.all()) {
      task.kept.back() = std::move(complete.rows);
    }
    task.outputs.push_back(static_cast<Index>(q));
    mark_dead(task, static_cast<Index>(q));
  }
}

// Below these base rows of one design no interval keeps its level, on Sobol' points either
// (docs/methods/sobol.md, Few rows).
constexpr Index few_rows = 64;

// Base rows of the output that has fewest, among those with indices.
Index fewest_rows(const SobolTask& task) {
  Index fewest = task.design.n();
  for (const Index q : task.outputs) {
    fewest =
        std::min(fewest, static_cast<Index>(task.result.rows.data[static_cast<std::size_t>(q)]));
  }
  return fewest;
}

void warn_of_few_rows(Index rows, SobolIndices& result) {
  result.warnings.push_back({"W098",
                             result.ci_method + " intervals of " + std::to_string(rows) +
                                 " base rows may cover less than their level; from " +
                                 std::to_string(few_rows) + " on they keep it nearly"});
}

// Below (B + 1) alpha / 2 = 1 the quantiles of Eq. 9 lie outside the resamples' values, and the
// interval from the least to the largest has less than its level.
void warn_of_few_resamples(const SobolOptions& options, SobolIndices& result) {
  const double needed = std::ceil(2 / (1 - options.confidence) - 1 - 1e-6);
  if (options.interval == SobolInterval::asymptotic ||
      static_cast<double>(options.resamples) >= needed) {
    return;
  }
  char text[160];
  std::snprintf(text,
                sizeof text,
                "resamples = %lld are too few for intervals of %g %%, which then reach from the "
                "least to the largest: %.0f or more are needed",
                static_cast<long long>(options.resamples),
                100 * options.confidence,
                needed);
  result.warnings.push_back({"W083", text});
}

}  // namespace

SobolIndices sobol(const SaltelliDesign& design,
                   const std::vector<Matrix>& y,
                   const SobolOptions& options,
                   Seed seed,
                   const MissingPolicy& missing) {
  check(design, y, options);
  SobolIndices result = empty_result(static_cast<Index>(y.size()), design, options);
  SobolTask task{design, y, options, detail::layout(design, options), {}, {}, result};
  select_outputs(task, missing);
  if (design.replicates > 1) {
    result.ci_method = "replicates";
    detail::estimate_replicates(task, seed);
    return result;
  }
  result.ci_method = enum_names(options.interval)[static_cast<std::size_t>(options.interval)];
  const Index fewest = fewest_rows(task);
  if (fewest < few_rows) {
    warn_of_few_rows(fewest, result);
  } else if (design.kind == PointKind::sobol) {
    result.warnings.push_back({"W031",
                               result.ci_method +
                                   " intervals are conservative on Sobol' points: they do not see "
                                   "that these err less than independent ones"});
  }
  warn_of_few_resamples(options, result);
  detail::estimate_rows(task, seed);
  return result;
}

double working_bytes(const SaltelliDesign& design, Index outputs, const SobolOptions& options) {
  const detail::ProductLayout layout = detail::layout(design, options);
  const auto width = static_cast<double>(layout.width());
  const auto figures = static_cast<double>(layout.figures());
  const auto blocks = static_cast<double>(design.blocks());
  const auto q = static_cast<double>(outputs);
  const double chunks = static_cast<double>(design.n()) / sum_chunk + 1;
  const double rows = threads() * static_cast<double>(sum_chunk) * (width + blocks + 3);
  if (design.replicates > 1) {
    // Of one output at a time: draws of the mean over replicates, two copies that rank them, and
    // two numbers of each draw.
    const double draws = static_cast<double>((3 * layout.factors + 2) * options.resamples);
    return 8 * (chunks * width + rows + draws +
                2 * q * figures * static_cast<double>(design.replicates));
  }
  const double influences =
      options.interval == SobolInterval::bootstrap
          ? 0
          : 2 * figures * (q + 1) * chunks + threads() * sum_chunk * 3 * figures;
  const auto kept = options.interval == SobolInterval::asymptotic
                        ? 0.0
                        : (q > 1 ? q + 2 : 1) * figures * static_cast<double>(options.resamples);
  return detail::bootstrap_bytes(design.n(), outputs, layout, options.resamples) +
         8 * (chunks * width + rows + influences + kept + static_cast<double>(design.n()));
}

}  // namespace uq::sensitivity
