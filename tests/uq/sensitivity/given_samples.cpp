#include "tests/uq/sensitivity/given_samples.hpp"

#include "uq/core/philox.hpp"
#include "uq/propagation/intervals.hpp"

#include <Eigen/Cholesky>

namespace uq::test {

Matrix uniforms(Index n, Index d, Seed seed) {
  Matrix u(n, d);
  for (Index j = 0; j < d; ++j) {
    philox_uniforms(seed.child("column", static_cast<std::uint64_t>(j)),
                    0,
                    {u.col(j).data(), static_cast<std::size_t>(n)});
  }
  return u;
}

Matrix normals(Index n, const Matrix& covariance, Seed seed) {
  const Matrix z = uniforms(n, covariance.rows(), seed).unaryExpr([](double p) {
    return propagation::normal_quantile(p);
  });
  return z * covariance.llt().matrixU();
}

Vector outputs_at(const KnownFunction& function, const Matrix& u) {
  Vector y(u.rows());
  for (Index k = 0; k < u.rows(); ++k) {
    const Vector row = u.row(k);
    y[k] = function.value(row.data());
  }
  return y;
}

GivenSample random_sample(const KnownFunction& function, Index n, Seed seed) {
  Matrix u = uniforms(n, function.inputs, seed);
  Vector y = outputs_at(function, u);
  return {std::move(u), std::move(y)};
}

sensitivity::GivenData given(const GivenSample& sample,
                             const sensitivity::GivenDataOptions& options,
                             PointKind kind,
                             Seed seed) {
  return sensitivity::given_data(sample.x, {sample.y}, kind, options, seed);
}

}  // namespace uq::test
