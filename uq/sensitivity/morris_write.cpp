#include "uq/core/parallel.hpp"
#include "uq/propagation/moments.hpp"
#include "uq/propagation/quantile.hpp"
#include "uq/sensitivity/morris_detail.hpp"
#include "uq/sensitivity/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace uq::sensitivity::detail {
namespace {

using propagation::Interval;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// Writes a figure and its interval, given in the unit of the effects, in that of the output.
class Writer {
 public:
  Writer(const MorrisPlace& out, const ScaledEffects& effects, Index group)
      : out_(out), effects_(effects), place_(static_cast<std::size_t>(out.of(group))) {}

  void put(NdArray& values, NdArray& bounds, double value, Interval ci) const {
    values.data[place_] = in_range(value);
    const double lower = in_range(ci.lower);
    const double upper = in_range(ci.upper);
    const bool both = !std::isnan(values.data[place_]) && !std::isnan(lower) && !std::isnan(upper);
    bounds.data[2 * place_] = both ? lower : none;
    bounds.data[2 * place_ + 1] = both ? upper : none;
  }

 private:
  double in_range(double scaled) const {
    const double figure = effects_.physical(scaled);
    if (scaled == 0 || std::isnan(scaled) || propagation::is_in_range(figure)) {
      return figure;
    }
    out_.result.reason[place_] = propagation::out_of_range;
    return none;
  }

  const MorrisPlace& out_;
  const ScaledEffects& effects_;
  std::size_t place_;
};

// Whether every mu_star of an output has its interval: no order is surer than what it orders. One
// that is beyond the range of doubles is not known to be first.
bool every_interval(const MorrisPlace& out) {
  for (Index g = 0; g < out.groups; ++g) {
    const auto place = static_cast<std::size_t>(out.of(g));
    const bool sampled =
        !std::isnan(out.result.mu_star.data[place]) || !out.result.reason[place].empty();
    if (sampled && std::isnan(out.result.mu_star_ci.data[2 * place])) {
      return false;
    }
  }
  return true;
}

Interval median_interval(const std::vector<double>& sorted, const IntervalRule& rule) {
  return rule.exists() ? Interval{sorted[static_cast<std::size_t>(rule.median->lower - 1)],
                                  sorted[static_cast<std::size_t>(rule.median->upper - 1)]}
                       : Interval{none, none};
}

}  // namespace

void write_group(const MorrisPlace& out,
                 const ScaledEffects& effects,
                 EffectResamples& resamples,
                 Index g,
                 bool is_signed,
                 const IntervalRule& of_all) {
  std::vector<double> values;
  for (const double effect : effects.values.col(g)) {
    if (!std::isnan(effect)) {
      values.push_back(effect);
    }
  }
  MorrisEffects& result = out.result;
  if (values.empty()) {
    return;
  }
  const auto n = static_cast<Index>(values.size());
  const auto count = static_cast<double>(n);
  const IntervalRule rule =
      n == of_all.n ? of_all : IntervalRule{n, of_all.level, of_all.sampled, of_all.of_sigma};
  std::vector<double> sizes(values);
  std::transform(sizes.begin(), sizes.end(), sizes.begin(), [](double e) { return std::abs(e); });
  const auto resampled = [&](Matrix& of) {
    Vector row = of.row(g);
    return percentile_interval({row.data(), static_cast<std::size_t>(row.size())}, rule.tail);
  };
  const auto interval = [&](Matrix& of) {
    return rule.exists() ? resampled(of) : Interval{none, none};
  };
  const Writer writer(out, effects, g);
  const Interval scatter = resampled(resamples.mu_star);
  result.scatter[static_cast<std::size_t>(out.of(g))] =
      effects.physical((scatter.upper - scatter.lower) / 2);
  writer.put(result.mu_star,
             result.mu_star_ci,
             tree_sum(sizes) / count,
             rule.exists() ? scatter : Interval{none, none});
  if (is_signed) {
    const double mean = tree_sum(values) / count;
    std::vector<double> squares(values);
    std::transform(squares.begin(), squares.end(), squares.begin(), [&](double e) {
      return (e - mean) * (e - mean);
    });
    writer.put(result.mu, result.mu_ci, mean, interval(resamples.mu));
    writer.put(result.sigma,
               result.sigma_ci,
               n < 2 ? none : std::sqrt(tree_sum(squares) / (count - 1)),
               rule.of_sigma ? interval(resamples.sigma) : Interval{none, none});
  }
  std::sort(sizes.begin(), sizes.end());
  writer.put(result.median,
             result.median_ci,
             propagation::sorted_quantile(sizes, 0.5, propagation::QuantileType::linear),
             median_interval(sizes, rule));
  const bool dead = std::all_of(sizes.begin(), sizes.end(), [](double size) { return size == 0; });
  result.dead.data[static_cast<std::size_t>(out.of(g))] = dead ? 1 : 0;
}

void write_ranking(const MorrisPlace& out,
                   const ScaledEffects& effects,
                   const Matrix& draws,
                   const MorrisOptions& options) {
  if (!every_interval(out)) {
    return;
  }
  MorrisEffects& result = out.result;
  const Index groups = out.groups;
  Vector point(groups);
  for (Index g = 0; g < groups; ++g) {
    point[g] =
        result.mu_star.data[static_cast<std::size_t>(out.of(g))] / effects.y_unit / effects.unit;
  }
  // Relative to the largest of the same resample; of an output that nothing moves, all are below.
  Vector threshold(draws.cols());
  for (Index b = 0; b < draws.cols(); ++b) {
    double largest = 0;
    for (const double value : draws.col(b)) {
      largest = value > largest ? value : largest;
    }
    threshold[b] = std::max(options.epsilon * largest, std::numeric_limits<double>::denorm_min());
  }
  double least_step = 1;
  for (Index g = 0; g < groups; ++g) {
    const double step = result.step_size.data[static_cast<std::size_t>(g)];
    least_step = step > 0 ? std::min(least_step, step) : least_step;
  }
  const double resolution = result.rounding[static_cast<std::size_t>(out.output)] / effects.y_unit /
                            effects.unit / least_step;
  const bool pairs = groups <= most_ranked;
  const Ranking ranking = rank(point, draws, threshold, options.confidence, resolution, pairs);
  for (Index i = 0; i < groups; ++i) {
    result.below.data[static_cast<std::size_t>(out.of(i))] = ranking.below[i];
    for (Index j = 0; pairs && j < groups; ++j) {
      result.before.data[static_cast<std::size_t>(out.of(i) * groups + j)] = ranking.before(i, j);
    }
  }
  const bool any = !point.array().isNaN().all();
  if (ranking.draws > 0 && any) {
    const auto q = static_cast<std::size_t>(out.output);
    result.stable_top.data[q] = static_cast<double>(ranking.stable_top);
    result.stable_top_share.data[q] = ranking.top[std::max(ranking.stable_top, Index{1}) - 1];
  }
}

}  // namespace uq::sensitivity::detail
