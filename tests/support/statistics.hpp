#pragma once

#include <cmath>
#include <cstddef>

namespace uq::test {

/// Probability that any statistical test of the suite fails although the code is right, over a
/// fresh choice of all seeds. The seeds are fixed, so a test that passes passes always; the budget
/// bounds how often a change of a seed or of a random stream needs a second look.
inline constexpr double suite_false_alarms = 1e-4;

/// The budget is shared by at most this many statistical checks.
inline constexpr double statistical_checks = 1000;

/// Two-sided standard normal quantile of suite_false_alarms / statistical_checks = 1e-7: an
/// unbiased estimate strays further than this many standard errors with that probability.
inline constexpr double allowed_standard_errors = 5.326723886384;

/// Whether an estimate with this standard error may come from the truth.
inline bool within_standard_errors(double estimate, double truth, double standard_error) {
  return std::abs(estimate - truth) <= allowed_standard_errors * standard_error;
}

/// Coverage of an interval kind on one function (contract C10). A repeat is a cluster: the cells of
/// one function (mean, variance, indices …) come from the same outputs, so the spread of the
/// repeats' shares, not the number of cells, tells how well the coverage is known.
class Coverage {
 public:
  /// One cell of the current repeat. An interval that is missing (NaN) counts as a miss.
  void add(double lower, double upper, double truth) {
    covered_ += lower <= truth && truth <= upper ? 1 : 0;
    width_ += upper >= lower ? upper - lower : 0;
    ++cells_;
  }

  void end_repeat() {
    const double share = covered_ / cells_;
    sum_ += share;
    squares_ += share * share;
    widths_ += width_ / cells_;
    ++repeats_;
    covered_ = width_ = cells_ = 0;
  }

  double mean() const { return sum_ / repeats_; }
  double mean_width() const { return widths_ / repeats_; }
  double standard_error() const {
    const double variance = (squares_ - repeats_ * mean() * mean()) / (repeats_ - 1);
    return std::sqrt(std::fmax(variance, 0) / repeats_);
  }

  /// Whether a true coverage of at least 0.93, for a nominal 0.95, is believable: one-sided at
  /// 1e-3. An interval that keeps its 0.95 fails with far less (about 1e-7 at 400 repeats), within
  /// budget.
  bool acceptable() const { return mean() + 3.0902 * standard_error() >= 0.93; }

 private:
  double covered_ = 0;
  double width_ = 0;
  double cells_ = 0;
  double sum_ = 0;
  double squares_ = 0;
  double widths_ = 0;
  double repeats_ = 0;
};

}  // namespace uq::test
