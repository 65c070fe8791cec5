#pragma once

#include <Eigen/Core>

#include <cstdint>

namespace uq {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;  ///< column-major; a row is a point, a column a variable, always

/// Read-only view of a matrix or of a block of one: rows are points, each column contiguous.
using MatrixRef = Eigen::Ref<const Matrix>;
/// Writable view of a caller-owned matrix or block.
using MutableMatrixRef = Eigen::Ref<Matrix>;

}  // namespace uq
