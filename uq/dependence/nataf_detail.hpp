#pragma once

#include "uq/dependence/score_function_detail.hpp"

#include <array>
#include <vector>

namespace uq::detail {

/// Pearson correlation of two laws as a function of the correlation r of their scores: Mehler's
/// series, the largest jumps taken out and summed exactly, and the rest of the series closed by
/// the known values at r = -1 and r = 1.
/// @source Mehler (1866), J. reine angew. Math. 66; docs/methods/dependence.md Eq. 6-9.
class Nataf {
 public:
  Nataf(const ScoreFunction& x, const ScoreFunction& y);

  double operator()(double r) const;

 private:
  double series_and_jumps(double r) const;

  std::vector<double> terms_;  // of r, r^2, …
  std::vector<Jump> x_jumps_, y_jumps_;
  std::array<double, 2> ends_;  // at r = -1 and 1
  std::array<double, 2> rest_;  // what the finite series misses there
};

/// P(Z1 <= s, Z2 <= t) - P(Z1 <= s) P(Z2 <= t) for standard normals with correlation r in [-1, 1].
/// @source Owen (1956), Ann. Math. Stat. 27; docs/methods/dependence.md Eq. 8.
double quadrant_covariance(double s, double t, double r);

}  // namespace uq::detail
