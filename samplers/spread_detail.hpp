#pragma once

#include "uq/core/types.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace uq::samplers::detail {

/// Sum of one(0) … one(n-1) in eight interleaved parts: vectors of any width give the same bits.
template <class One>
double lane_sum(Index n, One one) {
  constexpr Index lanes = 8;
  double part[lanes] = {};
  Index j = 0;
  for (; j + lanes <= n; j += lanes) {
    for (Index t = 0; t < lanes; ++t) {
      part[t] += one(j + t);
    }
  }
  for (; j < n; ++j) {
    part[0] += one(j);
  }
  return ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
}

/// The sum of (scale / squared distance)^(p/2) over pairs, under exchanges of two coordinates of a
/// column. Only two points move, so a proposal costs 2 n new distances.
/// @source docs/methods/designs.md Eqs. 25, 26
class Repulsion {
 public:
  Repulsion(Matrix points, Index p)
      : points_(std::move(points)),
        half_(p / 2),
        scale_(static_cast<double>(points_.cols()) / 6),
        // Nearer pairs count as this near, so that nothing overflows.
        nearest_(scale_ * std::pow(10.0, -280.0 / static_cast<double>(half_))),
        squared_(points_.rows(), points_.rows()),
        sums_(points_.rows()),
        first_(points_.rows()),
        second_(points_.rows()),
        first_terms_(points_.rows()),
        second_terms_(points_.rows()) {
    const Index n = points_.rows();
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j <= i; ++j) {
        squared_(i, j) = squared_(j, i) = (points_.row(i) - points_.row(j)).squaredNorm();
      }
    }
    refresh();
  }

  const Matrix& points() const { return points_; }
  double value() const { return total_; }
  double scale_of_change() const { return total_; }

  /// Sums anew from the distances: what has been added and taken away leaves rounding errors of the
  /// largest terms there ever were.
  void refresh() {
    const Index n = points_.rows();
    sums_.setZero();
    total_ = 0;
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < i; ++j) {
        const double one = term(squared_(i, j));
        sums_[i] += one;
        sums_[j] += one;
        total_ += one;
      }
    }
    peak_ = total_;
  }

  bool is_stale() const { return total_ < 1e-6 * peak_; }

  /// The point that is crowded most, among rows first, first + 1, …
  Index worst(Index first) const {
    Index at = 0;
    sums_.tail(sums_.size() - first).maxCoeff(&at);
    return first + at;
  }

  /// Change of the value if rows a and b exchanged their coordinates of a column.
  double change(Index column, Index a, Index b) {
    const Index n = points_.rows();
    const double* c = points_.col(column).data();
    const double* from_a = squared_.col(a).data();
    const double* from_b = squared_.col(b).data();
    const double gap = c[b] - c[a];
    const double both = c[a] + c[b];
    for (Index j = 0; j < n; ++j) {
      const double moved = gap * (both - 2 * c[j]);  // (b - c)^2 - (a - c)^2
      first_[j] = std::max(from_a[j] + moved, nearest_);
      second_[j] = std::max(from_b[j] - moved, nearest_);
    }
    for (Index j = 0; j < n; ++j) {  // one division for two
      const double inverse = scale_ / (first_[j] * second_[j]);
      first_terms_[j] = inverse * second_[j];
      second_terms_[j] = inverse * first_[j];
    }
    raise(first_terms_);
    raise(second_terms_);
    for (const Index own : {a, b}) {
      first_terms_[own] = 0;
      second_terms_[own] = 0;
    }
    const double terms = lane_sum(n, [&](Index j) { return first_terms_[j] + second_terms_[j]; });
    return terms - (sums_[a] + sums_[b] - 2 * term(squared_(a, b)));
  }

  /// Makes the exchange `change` was last asked about.
  void accept(Index column, Index a, Index b, double change) {
    const double pair = term(squared_(a, b));
    const double kept = squared_(a, b);
    double sum_a = pair;
    double sum_b = pair;
    for (Index j = 0; j < points_.rows(); ++j) {
      if (j == a || j == b) {
        continue;
      }
      sums_[j] += first_terms_[j] + second_terms_[j] - term(squared_(j, a)) - term(squared_(j, b));
      sum_a += first_terms_[j];
      sum_b += second_terms_[j];
    }
    sums_[a] = sum_a;
    sums_[b] = sum_b;
    squared_.col(a) = first_;
    squared_.col(b) = second_;
    squared_(a, a) = squared_(b, b) = 0;
    squared_(a, b) = squared_(b, a) = kept;
    squared_.row(a) = squared_.col(a).transpose();
    squared_.row(b) = squared_.col(b).transpose();
    std::swap(points_(a, column), points_(b, column));
    total_ += change;
    peak_ = std::max(peak_, total_);
  }

 private:
  double term(double squared) const {
    double base = scale_ / std::max(squared, nearest_);
    double power = 1;
    for (Index left = half_; left > 0; left >>= 1) {
      power = (left & 1) != 0 ? power * base : power;
      base *= base;
    }
    return power;
  }

  /// Each element to the power p/2.
  void raise(Vector& base) {
    const Index n = base.size();
    power_.setOnes(n);
    for (Index left = half_; left > 0; left >>= 1) {
      if ((left & 1) != 0) {
        power_.array() *= base.array();
      }
      if (left > 1) {
        base.array() *= base.array();
      }
    }
    base.swap(power_);
  }

  Matrix points_;  // (n, d)
  Index half_;
  double scale_;
  double nearest_;
  Matrix squared_;  // (n, n) distances
  Vector sums_;     // of the terms of each point
  double total_ = 0;
  double peak_ = 0;  // since the sums were made anew
  Vector first_, second_, first_terms_, second_terms_, power_;
};

/// The squared centred L2 discrepancy less its constant, under the same exchanges: only the factors
/// of one column change in the products of two points.
/// @source docs/methods/designs.md Eqs. 20, 27
class Unevenness {
 public:
  explicit Unevenness(Matrix points)
      : points_(std::move(points)),
        from_middle_((points_.array() - 0.5).abs()),
        products_(points_.rows(), points_.rows()),
        singles_(points_.rows()),
        first_(points_.rows()),
        second_(points_.rows()) {
    refresh();
  }

  const Matrix& points() const { return points_; }
  double value() const { return total_; }
  /// The squared discrepancy, roughly that of as many even points at least.
  double scale_of_change() const { return total_; }
  bool is_stale() const { return false; }
  Index worst(Index first) const { return first; }

  void refresh() {
    const Index n = points_.rows();
    const Index d = points_.cols();
    products_.setOnes();
    singles_.setOnes();
    for (Index k = 0; k < d; ++k) {
      const auto x = points_.col(k).array();
      const auto z = from_middle_.col(k).array();
      for (Index i = 0; i < n; ++i) {
        products_.col(i).array() *= 1 + 0.5 * (z[i] + z - (x - x[i]).abs());
        singles_[i] *= single(z[i]);
      }
    }
    // What an even spread gives is taken off each product: it cancels (Eq. 20).
    const double even = std::pow(13.0 / 12, static_cast<double>(d));
    const auto count = static_cast<double>(n);
    total_ = (products_.array() - even).sum() / (count * count) -
             2 * (singles_.array() - even).sum() / count;
  }

  double change(Index column, Index a, Index b) {
    const Index n = points_.rows();
    const double* x = points_.col(column).data();
    const double* z = from_middle_.col(column).data();
    const double* of_a = products_.col(a).data();
    const double* of_b = products_.col(b).data();
    for (Index j = 0; j < n; ++j) {
      const double fa = 1 + 0.5 * (z[a] + z[j] - std::abs(x[a] - x[j]));
      const double fb = 1 + 0.5 * (z[b] + z[j] - std::abs(x[b] - x[j]));
      const double inverse = 1 / (fa * fb);
      first_[j] = of_a[j] * (fb * fb * inverse);
      second_[j] = of_b[j] * (fa * fa * inverse);
    }
    first_[a] = of_a[a] * (1 + z[b]) / (1 + z[a]);
    second_[b] = of_b[b] * (1 + z[a]) / (1 + z[b]);
    first_[b] = of_a[b];
    second_[a] = of_b[a];
    new_a_ = singles_[a] * (single(z[b]) / single(z[a]));
    new_b_ = singles_[b] * (single(z[a]) / single(z[b]));
    const double pairs =
        lane_sum(n, [&](Index j) { return (first_[j] - of_a[j]) + (second_[j] - of_b[j]); });
    const double own = (first_[a] - of_a[a]) + (second_[b] - of_b[b]);
    const auto count = static_cast<double>(n);
    return (2 * pairs - own) / (count * count) -
           2 * ((new_a_ - singles_[a]) + (new_b_ - singles_[b])) / count;
  }

  void accept(Index column, Index a, Index b, double change) {
    products_.col(a) = first_;
    products_.col(b) = second_;
    products_.row(a) = products_.col(a).transpose();
    products_.row(b) = products_.col(b).transpose();
    singles_[a] = new_a_;
    singles_[b] = new_b_;
    std::swap(points_(a, column), points_(b, column));
    std::swap(from_middle_(a, column), from_middle_(b, column));
    total_ += change;
  }

 private:
  static double single(double z) { return 1 + 0.5 * z - 0.5 * z * z; }

  Matrix points_;       // (n, d)
  Matrix from_middle_;  // |x - 1/2|
  Matrix products_;     // (n, n)
  Vector singles_;
  double total_ = 0;
  double new_a_ = 0;
  double new_b_ = 0;
  Vector first_, second_;
};

}  // namespace uq::samplers::detail
