#include "surrogates/replicates_detail.hpp"
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"
#include "uq/propagation/intervals.hpp"

#include <vector>

namespace uq::surrogates::detail {

Matrix replicates(const Coordinates& coordinates,
                  const Sample& sample,
                  const Choice& choice,
                  const Vector& unseen,
                  Index count,
                  Seed seed) {
  Matrix errors(sample.rows(), count);
  parallel_for(count, [&](Index r) {
    std::vector<double> draws(static_cast<std::size_t>(sample.groups.count));
    philox_uniforms(seed.child("replicate", static_cast<std::uint64_t>(r)), 0, draws);
    for (double& draw : draws) {
      draw = propagation::normal_quantile(draw);
    }
    for (Index i = 0; i < sample.rows(); ++i) {
      const Index g = sample.groups.of[static_cast<std::size_t>(i)];
      errors(i, r) = unseen(i) * draws[static_cast<std::size_t>(g)];
    }
  });
  const Matrix psi = basis(coordinates, choice.terms, sample.t);
  Matrix changes = coefficients_of(psi, choice.fit.columns, errors);
  changes.colwise() += choice.fit.coefficients;
  return changes.transpose();
}

}  // namespace uq::surrogates::detail
