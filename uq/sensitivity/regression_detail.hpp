#pragma once

#include "uq/core/types.hpp"
#include "uq/propagation/intervals.hpp"

#include <string>
#include <vector>

namespace uq::sensitivity::detail {

/// Standardised columns of a regression, the output last: mean 0, mean square 1.
/// A column that does not vary beyond rounding is NaN throughout.
/// @shape x (n, d), y n. @returns (n, d + 1). @source docs/methods/given_data.md Eq. 6.
Matrix standardised(MatrixRef x, const Vector& y);

/// Least squares on standardised columns.
struct Fit {
  Vector SRC;  ///< d, the coefficients
  Vector PCC;  ///< d
  double R2 = 0;
  Matrix inverse;                ///< (d, d) of the inputs' correlation matrix
  std::vector<Index> constant;   ///< inputs that do not vary
  std::vector<Index> collinear;  ///< inputs that are linear in the ones before them
  bool sound() const { return constant.empty() && collinear.empty(); }
};

/// @param z standardised(x, y), n > d + 1 rows
/// @source docs/methods/given_data.md Eq. 6 to 9; QR by Householder, rows in fixed chunks.
Fit fit(const Matrix& z);

/// Intervals of a fit: per input of SRC and PCC, and of R2.
struct FitIntervals {
  std::vector<propagation::Interval> SRC, PCC;
  propagation::Interval R2;
};

/// Intervals from influence functions, which hold for any joint law of inputs and outputs, not only
/// for a linear model with equal variances.
/// @param z the rows the influences are taken from: the sample or a part of it
/// @param of the fit of the whole sample of n rows; its R2, SRC, PCC are the centres
/// @param ranks whether the columns of z are standardised ranks: then the ranks' own error counts
/// @source Hampel (1974), JASA 69; Croux, Dehon (2010), Stat. Methods Appl. 19;
///   docs/methods/given_data.md Eq. 10 to 14.
FitIntervals intervals(const Matrix& z, const Fit& of, Index n, bool ranks, double level);

}  // namespace uq::sensitivity::detail
