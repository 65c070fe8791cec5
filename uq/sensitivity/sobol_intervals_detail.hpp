#pragma once

#include "uq/propagation/intervals.hpp"
#include "uq/sensitivity/sobol_products_detail.hpp"

#include <vector>

namespace uq::sensitivity::detail {

/// Sums over the rows of the squares and cubes of what a row does to each figure (its influence).
struct Influence {
  Vector squares, cubes;  ///< figures; of mean and variance in z units
  Index rows = 0;
};

/// Influence of the rows on the figures of each output and, as the last element, on the mean of the
/// figures over the outputs. @param blocks outputs that count the same rows
/// @source docs/methods/sobol.md Eq. 19.
std::vector<Influence> influence(const std::vector<SaltelliBlocks>& blocks,
                                 const ProductLayout& layout);

/// Percentile interval (Eq. 9) of resampled values; NaN when one of them has no value.
propagation::Interval percentile_interval(std::vector<double> values, double level);

/// Efron's interval, corrected for bias and acceleration (Eq. 20). @param skew sum of cubes over
/// the 3/2 power of the sum of squares of the influence
/// @source Efron (1987), J. Am. Stat. Assoc. 82.
propagation::Interval bca_interval(std::vector<double> values,
                                   double estimate,
                                   double skew,
                                   double level);

/// Interval over independent replicates: of indices t (Eq. 10), of mean and variance the wider one
/// that skewed errors need (propagate.md Eq. 4). NaN where all replicates agree, which tells
/// nothing of the error, unless the figure is `exact`.
/// @param index whether the values are those of an index
propagation::Interval over_replicates(const std::vector<double>& values,
                                      double level,
                                      bool exact,
                                      bool index);

/// estimate ± z sd of the delta method (Eq. 19).
propagation::Interval asymptotic_interval(double estimate, double standard_error, double level);

/// sqrt(sum of squares) / n with the n - 1 of a sample variance.
double standard_error(const Influence&, Index figure);

}  // namespace uq::sensitivity::detail
