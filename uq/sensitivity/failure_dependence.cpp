#include "uq/sensitivity/failure_dependence.hpp"

#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <boost/math/special_functions/gamma.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>

namespace uq::sensitivity {
namespace {

// Ranks of the values, ties sharing their mean.
Vector midranks(const Eigen::Ref<const Vector>& x) {
  std::vector<Index> order(static_cast<std::size_t>(x.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    return x[a] < x[b] || (x[a] == x[b] && a < b);
  });
  Vector ranks(x.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && x[order[last]] == x[order[first]]) {
      ++last;
    }
    const double rank = 0.5 * static_cast<double>(first + 1 + last);
    for (std::size_t k = first; k < last; ++k) {
      ranks[order[k]] = rank;
    }
    first = last;
  }
  return ranks;
}

// Standardised sum of the failed points' scores: under independence they are a simple random sample
// of all scores, whose mean and variance are known whatever the ties (Eq. 2). 0 when all agree.
double standardised(const Vector& scores, const std::vector<bool>& failed, double count) {
  const auto n = static_cast<double>(scores.size());
  const double mean = scores.mean();
  double sum = 0;
  for (Index k = 0; k < scores.size(); ++k) {
    sum += failed[static_cast<std::size_t>(k)] ? scores[k] - mean : 0;
  }
  const double spread = (scores.array() - mean).square().sum() / (n - 1);
  const double variance = count * (n - count) / n * spread;
  return variance > 0 ? sum / std::sqrt(variance) : 0;
}

struct Verdict {
  double p;
  FailureSide side;
};

Verdict lepage(const Eigen::Ref<const Vector>& x, const std::vector<bool>& failed, double count) {
  const Vector ranks = midranks(x);
  const double location = standardised(ranks, failed, count);
  const double middle = 0.5 * static_cast<double>(x.size() + 1);
  const Vector distance = (ranks.array() - middle).abs();
  const double spread = standardised(distance, failed, count);
  const bool shifted = std::abs(location) >= std::abs(spread);
  return {std::exp(-0.5 * (location * location + spread * spread)),  // chi-squared, 2 degrees
          shifted ? (location > 0 ? FailureSide::high : FailureSide::low)
                  : (spread > 0 ? FailureSide::ends : FailureSide::middle)};
}

// A level of an unordered input: its points, and how many of them failed.
struct Level {
  double all = 0;
  double failed = 0;
};

// Levels that expect fewer than 5 failures or survivors are too rare for chi-squared: they are
// taken together, rarest first, until a pool expects as many.
std::vector<Level> pooled(std::vector<Level> levels, double share) {
  constexpr double least = 5;
  // By size, then by value: who is pooled must not depend on who failed.
  std::stable_sort(
      levels.begin(), levels.end(), [](const Level& x, const Level& y) { return x.all < y.all; });
  std::vector<Level> pools;
  Level open;
  for (const Level& level : levels) {
    open.all += level.all;
    open.failed += level.failed;
    if (open.all * std::min(share, 1 - share) >= least) {
      pools.push_back(open);
      open = {};
    }
  }
  if (pools.empty()) {
    return {open};
  }
  pools.back().all += open.all;
  pools.back().failed += open.failed;
  return pools;
}

Verdict pearson(const Eigen::Ref<const Vector>& x, const std::vector<bool>& failed, double count) {
  std::map<double, Level> by_value;
  for (Index k = 0; k < x.size(); ++k) {
    Level& level = by_value[x[k]];
    level.all += 1;
    level.failed += failed[static_cast<std::size_t>(k)] ? 1 : 0;
  }
  std::vector<Level> levels;
  for (const auto& [value, level] : by_value) {
    levels.push_back(level);
  }
  const double share = count / static_cast<double>(x.size());
  levels = pooled(std::move(levels), share);
  double statistic = 0;
  for (const Level& level : levels) {
    const double expected = level.all * share;
    const double excess = level.failed - expected;
    statistic += excess * excess / (expected * (1 - share));
  }
  const auto degrees = static_cast<double>(levels.size() - 1);
  return {degrees > 0 ? boost::math::gamma_q(0.5 * degrees, 0.5 * statistic) : 1,
          FailureSide::levels};
}

// Holm's adjustment: the k-th smallest p-value times the number of hypotheses not yet rejected.
void adjust(Vector& p) {
  std::vector<Index> order(static_cast<std::size_t>(p.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return p[a] < p[b]; });
  double largest = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    largest = std::max(largest, static_cast<double>(order.size() - k) * p[order[k]]);
    p[order[k]] = std::min(1.0, largest);
  }
}

}  // namespace

FailureDependence failure_dependence(MatrixRef x,
                                     const std::vector<bool>& failed,
                                     const std::vector<bool>& unordered) {
  expects(static_cast<Index>(failed.size()) == x.rows() &&
              static_cast<Index>(unordered.size()) == x.cols(),
          std::to_string(failed.size()) + " points and " + std::to_string(unordered.size()) +
              " inputs for x of shape (" + std::to_string(x.rows()) + ", " +
              std::to_string(x.cols()) + ")");
  FailureDependence result{
      Vector::Constant(x.cols(), std::numeric_limits<double>::quiet_NaN()),
      std::vector<FailureSide>(static_cast<std::size_t>(x.cols()), FailureSide::high)};
  const auto count = static_cast<Index>(std::count(failed.begin(), failed.end(), true));
  if (count < least_failures || x.rows() - count < least_failures) {
    return result;
  }
  parallel_for(x.cols(), [&](Index j) {
    const auto place = static_cast<std::size_t>(j);
    const auto verdict = unordered[place] ? pearson(x.col(j), failed, static_cast<double>(count))
                                          : lepage(x.col(j), failed, static_cast<double>(count));
    result.p_value[j] = verdict.p;
    result.side[place] = verdict.side;
  });
  adjust(result.p_value);
  return result;
}

}  // namespace uq::sensitivity
