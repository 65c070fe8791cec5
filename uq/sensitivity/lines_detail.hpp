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
/// points and go on when they are there; what all of them ask for is evaluated together. Which
/// points a column asked for is kept: what others ask for must not change what is said of it.
class Lines {
 public:
  Lines(const PointModel& model, Vector nominal);

  /// Asks for the value of a column at x of an input. @return whether it is known; else it will be
  /// after `evaluate_wanted`
  bool ready(Index input, Index column, double x);
  double y(Index input, double x, Index column) const;
  double nominal(Index column) const { return y_nominal_[column]; }
  /// Evaluates all that was asked for. @return false when that was nothing
  bool evaluate_wanted();

  Index columns() const { return y_nominal_.size(); }
  Index evaluations() const { return evaluations_; }
  /// Distinct points a column asked for, the nominal one included, and those without value.
  struct Asked {
    Index points = 0, failures = 0;
  };
  Asked asked(Index column) const;
  /// Whether every value the column asked for along an input's line is the nominal one, bit for
  /// bit, where there is one.
  bool unchanged(Index input, Index column) const;

 private:
  const std::set<double>& asked(Index input, Index column) const {
    return asked_[static_cast<std::size_t>(input * columns() + column)];
  }

  const PointModel& model_;
  Vector nominal_;
  Vector y_nominal_;
  std::vector<std::map<double, Vector>> known_;  // per input, by x
  std::set<std::pair<Index, double>> wanted_;    // ordered: the same points in the same order
  std::vector<std::set<double>> asked_;          // per input and column, without the nominal x
  Index evaluations_ = 0;
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
