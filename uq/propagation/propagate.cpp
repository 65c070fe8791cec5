#include "uq/propagation/propagate.hpp"

#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/propagation/column_detail.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace uq::propagation {
namespace {

void check(const IndependentDesign& design,
           const std::vector<std::vector<Vector>>& y,
           const std::vector<Threshold>& thresholds,
           const BandOptions& options) {
  const Index n = design.points.count;
  const Index replicates = design.replicates;
  expects(n > 0 && replicates > 0 && n % replicates == 0,
          "a design of " + std::to_string(n) + " points in " + std::to_string(replicates) +
              " replicates, required are equal replicates of at least one point");
  expects(!y.empty(), "no setting");
  for (const auto& outputs : y) {
    expects(outputs.size() == y[0].size(), "settings with different numbers of outputs");
    for (const Vector& column : outputs) {
      expects(column.size() == n,
              std::to_string(column.size()) + " values of an output, required are " +
                  std::to_string(n) + ", one per point of the design");
    }
  }
  for (const Threshold& threshold : thresholds) {
    expects(threshold.output >= 0 && threshold.output < static_cast<Index>(y[0].size()),
            "threshold of output " + std::to_string(threshold.output) + " of " +
                std::to_string(y[0].size()));
  }
  expects(options.confidence > 0 && options.confidence < 1,
          "confidence = " + std::to_string(options.confidence) + ", required is 0 < . < 1");
}

void store(Interval interval, NdArray& array, Index position) {
  array.data[static_cast<std::size_t>(2 * position)] = interval.lower;
  array.data[static_cast<std::size_t>(2 * position + 1)] = interval.upper;
}

void store(const detail::Figure& figure, NdArray& value, NdArray& ci, Index position) {
  value.data[static_cast<std::size_t>(position)] = figure.value;
  store(figure.interval, ci, position);
}

std::string name_of(PointKind kind) {
  switch (kind) {
    case PointKind::lhs:
      return "Latin hypercube";
    case PointKind::sobol:
      return "Sobol'";
    case PointKind::halton:
      return "Halton";
    case PointKind::monte_carlo:
      break;
  }
  return "random";
}

Warnings warnings_of(const IndependentDesign& design,
                     const detail::ColumnPlan& plan,
                     const std::vector<Threshold>& thresholds,
                     const BandOptions& options,
                     bool identical_replicates) {
  Warnings warnings;
  const Index n = design.points.count;
  const std::string points = name_of(design.kind) + " points";
  if (design.kind != PointKind::monte_carlo && design.replicates == 1) {
    warnings.push_back(
        {"W041",
         "intervals treat the " + points + " as independent: conservative, ask for replicates" +
             (design.kind == PointKind::lhs ? " of points that are not centred" : "") +
             " to see their true accuracy"});
  } else if (design.kind != PointKind::monte_carlo && !thresholds.empty()) {
    warnings.push_back(
        {"W042", "Clopper-Pearson intervals of exceedances on " + points + " are conservative"});
  }
  for (const auto& quantile : plan.quantiles) {
    if (design.replicates == 1 && !quantile.bounds) {
      warnings.push_back({"W043",
                          "no interval for the " + detail::shortest(quantile.p) +
                              " quantile: level " + detail::shortest(options.confidence) +
                              " needs " +
                              std::to_string(smallest_sample(quantile.p, options.confidence)) +
                              " evaluations, there are " + std::to_string(n)});
    }
  }
  if (design.replicates > 1 && !plan.quantiles.empty() &&
      detail::range_level(design.replicates) < options.confidence) {
    warnings.push_back({"W044",
                        "the range of " + std::to_string(design.replicates) +
                            " replicates holds a quantile at level " +
                            detail::shortest(detail::range_level(design.replicates)) +
                            ", less than the " + detail::shortest(options.confidence) + " asked"});
  }
  if (identical_replicates) {
    warnings.push_back({"W045",
                        "all replicates gave the same mean or standard deviation of an output that "
                        "varies: its error cannot be estimated and has no interval"});
  }
  return warnings;
}

}  // namespace

Bands bands(const IndependentDesign& design,
            const std::vector<std::vector<Vector>>& y,
            const std::vector<Threshold>& thresholds,
            const BandOptions& options) {
  check(design, y, thresholds, options);
  const auto settings = static_cast<Index>(y.size());
  const auto outputs = static_cast<Index>(y[0].size());
  const auto probabilities = static_cast<Index>(options.quantiles.size());
  const auto limits = static_cast<Index>(thresholds.size());

  Bands result;
  result.mean = result.sd = result.rows = NdArray({outputs, settings});
  result.mean_ci = result.sd_ci = NdArray({outputs, settings, 2});
  result.quantile = NdArray({outputs, probabilities, settings});
  result.quantile_ci = NdArray({outputs, probabilities, settings, 2});
  result.exceedance = NdArray({outputs, limits, settings});
  result.exceedance_ci = NdArray({outputs, limits, settings, 2});
  result.undefined.resize(static_cast<std::size_t>(outputs * settings));
  result.ci_method = design.replicates > 1 ? "replicate range" : "order statistics";

  const detail::ColumnPlan plan = detail::plan_columns(design, options);
  std::vector<char> identical(result.undefined.size(), 0);  // not vector<bool>: written in parallel
  parallel_for(outputs * settings, [&](Index cell) {
    const Index q = cell / settings;
    const Index s = cell % settings;
    const Vector& column = y[static_cast<std::size_t>(s)][static_cast<std::size_t>(q)];
    std::vector<double> own_thresholds;
    for (const Threshold& threshold : thresholds) {
      own_thresholds.push_back(threshold.output == q ? threshold.value : std::nan(""));
    }
    const auto summary = detail::summarise(column, plan, own_thresholds);
    const auto place = static_cast<std::size_t>(cell);
    result.undefined[place] = summary.undefined;
    result.rows.data[place] = static_cast<double>(summary.rows);
    identical[place] = summary.identical_replicates ? 1 : 0;
    store(summary.mean, result.mean, result.mean_ci, cell);
    store(summary.sd, result.sd, result.sd_ci, cell);
    for (Index p = 0; p < probabilities; ++p) {
      store(summary.quantiles[static_cast<std::size_t>(p)],
            result.quantile,
            result.quantile_ci,
            (q * probabilities + p) * settings + s);
    }
    for (Index t = 0; t < limits; ++t) {
      store(summary.exceedances[static_cast<std::size_t>(t)],
            result.exceedance,
            result.exceedance_ci,
            (q * limits + t) * settings + s);
    }
  });
  const bool any_identical = std::find(identical.begin(), identical.end(), 1) != identical.end();
  result.warnings = warnings_of(design, plan, thresholds, options, any_identical);
  return result;
}

}  // namespace uq::propagation
