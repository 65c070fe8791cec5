#include "uq/propagation/propagate.hpp"

#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/propagation/column_detail.hpp"
#include "uq/propagation/moments.hpp"

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

// What an output that lost some rows has left, or why it has no figures.
struct Survivors {
  Vector values = {};             // finite, replicate by replicate
  std::vector<Index> sizes = {};  // of the replicates
  double lost_share = 0;
  std::string undefined = {};
};

Survivors survivors(const Vector& column, Index replicates, const MissingPolicy& missing) {
  const CompleteRows complete = complete_rows(column);
  Survivors left{.sizes = std::vector<Index>(static_cast<std::size_t>(replicates), 0),
                 .lost_share = complete.lost_share()};
  left.undefined = loss_fault(complete, missing, 2, "rows");  // one value has no spread
  if (left.undefined.empty()) {
    left.values = column(complete.rows);
    const Index size = column.size() / replicates;
    for (const Index row : complete.rows) {
      ++left.sizes[static_cast<std::size_t>(row / size)];
    }
    if (std::find(left.sizes.begin(), left.sizes.end(), 0) != left.sizes.end()) {
      left.undefined = "a replicate has lost all its rows";
    }
  }
  return left;
}

// @param fewest rows of any output that has figures
Warnings warnings_of(const IndependentDesign& design,
                     Index fewest,
                     const std::vector<Threshold>& thresholds,
                     const BandOptions& options,
                     bool identical_replicates,
                     bool constant) {
  Warnings warnings;
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
  for (const double p : options.quantiles) {
    if (design.replicates == 1 && !order_statistic_ranks(fewest, p, options.confidence)) {
      warnings.push_back(
          {"W043",
           "no interval for the " + detail::shortest(p) + " quantile: level " +
               detail::shortest(options.confidence) + " needs " +
               std::to_string(smallest_sample(p, options.confidence)) + " evaluations, " +
               (fewest == design.points.count ? "there are " : "an output has only ") +
               std::to_string(fewest)});
    }
  }
  if (design.replicates > 1 && !options.quantiles.empty() &&
      detail::range_level(design.replicates) < options.confidence) {
    warnings.push_back({"W044",
                        "the range of " + std::to_string(design.replicates) +
                            " replicates holds a quantile at level " +
                            detail::shortest(detail::range_level(design.replicates)) +
                            ", less than the " + detail::shortest(options.confidence) + " asked"});
  }
  if (constant) {
    warnings.push_back({"W047",
                        "an output has the same value in all its rows: its mean and standard "
                        "deviation have no interval, as the sample cannot show what is rarer than "
                        "3 in " +
                            std::to_string(fewest)});
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
            const BandOptions& options,
            const MissingPolicy& missing) {
  check(design, y, thresholds, options);
  const auto settings = static_cast<Index>(y.size());
  const auto outputs = static_cast<Index>(y[0].size());
  const auto probabilities = static_cast<Index>(options.quantiles.size());
  const auto limits = static_cast<Index>(thresholds.size());

  Bands result;
  result.mean = result.sd = NdArray({outputs, settings});
  result.rows = result.lost_share = NdArray({outputs, settings}, 0);
  result.mean_ci = result.sd_ci = NdArray({outputs, settings, 2});
  result.quantile = NdArray({outputs, probabilities, settings});
  result.quantile_ci = NdArray({outputs, probabilities, settings, 2});
  result.exceedance = NdArray({outputs, limits, settings});
  result.exceedance_ci = NdArray({outputs, limits, settings, 2});
  result.undefined.resize(static_cast<std::size_t>(outputs * settings));
  result.moments_undefined.resize(result.undefined.size());
  result.ci_method = design.replicates > 1 ? "replicate range" : "order statistics";

  const Index n = design.points.count;
  const detail::ColumnPlan whole = detail::plan_columns(
      std::vector<Index>(static_cast<std::size_t>(design.replicates), n / design.replicates),
      options);
  std::vector<char> identical(result.undefined.size(), 0);  // not vector<bool>: written in parallel
  std::vector<char> constant(result.undefined.size(), 0);
  parallel_for(outputs * settings, [&](Index cell) {
    const Index q = cell / settings;
    const Index s = cell % settings;
    const Vector& column = y[static_cast<std::size_t>(s)][static_cast<std::size_t>(q)];
    std::vector<double> own_thresholds;
    for (const Threshold& threshold : thresholds) {
      own_thresholds.push_back(threshold.output == q ? threshold.value : std::nan(""));
    }
    const auto place = static_cast<std::size_t>(cell);
    const bool is_whole = column.allFinite();  // the usual case, which needs no copies
    const Survivors left = is_whole ? Survivors{} : survivors(column, design.replicates, missing);
    result.lost_share.data[place] = left.lost_share;
    result.undefined[place] = left.undefined;
    if (!left.undefined.empty()) {
      return;
    }
    result.rows.data[place] = static_cast<double>(is_whole ? n : left.values.size());
    const auto summary =
        is_whole ? detail::summarise(column, whole, own_thresholds)
                 : detail::summarise(
                       left.values, detail::plan_columns(left.sizes, options), own_thresholds);
    result.moments_undefined[place] = summary.out_of_range ? out_of_range : "";
    identical[place] = summary.identical_replicates ? 1 : 0;
    constant[place] = summary.constant ? 1 : 0;
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
  const bool any_constant = std::find(constant.begin(), constant.end(), 1) != constant.end();
  Index fewest = n;
  for (const double rows : result.rows.data) {
    if (rows > 0) {
      fewest = std::min(fewest, static_cast<Index>(rows));
    }
  }
  result.warnings = warnings_of(design, fewest, thresholds, options, any_identical, any_constant);
  return result;
}

}  // namespace uq::propagation
