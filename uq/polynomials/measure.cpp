#include "uq/polynomials/measure_detail.hpp"

#include <algorithm>
#include <cmath>

namespace uq::detail {
namespace {

constexpr double tolerance = 1e-8;    // of orthonormality, of what a recurrence may still be
constexpr double beyond = 1e-13;      // of a norm, at the ends of the points
constexpr double vanishing = 1e-300;  // of a squared norm: the points are used up

// Columns sqrt(w) p_k by the recurrence alone, as its users compute them.
Matrix by_recurrence(const Recurrence& r, const Vector& t, const Vector& root) {
  Matrix p(t.size(), r.a.size());
  p.col(0) = root;
  for (Index k = 1; k < p.cols(); ++k) {
    p.col(k) = (t.array() - r.a(k - 1)) * p.col(k - 1).array();
    if (k > 1) {
      p.col(k) -= std::sqrt(r.b(k - 1)) * p.col(k - 2);
    }
    p.col(k) /= std::sqrt(r.b(k));
  }
  return p;
}

bool holds(const Matrix& p, Index k, Index tail) {
  for (Index j = 0; j <= k; ++j) {
    if (!(std::abs(p.col(j).dot(p.col(k)) - (j == k ? 1 : 0)) <= tolerance)) {
      return false;
    }
  }
  return !(p.col(k).head(tail).squaredNorm() + p.col(k).tail(tail).squaredNorm() > beyond);
}

// Highest degree up to which the polynomials are orthonormal on the points.
Index highest(const Recurrence& r, const Measure& measure) {
  const Matrix p =
      by_recurrence(r, measure.t, (measure.weights / measure.weights.sum()).cwiseSqrt());
  Index degree = 0;
  while (degree < r.degree() && holds(p, degree + 1, measure.tail)) {
    ++degree;
  }
  return degree;
}

}  // namespace

Recurrence recurrence_of(const Measure& measure, Index degree, const Measure* other) {
  const Index n = measure.t.size();
  const Index most = std::min(degree, n - 1);
  const Vector root = (measure.weights / measure.weights.sum()).cwiseSqrt();
  Recurrence r{Vector::Zero(most + 1), Vector::Ones(most + 1)};
  Matrix q(n, most + 1);
  q.col(0) = root;
  Index last = 0;
  for (Index k = 0; k <= most; ++k) {
    r.a(k) = q.col(k).cwiseAbs2().dot(measure.t);
    last = k;
    if (k == most) {
      break;
    }
    Vector next = (measure.t.array() - r.a(k)) * q.col(k).array();
    if (k > 0) {
      next -= std::sqrt(r.b(k)) * q.col(k - 1);
    }
    for (int pass = 0; pass < 2; ++pass) {
      for (Index j = 0; j <= k; ++j) {
        next -= q.col(j).dot(next) * q.col(j);
      }
    }
    r.b(k + 1) = next.squaredNorm();
    if (!(r.b(k + 1) > vanishing)) {
      break;
    }
    q.col(k + 1) = next / std::sqrt(r.b(k + 1));
  }
  r.a.conservativeResize(last + 1);
  r.b.conservativeResize(last + 1);
  const Index good = std::min(highest(r, measure), other == nullptr ? last : highest(r, *other));
  r.a.conservativeResize(good + 1);
  r.b.conservativeResize(good + 1);
  return r;
}

}  // namespace uq::detail
