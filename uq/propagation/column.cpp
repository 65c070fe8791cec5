#include "uq/core/error.hpp"
#include "uq/propagation/column_detail.hpp"
#include "uq/propagation/moments.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <span>

namespace uq::propagation::detail {
namespace {

// Unbiased on stratified points, where the others err by half a rank: Eq. 5 and the text below it.
constexpr QuantileType quantile_type = QuantileType::hazen;

double mixed(std::span<const double> selected, const QuantilePosition& at) {
  return mix(selected[static_cast<std::size_t>(at.lower - 1)],
             selected[static_cast<std::size_t>(at.upper - 1)],
             at.weight);
}

// Mean of the replicates' figures with their interval (Eq. 4). Figures that agree to the last bit
// say nothing of their error.
Figure over_replicates(const std::vector<double>& figures, double confidence, bool& identical) {
  const double mean = moments(figures).mean;
  if (std::equal(figures.begin() + 1, figures.end(), figures.begin())) {
    identical = true;
    return {mean, {none, none}};
  }
  return {mean, replicate_interval(figures, confidence)};
}

// `scratch` is a copy of the values that may be reordered.
void summarise_independent(std::span<const double> values,
                           std::span<double> scratch,
                           const ColumnPlan& plan,
                           ColumnSummary& summary) {
  const auto n = static_cast<double>(values.size());
  const auto [mean, sd] = moments(values);
  // On independent values the divisor n - 1 makes the variance unbiased.
  const double unbiased = values.size() > 1 ? sd * std::sqrt(n / (n - 1)) : none;
  summary.mean = {mean, t_interval(values, plan.confidence)};
  summary.sd = {unbiased, sd_interval(values, trimmed_mean(scratch), plan.confidence)};
}

void summarise_replicates(const Vector& column, const ColumnPlan& plan, ColumnSummary& summary) {
  const std::size_t replicates = plan.sizes.size();
  std::vector<double> means(replicates);
  std::vector<double> sds(replicates);
  std::vector<double> block;
  const double* next = column.data();
  for (std::size_t r = 0; r < replicates; ++r) {
    const std::span values(next, static_cast<std::size_t>(plan.sizes[r]));
    next += plan.sizes[r];
    block.assign(values.begin(), values.end());
    select_ranks(block, plan.replicate_ranks[r]);
    // Divisor n / R, not one less: the error of a Sobol' mean is far below that of independent
    // points, and the correction for it would be the larger error.
    const auto [mean, sd] = moments(values);
    means[r] = mean;
    sds[r] = sd;
    for (std::size_t p = 0; p < plan.quantiles.size(); ++p) {
      const double value = mixed(block, plan.quantiles[p].replicate[r]);
      Interval& range = summary.quantiles[p].interval;
      range = r == 0 ? Interval{value, value}
                     : Interval{std::min(range.lower, value), std::max(range.upper, value)};
    }
  }
  summary.mean = over_replicates(means, plan.confidence, summary.identical_replicates);
  summary.sd = over_replicates(sds, plan.confidence, summary.identical_replicates);
}

// Quantiles of the values, whose ranks are in place, and their bounds.
void summarise_quantiles(std::span<const double> values,
                         const ColumnPlan& plan,
                         ColumnSummary& summary) {
  for (std::size_t p = 0; p < plan.quantiles.size(); ++p) {
    const auto& quantile = plan.quantiles[p];
    Figure& figure = summary.quantiles[p];
    figure.value = mixed(values, quantile.pooled);
    if (plan.replicates() > 1) {
      // The pooled value may leave the range of the replicates by a fraction of a rank.
      figure.interval.lower = std::min(figure.interval.lower, figure.value);
      figure.interval.upper = std::max(figure.interval.upper, figure.value);
    } else if (quantile.bounds) {
      figure.interval = {values[static_cast<std::size_t>(quantile.bounds->lower - 1)],
                         values[static_cast<std::size_t>(quantile.bounds->upper - 1)]};
    }
  }
}

Figure exceedance(std::span<const double> values, double threshold, double confidence) {
  if (std::isnan(threshold)) {
    return {};
  }
  const auto n = static_cast<Index>(values.size());
  const Index above =
      std::count_if(values.begin(), values.end(), [&](double y) { return y > threshold; });
  return {static_cast<double>(above) / static_cast<double>(n),
          clopper_pearson(above, n, confidence)};
}

// A figure and an interval that a double can hold; else none, and false.
bool confine(Figure& figure, bool in_range) {
  if (!in_range) {
    figure = {};
  }
  const bool bounded = !std::isinf(figure.interval.lower) && !std::isinf(figure.interval.upper);
  if (!bounded) {
    figure.interval = {none, none};
  }
  return in_range && bounded;
}

std::vector<Index> ascending(std::vector<Index> ranks) {
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

}  // namespace

ColumnPlan plan_columns(const std::vector<Index>& sizes, const BandOptions& options) {
  const Index n = std::accumulate(sizes.begin(), sizes.end(), Index{0});
  ColumnPlan plan{{}, {}, {}, sizes, options.confidence};
  plan.replicate_ranks.resize(sizes.size());
  for (const double p : options.quantiles) {
    expects(p > 0 && p < 1, "quantile " + shortest(p) + ", required is 0 < . < 1");
    auto& q = plan.quantiles.emplace_back(
        ColumnPlan::Quantile{p,
                             quantile_position(n, p, quantile_type),
                             {},
                             order_statistic_ranks(n, p, options.confidence)});
    plan.pooled_ranks.insert(plan.pooled_ranks.end(), {q.pooled.lower, q.pooled.upper});
    if (q.bounds) {
      plan.pooled_ranks.insert(plan.pooled_ranks.end(), {q.bounds->lower, q.bounds->upper});
    }
    for (std::size_t r = 0; r < sizes.size(); ++r) {
      const auto& at = q.replicate.emplace_back(quantile_position(sizes[r], p, quantile_type));
      plan.replicate_ranks[r].insert(plan.replicate_ranks[r].end(), {at.lower, at.upper});
    }
  }
  plan.pooled_ranks = ascending(std::move(plan.pooled_ranks));
  for (std::vector<Index>& ranks : plan.replicate_ranks) {
    ranks = ascending(std::move(ranks));
  }
  return plan;
}

ColumnSummary summarise(const Vector& column,
                        const ColumnPlan& plan,
                        const std::vector<double>& thresholds) {
  ColumnSummary summary;
  summary.quantiles.resize(plan.quantiles.size());
  summary.exceedances.resize(thresholds.size());
  std::vector<double> values(column.begin(), column.end());
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  if (*low == *high) {
    // Values rarer than the sample can show would move mean and spread by any amount: no interval.
    summary.mean.value = *low;
    summary.sd.value = 0;
    summary.constant = true;
    for (std::size_t p = 0; plan.replicates() > 1 && p < plan.quantiles.size(); ++p) {
      summary.quantiles[p].interval = {*low, *low};  // the range of the replicates' quantiles
    }
  } else if (plan.replicates() > 1) {
    summarise_replicates(column, plan, summary);
  } else {
    summarise_independent({column.data(), values.size()}, values, plan, summary);
  }
  const double sd = summary.sd.value;
  const bool mean_fits = confine(summary.mean, true);
  const bool sd_fits = confine(summary.sd, std::isnan(sd) || sd == 0 || is_in_range(sd));
  summary.out_of_range = !mean_fits || !sd_fits;
  select_ranks(values, plan.pooled_ranks);
  summarise_quantiles(values, plan, summary);
  for (std::size_t t = 0; t < thresholds.size(); ++t) {
    summary.exceedances[t] = exceedance(values, thresholds[t], plan.confidence);
  }
  return summary;
}

double range_level(Index replicates) {
  return 1 - std::ldexp(1.0, static_cast<int>(std::max<Index>(1 - replicates, -1000)));
}

std::string shortest(double value) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

}  // namespace uq::propagation::detail
