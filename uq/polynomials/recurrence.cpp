#include "uq/polynomials/recurrence.hpp"

#include "uq/core/error.hpp"

#include <cmath>

namespace uq {

Recurrence recurrence(const Distribution& law, Index degree) {
  Recurrence r{Vector::Zero(degree + 1), Vector::Ones(degree + 1)};
  if (const auto* uniform = std::get_if<Uniform>(&law.law)) {
    const double half = (uniform->hi - uniform->lo) / 2;
    for (Index k = 0; k <= degree; ++k) {
      const auto n = static_cast<double>(k);
      r.a(k) = uniform->lo + half;
      r.b(k) = k == 0 ? 1 : half * half * n * n / (4 * n * n - 1);
    }
    return r;
  }
  if (const auto* normal = std::get_if<Normal>(&law.law)) {
    for (Index k = 0; k <= degree; ++k) {
      r.a(k) = normal->mean;
      r.b(k) = k == 0 ? 1 : normal->sd * normal->sd * static_cast<double>(k);
    }
    return r;
  }
  throw InvalidArgument("no recurrence for this law");
}

void orthonormal(const Recurrence& r, std::span<const double> t, MutableMatrixRef p) {
  if (p.cols() > r.a.size()) {
    throw InvalidArgument("more polynomials than the recurrence has degrees");
  }
  const auto n = static_cast<Index>(t.size());
  const Eigen::Map<const Vector> x(t.data(), n);
  if (p.cols() > 0) {
    p.col(0).setOnes();
  }
  for (Index k = 1; k < p.cols(); ++k) {
    // sqrt(b_k) p_k = (t - a_{k-1}) p_{k-1} - sqrt(b_{k-1}) p_{k-2}
    p.col(k) = (x.array() - r.a(k - 1)) * p.col(k - 1).array();
    if (k > 1) {
      p.col(k) -= std::sqrt(r.b(k - 1)) * p.col(k - 2);
    }
    p.col(k) /= std::sqrt(r.b(k));
  }
}

}  // namespace uq
