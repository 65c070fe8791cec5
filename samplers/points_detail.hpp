#pragma once

#include "uq/core/error.hpp"
#include "uq/core/types.hpp"

#include <string>

namespace uq::samplers::detail {

/// Precondition of `UnitPoints::block` of n points in `dims` dimensions.
/// @throws InvalidArgument when rows first … first + u.rows() - 1 are not all there.
inline void check_block(Index first, const MutableMatrixRef& u, Index n, Index dims) {
  const bool fits = first >= 0 && first <= n - u.rows() && u.cols() == dims;
  if (!fits) {  // the text is made only when needed: blocks are many
    expects(false,
            "block of rows " + std::to_string(first) + " to " +
                std::to_string(first + u.rows() - 1) + " with " + std::to_string(u.cols()) +
                " columns: the design has " + std::to_string(n) + " rows and " +
                std::to_string(dims) + " columns");
  }
}

}  // namespace uq::samplers::detail
