#include "uq/sensitivity/morris.hpp"

#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/propagation/quantile.hpp"
#include "uq/sensitivity/morris_detail.hpp"
#include "uq/sensitivity/ranking.hpp"
#include "uq/sensitivity/sobol.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace uq::sensitivity {
namespace {

using propagation::Interval;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// Below this sigma's interval covers too little where effects are skewed (docs/methods/morris.md,
// Measured coverage).
constexpr Index few_trajectories = 20;
constexpr Index few_radial = 50;  // and those of mu and mu*

// Power of two at or below the largest absolute value, 1 for zeros.
double binary_unit(MatrixRef values) {
  double largest = 0;
  for (Index j = 0; j < values.cols(); ++j) {
    for (Index k = 0; k < values.rows(); ++k) {
      const double size = std::abs(values(k, j));
      largest = std::isfinite(size) && size > largest ? size : largest;
    }
  }
  return largest == 0 ? 1 : std::ldexp(1.0, std::ilogb(largest));
}

// Effects in the unit of the largest; y is scaled first, as differences may overflow.
detail::ScaledEffects scaled_effects(const MorrisDesign& design,
                                     MatrixRef y,
                                     const std::vector<Index>& rows) {
  const Index groups = design.groups.size();
  const double y_unit = binary_unit(y(rows, Eigen::all));
  Matrix effects(static_cast<Index>(rows.size()), groups);
  for (Index g = 0; g < groups; ++g) {
    const bool is_signed = design.is_signed(g);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Index t = rows[k];
      const double step = design.step(t, g);
      const double change = y(t, design.after(t, g)) / y_unit - y(t, design.before(t, g)) / y_unit;
      const double effect = step == 0 ? none : change / step;
      effects(static_cast<Index>(k), g) = is_signed ? effect : std::abs(effect);
    }
  }
  const double unit = binary_unit(effects);
  return {effects / unit, y_unit * unit, y_unit};
}

std::vector<Index> all_rows(Index count) {
  std::vector<Index> rows(static_cast<std::size_t>(count));
  for (Index k = 0; k < count; ++k) {
    rows[static_cast<std::size_t>(k)] = k;
  }
  return rows;
}

void check(const MorrisDesign& design, Index rows, Index columns) {
  const std::string broken = fault(design);
  expects(broken.empty(), broken, "morris");
  expects(rows == design.trajectories() && columns == design.evaluations(),
          "outputs of shape (" + std::to_string(rows) + ", " + std::to_string(columns) +
              "), the design needs (" + std::to_string(design.trajectories()) + ", " +
              std::to_string(design.evaluations()) + ")",
          "morris");
}

// Whether moving a group ever makes or loses the output's value: then it is not dead, although its
// whole trajectories know nothing of it.
bool decides_presence(const MorrisDesign& design, const Matrix& y, Index g) {
  for (Index t = 0; t < design.trajectories(); ++t) {
    if (std::isfinite(y(t, design.after(t, g))) != std::isfinite(y(t, design.before(t, g)))) {
      return true;
    }
  }
  return false;
}

// Figures of one output by group, before they get their places in the result.
class Writer {
 public:
  Writer(MorrisEffects& result, Index output, Index groups)
      : result_(result), offset_(output * groups) {}

  void put(NdArray& values, NdArray& bounds, Index group, double value, Interval ci) const {
    const auto place = static_cast<std::size_t>(offset_ + group);
    values.data[place] = value;
    bounds.data[2 * place] = ci.lower;
    bounds.data[2 * place + 1] = ci.upper;
  }
  MorrisEffects& result() const { return result_; }
  Index place(Index group) const { return offset_ + group; }

 private:
  MorrisEffects& result_;
  Index offset_;
};

// What intervals of n effects have in common. The median's ends are order statistics: exact for any
// law of the effects, and free of resampling. Where even the extremes do not enclose the median
// with the level, resampling cannot show what the effects have not, and no figure has an interval.
struct IntervalRule {
  Index n;
  double level;
  bool sampled;   // of effects that were drawn, not chosen
  bool of_sigma;  // not of radial steps: small ones make effects whose square may have no mean
  double tail = detail::expanded_tail(n, level);
  std::optional<propagation::Ranks> median = propagation::order_statistic_ranks(n, 0.5, level);

  bool exists() const { return sampled && median.has_value(); }
};

// Fewest effects that have intervals: 1 - 2^(1-n) >= level.
Index fewest_effects(double level) {
  Index n = 2;
  while (n < 64 && !propagation::order_statistic_ranks(n, 0.5, level)) {
    ++n;
  }
  return n;
}

Interval median_interval(const std::vector<double>& sorted, const IntervalRule& rule) {
  return rule.exists() ? Interval{sorted[static_cast<std::size_t>(rule.median->lower - 1)],
                                  sorted[static_cast<std::size_t>(rule.median->upper - 1)]}
                       : Interval{none, none};
}

Interval scaled(Interval interval, double unit) {
  return {interval.lower * unit, interval.upper * unit};
}

// All figures of one group of one output.
void write_group(const Writer& out,
                 const detail::ScaledEffects& effects,
                 detail::EffectResamples& resamples,
                 Index g,
                 bool is_signed,
                 const IntervalRule& of_all) {
  std::vector<double> values;
  for (const double effect : effects.values.col(g)) {
    if (!std::isnan(effect)) {
      values.push_back(effect);
    }
  }
  MorrisEffects& result = out.result();
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
    return scaled(
        detail::percentile_interval({row.data(), static_cast<std::size_t>(row.size())}, rule.tail),
        effects.unit);
  };
  const auto interval = [&](Matrix& of) {
    return rule.exists() ? resampled(of) : Interval{none, none};
  };
  const Interval scatter = resampled(resamples.mu_star);
  result.scatter[static_cast<std::size_t>(out.place(g))] = (scatter.upper - scatter.lower) / 2;
  out.put(result.mu_star,
          result.mu_star_ci,
          g,
          tree_sum(sizes) / count * effects.unit,
          rule.exists() ? scatter : Interval{none, none});
  if (is_signed) {
    const double mean = tree_sum(values) / count;
    std::vector<double> squares(values);
    std::transform(squares.begin(), squares.end(), squares.begin(), [&](double e) {
      return (e - mean) * (e - mean);
    });
    out.put(result.mu, result.mu_ci, g, mean * effects.unit, interval(resamples.mu));
    out.put(result.sigma,
            result.sigma_ci,
            g,
            n < 2 ? none : std::sqrt(tree_sum(squares) / (count - 1)) * effects.unit,
            rule.of_sigma ? interval(resamples.sigma) : Interval{none, none});
  }
  std::sort(sizes.begin(), sizes.end());
  out.put(
      result.median,
      result.median_ci,
      g,
      propagation::sorted_quantile(sizes, 0.5, propagation::QuantileType::linear) * effects.unit,
      scaled(median_interval(sizes, rule), effects.unit));
  const bool dead = std::all_of(sizes.begin(), sizes.end(), [](double size) { return size == 0; });
  result.dead.data[static_cast<std::size_t>(out.place(g))] = dead ? 1 : 0;
}

void write_ranking(const Writer& out,
                   const Matrix& draws,
                   Index output,
                   const MorrisOptions& options) {
  MorrisEffects& result = out.result();
  const Index groups = draws.rows();
  Vector point(groups);
  for (Index g = 0; g < groups; ++g) {
    point[g] = result.mu_star.data[static_cast<std::size_t>(out.place(g))];
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
  const double resolution = result.rounding[static_cast<std::size_t>(output)] / least_step;
  const bool pairs = groups <= most_ranked;
  const Ranking ranking = rank(point, draws, threshold, options.confidence, resolution, pairs);
  for (Index i = 0; i < groups; ++i) {
    result.below.data[static_cast<std::size_t>(out.place(i))] = ranking.below[i];
    for (Index j = 0; pairs && j < groups; ++j) {
      result.before.data[static_cast<std::size_t>(out.place(i) * groups + j)] =
          ranking.before(i, j);
    }
  }
  if (ranking.draws > 0) {
    const auto q = static_cast<std::size_t>(output);
    result.stable_top.data[q] = static_cast<double>(ranking.stable_top);
    result.stable_top_share.data[q] = ranking.top[std::max(ranking.stable_top, Index{1}) - 1];
  }
}

// Whether every mu_star of an output has its interval: no order is surer than what it orders.
bool every_interval(const Writer& out, Index groups) {
  for (Index g = 0; g < groups; ++g) {
    const auto place = static_cast<std::size_t>(out.place(g));
    if (!std::isnan(out.result().mu_star.data[place]) &&
        std::isnan(out.result().mu_star_ci.data[2 * place])) {
      return false;
    }
  }
  return true;
}

MorrisEffects empty_result(const MorrisDesign& design, Index outputs) {
  const Index groups = design.groups.size();
  MorrisEffects result;
  result.mu = result.mu_star = result.sigma = result.median = result.dead = result.below =
      NdArray({outputs, groups});
  result.mu_ci = result.mu_star_ci = result.sigma_ci = result.median_ci =
      NdArray({outputs, groups, 2});
  if (groups <= most_ranked) {
    result.before = NdArray({outputs, groups, groups});
  }
  result.rows = result.lost_share = NdArray({outputs}, 0);
  result.stable_top = result.stable_top_share = NdArray({outputs});
  result.effects = NdArray({groups}, 0);
  result.step_size = NdArray({groups});
  result.undefined.resize(static_cast<std::size_t>(outputs));
  result.remark.resize(static_cast<std::size_t>(groups));
  result.rounding.resize(static_cast<std::size_t>(outputs));
  result.scatter.assign(static_cast<std::size_t>(outputs * groups), none);
  result.ci_method = design.chosen ? "none" : "bootstrap";
  return result;
}

// How often and how far each group moves, and what it therefore cannot have.
void describe_groups(MorrisEffects& result, const MorrisDesign& design) {
  std::string still;
  for (Index g = 0; g < design.groups.size(); ++g) {
    const auto place = static_cast<std::size_t>(g);
    double sum = 0;
    Index moves = 0;
    for (Index t = 0; t < design.trajectories(); ++t) {
      const double step = std::abs(design.step(t, g));
      sum += step;
      moves += step > 0 ? 1 : 0;
    }
    result.effects.data[place] = static_cast<double>(moves);
    result.step_size.data[place] = moves == 0 ? 0 : sum / static_cast<double>(moves);
    if (moves == 0) {
      result.remark[place] = "not sampled: never moved";
      still += (still.empty() ? "`" : ", `") + design.groups.names[place] + "`";
    } else if (design.groups.members[place].size() > 1) {
      result.remark[place] =
          "mu_star only: members of a group may move in opposite directions, so its effects have "
          "no sign";
    } else if (!design.is_signed(g)) {
      result.remark[place] = "mu_star only: categories have no order, so its effects have no sign";
    } else if (design.radial) {
      result.remark[place] =
          "no interval of sigma: radial steps are of all sizes, and the effects of small ones have "
          "long tails";
    }
  }
  if (!still.empty()) {
    result.warnings.push_back({"W072", "not sampled, because there is one value only: " + still});
  }
}

// @param fewest trajectories of an output
void warn_of_intervals(MorrisEffects& result,
                       const MorrisDesign& design,
                       Index fewest,
                       const MorrisOptions& options) {
  const Index least = fewest_effects(options.confidence);
  if (design.chosen) {
    result.warnings.push_back(
        {"W075",
         "trajectories were chosen for spread, not drawn: mu_star is of the chosen ones and has no "
         "sampling interval"});
  } else if (fewest < least) {
    result.warnings.push_back({"W074",
                               std::to_string(fewest) +
                                   (fewest == 1 ? " trajectory is" : " trajectories are") +
                                   " too few for intervals of this level, which need at least " +
                                   std::to_string(least) + ", and for an order of the inputs"});
  } else if (design.radial && fewest < few_radial) {
    result.warnings.push_back(
        {"W073", "intervals of fewer than 50 radial trajectories may cover less than their level"});
  } else if (fewest < few_trajectories) {
    result.warnings.push_back(
        {"W073",
         "intervals of fewer than 20 trajectories, those of sigma above all, may cover less than "
         "their level"});
  }
}

}  // namespace

Matrix elementary_effects(const MorrisDesign& design, MatrixRef y) {
  check(design, y.rows(), y.cols());
  const auto effects = scaled_effects(design, y, all_rows(design.trajectories()));
  return effects.values * effects.unit;
}

MorrisEffects morris(const MorrisDesign& design,
                     const std::vector<Matrix>& y,
                     const MorrisOptions& options,
                     Seed seed,
                     const MissingPolicy& missing) {
  for (const Matrix& output : y) {
    check(design, output.rows(), output.cols());
  }
  expects(options.resamples >= 2 && options.confidence > 0 && options.confidence < 1,
          "two or more resamples and 0 < confidence < 1 are required");
  const Index groups = design.groups.size();
  MorrisEffects result = empty_result(design, static_cast<Index>(y.size()));
  describe_groups(result, design);
  Index fewest = design.trajectories();
  for (std::size_t q = 0; q < y.size(); ++q) {
    const CompleteRows complete = complete_rows(y[q]);
    result.lost_share.data[q] = complete.lost_share();
    result.undefined[q] = loss_fault(complete, missing, 1, "trajectories");
    if (!result.undefined[q].empty()) {
      continue;
    }
    result.rows.data[q] = static_cast<double>(complete.rows.size());
    fewest = std::min(fewest, static_cast<Index>(complete.rows.size()));
    const auto effects = scaled_effects(design, y[q], complete.rows);
    result.rounding[q] = 16 * std::numeric_limits<double>::epsilon() * effects.y_unit;
    auto resamples =
        complete.rows.size() < 2
            ? detail::EffectResamples{Matrix(groups, 0), Matrix(groups, 0), Matrix(groups, 0)}
            : detail::resample_effects(effects.values, options.resamples, seed);
    const Writer out(result, static_cast<Index>(q), groups);
    const IntervalRule rule{static_cast<Index>(complete.rows.size()),
                            options.confidence,
                            !design.chosen,
                            !design.radial};
    parallel_for(groups, [&](Index g) {
      write_group(out, effects, resamples, g, design.is_signed(g), rule);
      if (decides_presence(design, y[q], g)) {
        result.dead.data[static_cast<std::size_t>(out.place(g))] = 0;
      }
    });
    if (every_interval(out, groups)) {
      write_ranking(out, resamples.mu_star * effects.unit, static_cast<Index>(q), options);
    }
  }
  warn_of_intervals(result, design, fewest, options);
  return result;
}

NdArray aliased(const MorrisEffects& first, const MorrisEffects& second) {
  expects(first.mu_star.shape == second.mu_star.shape,
          "results of two designs with different outputs or inputs");
  NdArray result(first.mu_star.shape);
  const auto groups = static_cast<std::size_t>(first.mu_star.shape.at(1));
  for (std::size_t k = 0; k < result.data.size(); ++k) {
    const double a = first.mu_star.data[k];
    const double b = second.mu_star.data[k];
    const double beyond = std::hypot(first.scatter[k], second.scatter[k]);
    if (!std::isnan(beyond)) {
      const double change = b * second.step_size.data[k % groups];
      // Effects of one sign only: the response does not turn, and every step measures it.
      const bool turns = !(std::abs(second.mu.data[k]) >= b * (1 - 1e-9));
      const bool more = b - a > beyond && b > aliasing_factor * a;
      result.data[k] = more && turns && change > first.rounding[k / groups] ? 1 : 0;
    }
  }
  return result;
}

double morris_bytes(Index trajectories, Index groups, Index outputs, const MorrisOptions& options) {
  const auto r = static_cast<double>(trajectories);
  const auto g = static_cast<double>(groups);
  const double pairs = groups <= most_ranked ? g : 0;
  const double chunk = std::min(r, 1024.0);
  const double resampling = 4 * g * r + static_cast<double>(options.resamples) * 7 * g +
                            threads() * 32 * (2 * chunk + r / 1024 + 1);
  return 8 * (2 * g * r + resampling + static_cast<double>(outputs) * g * (pairs + 21));
}

}  // namespace uq::sensitivity
