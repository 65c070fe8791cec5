#pragma once

#include "uq/core/types.hpp"

#include <cstddef>
#include <limits>
#include <vector>

namespace uq {

/// A dense result with any number of axes, last axis fastest (C order, as HDF5 stores it).
/// @shape as `shape`; an empty shape is a scalar with one element. NaN marks "no value".
struct NdArray {
  std::vector<Index> shape;
  std::vector<double> data;

  NdArray() = default;
  explicit NdArray(std::vector<Index> extents,
                   double fill = std::numeric_limits<double>::quiet_NaN());

  /// Element at the given position, one index per axis.
  /// @throws InvalidArgument when the number of indices or one of them does not fit the shape.
  double& at(std::initializer_list<Index> position);
  double at(std::initializer_list<Index> position) const;

  bool operator==(const NdArray&) const = default;

 private:
  std::size_t offset(std::initializer_list<Index> position) const;
};

}  // namespace uq
