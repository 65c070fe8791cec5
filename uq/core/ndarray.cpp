#include "uq/core/ndarray.hpp"

#include "uq/core/error.hpp"

#include <string>

namespace uq {

NdArray::NdArray(std::vector<Index> extents, double fill) : shape(std::move(extents)) {
  Index size = 1;
  for (const Index extent : shape) {
    expects(extent >= 0, "an extent is negative: " + std::to_string(extent));
    size *= extent;
  }
  data.assign(static_cast<std::size_t>(size), fill);
}

std::size_t NdArray::offset(std::initializer_list<Index> position) const {
  expects(position.size() == shape.size(),
          std::to_string(position.size()) + " indices for an array of " +
              std::to_string(shape.size()) + " axes");
  Index flat = 0;
  std::size_t axis = 0;
  for (const Index index : position) {
    expects(index >= 0 && index < shape[axis],
            "index " + std::to_string(index) + " on axis " + std::to_string(axis) + " of extent " +
                std::to_string(shape[axis]));
    flat = flat * shape[axis++] + index;
  }
  return static_cast<std::size_t>(flat);
}

double& NdArray::at(std::initializer_list<Index> position) {
  return data[offset(position)];
}
double NdArray::at(std::initializer_list<Index> position) const {
  return data[offset(position)];
}

}  // namespace uq
