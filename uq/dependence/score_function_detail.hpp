#pragma once

#include "uq/distributions/distribution.hpp"

#include <span>
#include <vector>

namespace uq::detail {

/// A step of x at a score z.
struct Jump {
  double z;
  double size;  ///< > 0
};

/// Gauss-Legendre nodes on panels, to integrate over scores.
struct Nodes {
  std::vector<double> z, weight;
};

/// 20 nodes on each panel of [lo, hi]: panels end at the `breaks` and are at most `width` wide.
Nodes nodes(double lo, double hi, double width, std::vector<double> breaks);

/// A law as a function of its normal score, standardised: x(z) = (F^-1(Phi(z)) - mean) / sd.
/// docs/methods/dependence.md Eq. 5.
class ScoreFunction {
 public:
  /// @throws InvalidArgument when the law has no positive, finite variance.
  explicit ScoreFunction(const Distribution&, const char* function);

  std::vector<double> operator()(std::span<const double> z) const;
  const std::vector<double>& breaks() const { return breaks_; }  ///< z where x jumps or bends
  const std::vector<Jump>& jumps() const { return jumps_; }      ///< increasing z
  bool is_step() const { return step_; }                         ///< constant between jumps
  double lo() const { return lo_; }  ///< scores beyond carry no weight that matters
  double hi() const { return hi_; }

 private:
  void find_bends();
  void find_atoms();

  Distribution law_;
  double mean_, sd_;
  double lo_, hi_;
  bool step_ = false;
  std::vector<double> breaks_;
  std::vector<Jump> jumps_;
  std::vector<double> values_;  // of a step function: left of jump 0, 1, …, right of the last
};

}  // namespace uq::detail
