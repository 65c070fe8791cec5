#include "uq/polynomials/recurrence.hpp"

#include "uq/core/error.hpp"
#include "uq/polynomials/measure_detail.hpp"

#include <cmath>
#include <string>

namespace uq {

Recurrence recurrence(const Distribution& law, Index degree) {
  expects(degree >= 0, "degree " + std::to_string(degree) + " must be >= 0");
  auto [centre, scale, r] = detail::standardised(law, degree);
  r.a = (centre + scale * r.a.array()).matrix();
  r.b.tail(r.b.size() - 1) *= scale * scale;
  return r;
}

void orthonormal(const Recurrence& r, std::span<const double> t, MutableMatrixRef p) {
  expects(p.cols() <= r.a.size(),
          std::to_string(p.cols()) + " polynomials of a recurrence up to degree " +
              std::to_string(r.degree()));
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
