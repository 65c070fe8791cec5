#include "uq/sensitivity/morris.hpp"

#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/sensitivity/morris_detail.hpp"
#include "uq/sensitivity/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq::sensitivity {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// Below this sigma's interval covers too little where effects are skewed (docs/methods/morris.md,
// Measured coverage).
constexpr Index few_trajectories = 20;
constexpr Index few_radial = 50;  // and those of mu and mu*

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

// Fewest effects that have intervals: 1 - 2^(1-n) >= level.
Index fewest_effects(double level) {
  Index n = 2;
  while (n < 64 && !propagation::order_statistic_ranks(n, 0.5, level)) {
    ++n;
  }
  return n;
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
  result.reason.resize(static_cast<std::size_t>(outputs * groups));
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

MorrisEffects morris(const MorrisDesign& design,
                     const std::vector<Matrix>& y,
                     const MorrisOptions& options,
                     Seed seed,
                     const MissingPolicy& missing) {
  for (const Matrix& output : y) {
    detail::check_outputs(design, output.rows(), output.cols());
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
    const auto effects = detail::scaled_effects(design, y[q], complete.rows);
    result.rounding[q] = 16 * std::numeric_limits<double>::epsilon() * effects.y_unit;
    auto resamples =
        complete.rows.size() < 2
            ? detail::EffectResamples{Matrix(groups, 0), Matrix(groups, 0), Matrix(groups, 0)}
            : detail::resample_effects(effects.values, options.resamples, seed);
    const detail::MorrisPlace out{result, static_cast<Index>(q), groups};
    const detail::IntervalRule rule{static_cast<Index>(complete.rows.size()),
                                    options.confidence,
                                    !design.chosen,
                                    !design.radial};
    parallel_for(groups, [&](Index g) {
      write_group(out, effects, resamples, g, design.is_signed(g), rule);
      if (decides_presence(design, y[q], g)) {
        result.dead.data[static_cast<std::size_t>(out.of(g))] = 0;
      }
    });
    write_ranking(out, effects, resamples.mu_star, options);
  }
  warn_of_intervals(result, design, fewest, options);
  return result;
}

double morris_bytes(Index trajectories, Index groups, Index outputs, const MorrisOptions& options) {
  const auto r = static_cast<double>(trajectories);
  const auto g = static_cast<double>(groups);
  const double pairs = groups <= most_ranked ? g : 0;
  const double chunk = std::min(r, 1024.0);
  const double columns = 4 * g + detail::product_columns;
  const double resampling = columns * r +
                            static_cast<double>(options.resamples) * (columns + 3 * g) +
                            threads() * 32 * (2 * chunk + r / 1024 + 1);
  return 8 * (2 * g * r + resampling + static_cast<double>(outputs) * g * (pairs + 21));
}

}  // namespace uq::sensitivity
