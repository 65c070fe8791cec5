#pragma once

#include "uq/sensitivity/oat.hpp"

#include <cstddef>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace uq::sensitivity::detail {

inline constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// Outputs along the lines through the nominal point on which one input moves. Searches ask for
/// points and go on when they are there; what all of them ask for is evaluated together.
class Lines {
 public:
  Lines(const PointModel& model, Vector nominal);

  /// Whether the value at x of an input is known; else it will be after `evaluate_wanted`.
  bool ready(Index input, double x);
  double y(Index input, double x, Index column) const;
  /// The value at the known point nearest to x.
  double nearest(Index input, double x, Index column) const;
  double nominal(Index column) const { return y_nominal_[column]; }
  /// Evaluates all that was asked for. @return false when that was nothing
  bool evaluate_wanted();

  Index columns() const { return y_nominal_.size(); }
  Index evaluations() const { return evaluations_; }
  Index failures(Index column) const { return failures_[static_cast<std::size_t>(column)]; }
  /// Whether every value of the column along an input's line is the nominal one, bit for bit.
  bool unchanged(Index input, Index column) const;

 private:
  void count(const Vector& y);

  const PointModel& model_;
  Vector nominal_;
  Vector y_nominal_;
  std::vector<std::map<double, Vector>> known_;  // per input, by x
  std::set<std::pair<Index, double>> wanted_;    // ordered: the same points in the same order
  Index evaluations_ = 0;
  std::vector<Index> failures_;
};

/// One column on one line.
struct Line {
  Lines& lines;
  Index input;
  Index column;

  /// Whether every one of the points is known; asks for those that are not.
  bool ready(std::initializer_list<double> points) const;
  bool ready(const std::vector<double>& points) const;
  double operator()(double x) const { return lines.y(input, x, column); }
};

}  // namespace uq::sensitivity::detail
