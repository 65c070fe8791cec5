#pragma once

#include "uq/core/design.hpp"
#include "uq/propagation/intervals.hpp"
#include "uq/propagation/propagate.hpp"
#include "uq/propagation/quantile.hpp"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace uq::propagation::detail {

inline constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// A value with its interval; all NaN when there is none.
struct Figure {
  double value = none;
  Interval interval{none, none};
};

/// What is the same for every column with as many values in each replicate: positions of quantiles,
/// ranks of their bounds.
struct ColumnPlan {
  struct Quantile {
    double p;
    QuantilePosition pooled;                  ///< among all values
    std::vector<QuantilePosition> replicate;  ///< among those of each replicate
    std::optional<Ranks> bounds;              ///< of the interval among all independent values
  };
  std::vector<Quantile> quantiles;
  std::vector<Index> pooled_ranks;  ///< ascending: every order statistic a column needs
  std::vector<std::vector<Index>> replicate_ranks;  ///< the same for each replicate
  std::vector<Index> sizes;                         ///< values of each replicate
  double confidence;

  Index replicates() const { return static_cast<Index>(sizes.size()); }
};
/// @param sizes of the replicates, each > 0, in the order of their values.
ColumnPlan plan_columns(const std::vector<Index>& sizes, const BandOptions& options);

/// Law of one column of outputs.
struct ColumnSummary {
  Figure mean, sd;
  std::vector<Figure> quantiles;
  std::vector<Figure> exceedances;
  bool identical_replicates = false;  ///< an interval is missing for want of any spread
  bool constant = false;              ///< all values are the same
  bool out_of_range = false;          ///< mean, sd or an interval of theirs is beyond a double
};

/// @param column finite values, replicate by replicate
/// @param thresholds NaN where a threshold belongs to another output.
ColumnSummary summarise(const Vector& column,
                        const ColumnPlan& plan,
                        const std::vector<double>& thresholds);

/// Level of the range of R replicates' quantiles, 1 - 2^(1-R). @source docs/methods/propagate.md
/// Eq. 7.
double range_level(Index replicates);

/// Shortest decimal text of a number.
std::string shortest(double value);

}  // namespace uq::propagation::detail
