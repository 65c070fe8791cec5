#include "uq/propagation/intervals.hpp"

#include "uq/core/error.hpp"
#include "uq/propagation/moments.hpp"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace uq::propagation {
namespace {

void expects_probability(double p, const char* what) {
  expects(p > 0 && p < 1,
          std::string(what) + " = " + std::to_string(p) + ", required is 0 < . < 1");
}

// First integer of (low, high] for which `holds`; it must hold at `high` and stay true once true.
template <class Predicate>
Index first_true(Index low, Index high, Predicate holds) {
  while (high - low > 1) {
    const Index middle = low + (high - low) / 2;
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

// Smallest n >= 1 for which `holds`, true for all large n.
template <class Predicate>
Index smallest_size(Predicate holds) {
  Index high = 1;
  while (!holds(high)) {
    expects(high < std::numeric_limits<Index>::max() / 4, "no sample is large enough");
    high *= 2;
  }
  return first_true(high / 2, high, holds);
}

}  // namespace

double student_t_quantile(double p, double df) {
  expects_probability(p, "p");
  expects(df > 0, "df = " + std::to_string(df) + ", required is df > 0");
  return boost::math::quantile(boost::math::students_t(df), p);
}

double normal_quantile(double p) {
  expects_probability(p, "p");
  return boost::math::quantile(boost::math::normal(), p);
}

double binomial_cdf(Index k, Index n, double p) {
  if (k < 0) {
    return 0;
  }
  if (k >= n) {
    return 1;
  }
  return boost::math::ibetac(static_cast<double>(k + 1), static_cast<double>(n - k), p);
}

Interval t_interval(std::span<const double> values, double level) {
  const auto n = static_cast<double>(values.size());
  if (values.size() < 2) {
    return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  }
  const auto [mean, sd] = moments(values);
  const double half = student_t_quantile((1 + level) / 2, n - 1) * sd / std::sqrt(n - 1);
  return {mean - half, mean + half};
}

Interval replicate_interval(std::span<const double> values, double level) {
  const Interval t = t_interval(values, level);
  if (std::isnan(t.lower)) {
    return t;
  }
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return {std::min(t.lower, *low), std::max(t.upper, *high)};
}

Interval clopper_pearson(Index k, Index n, double level) {
  expects_probability(level, "level");
  expects(n > 0 && k >= 0 && k <= n,
          std::to_string(k) + " of " + std::to_string(n) + ", required is 0 <= k <= n, n > 0");
  const double tail = (1 - level) / 2;
  const auto hits = static_cast<double>(k);
  const auto misses = static_cast<double>(n - k);
  return {k == 0 ? 0 : boost::math::ibeta_inv(hits, misses + 1, tail),
          k == n ? 1 : boost::math::ibetac_inv(hits + 1, misses, tail)};
}

std::optional<Ranks> order_statistic_ranks(Index n, double p, double level) {
  expects_probability(p, "p");
  expects_probability(level, "level");
  const double tail = (1 - level) / 2;
  // x_(l) exceeds the quantile when at most l - 1 of the n values lie at or below it.
  const auto lower_too_high = [&](Index l) { return binomial_cdf(l - 1, n, p) > tail; };
  // x_(u) falls short of it when at least u values do, i.e. at most n - u lie above.
  const auto upper_safe = [&](Index u) { return binomial_cdf(n - u, n, 1 - p) <= tail; };
  if (n < 1 || lower_too_high(1) || !upper_safe(n)) {
    return std::nullopt;
  }
  return Ranks{first_true(1, n + 1, lower_too_high) - 1, first_true(0, n, upper_safe)};
}

Index smallest_sample(double p, double level) {
  return smallest_size([&](Index n) { return order_statistic_ranks(n, p, level).has_value(); });
}

Index wilks_sample_size(double coverage, double confidence, Index order, bool two_sided) {
  expects_probability(coverage, "coverage");
  expects_probability(confidence, "confidence");
  expects(order >= 1, "order = " + std::to_string(order) + ", required is order >= 1");
  const Index spared = two_sided ? 2 * order : order;
  return smallest_size(
      [&](Index n) { return n >= spared && binomial_cdf(n - spared, n, coverage) >= confidence; });
}

}  // namespace uq::propagation
