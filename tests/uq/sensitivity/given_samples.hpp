#pragma once

#include "tests/uq/sensitivity/saltelli_outputs.hpp"
#include "uq/sensitivity/given_data.hpp"

namespace uq::test {

/// A sample of inputs x (n, d) and one output.
struct GivenSample {
  Matrix x;
  Vector y;
};

/// Uniforms (n, d), column j from its own stream.
Matrix uniforms(Index n, Index d, Seed seed);

/// Standard normal values (n, d) with this covariance.
Matrix normals(Index n, const Matrix& covariance, Seed seed);

/// The function at points of the unit cube.
Vector outputs_at(const KnownFunction& function, const Matrix& u);

/// The function at independent uniform points.
GivenSample random_sample(const KnownFunction& function, Index n, Seed seed);

/// `given_data` of one output.
sensitivity::GivenData given(const GivenSample& sample,
                             const sensitivity::GivenDataOptions& options = {},
                             PointKind kind = PointKind::monte_carlo,
                             Seed seed = Seed{1});

/// Column `k` of an array over (output, input) of the first output.
inline double cell(const NdArray& array, Index input) {
  return array.data[static_cast<std::size_t>(input)];
}

}  // namespace uq::test
