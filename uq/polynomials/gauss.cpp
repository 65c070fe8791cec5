#include "uq/polynomials/gauss.hpp"

#include "uq/core/error.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>
#include <string>

namespace uq {
namespace {

// sqrt(b_n) p_n over its derivative at t.
double newton_step(const Recurrence& r, Index n, double t) {
  double before = 0, value = 1;  // p_{k-1}, p_k
  double slope_before = 0, slope = 0;
  for (Index k = 0; k < n; ++k) {
    const double lower = k == 0 ? 0 : std::sqrt(r.b(k));
    const double upper = k + 1 < n ? std::sqrt(r.b(k + 1)) : 1;
    const double next = ((t - r.a(k)) * value - lower * before) / upper;
    const double slope_next = (value + (t - r.a(k)) * slope - lower * slope_before) / upper;
    before = value;
    value = next;
    slope_before = slope;
    slope = slope_next;
  }
  return value / slope;
}

}  // namespace

Rule gauss(const Recurrence& r, Index n) {
  expects(n >= 1 && n <= r.degree() + 1,
          "a Gauss rule of " + std::to_string(n) + " nodes: the law's polynomials allow 1 to " +
              std::to_string(r.degree() + 1));
  Vector off(n - 1);
  for (Index k = 0; k + 1 < n; ++k) {
    off(k) = std::sqrt(r.b(k + 1));
  }
  Eigen::SelfAdjointEigenSolver<Matrix> solver;
  solver.computeFromTridiagonal(r.a.head(n), off, Eigen::EigenvaluesOnly);
  Rule rule{solver.eigenvalues(), Vector(n)};
  const double reach = rule.nodes.cwiseAbs().maxCoeff();
  for (double& node : rule.nodes) {
    for (int k = 0; k < 2; ++k) {
      const double step = newton_step(r, n, node);
      // An eigenvalue is off by some roundings of the largest: a longer step is none of a root.
      if (std::abs(step) < 1e-10 * reach) {
        node -= step;
      }
    }
  }
  Matrix p(n, n);
  orthonormal(r, {rule.nodes.data(), static_cast<std::size_t>(n)}, p);
  rule.weights = p.rowwise().squaredNorm().cwiseInverse();
  return rule;
}

}  // namespace uq
