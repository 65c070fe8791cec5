#pragma once

#include "uq/core/types.hpp"

#include <optional>
#include <span>

namespace uq::propagation {

/// A number with the interval that holds the true value at the stated level.
struct Interval {
  double lower;
  double upper;
};

/// Quantile of Student's t. @throws InvalidArgument unless 0 < p < 1 and df > 0.
double student_t_quantile(double p, double df);

/// Quantile of the standard normal law. @throws InvalidArgument unless 0 < p < 1.
double normal_quantile(double p);

/// P(Bin(n, p) <= k), also for k < 0 (0) and k >= n (1).
double binomial_cdf(Index k, Index n, double p);

/// Two-sided t interval of the mean of independent, identically distributed values, centred at
/// their mean. NaN for a single value.
/// @source docs/methods/propagate.md Eq. 2.
Interval t_interval(std::span<const double> values, double level);

/// Interval of a mean or standard deviation from its values on independent replicates of a Sobol'
/// sample: the t interval, widened to the range of the values. With unbounded laws the outermost
/// cell of the net decides the error of a replicate, which is then as skewed as an exponential; t
/// alone would cover 0.86 to 0.91 of the time. NaN for a single value.
/// @source docs/methods/propagate.md Eq. 4.
Interval replicate_interval(std::span<const double> values, double level);

/// Exact two-sided interval of a probability after k successes in n trials: its coverage is never
/// below `level`. @source Clopper, Pearson (1934), Biometrika 26; docs/methods/propagate.md Eq. 8.
Interval clopper_pearson(Index k, Index n, double level);

/// Ranks (from 1) of the order statistics that enclose a quantile.
struct Ranks {
  Index lower;
  Index upper;

  bool operator==(const Ranks&) const = default;
};

/// Ranks l, u such that [x_(l), x_(u)] holds the p-quantile of any law with probability at least
/// `level`, each side missing it with at most half the rest; none when n is too small for that.
/// @source David, Nagaraja, "Order Statistics" (2003), section 7.1; docs/methods/propagate.md
/// Eq. 6.
std::optional<Ranks> order_statistic_ranks(Index n, double p, double level);

/// Smallest n for which order_statistic_ranks(n, p, level) exists.
Index smallest_sample(double p, double level);

/// Smallest sample whose order-th largest value (two-sided: whose order-th smallest and largest
/// together) bound a share `coverage` of the law with probability `confidence`.
/// @source Wilks (1941), Ann. Math. Stat. 12; docs/methods/propagate.md Eq. 9.
Index wilks_sample_size(double coverage, double confidence, Index order, bool two_sided);

}  // namespace uq::propagation
