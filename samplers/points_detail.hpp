#pragma once

#include "uq/core/design.hpp"
#include "uq/core/error.hpp"
#include "uq/core/types.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>

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

/// Precondition of a sample of n rows in equal replicates of at most `most` rows.
/// @throws InvalidArgument naming the number that does not fit.
inline void check_replicates(Index n, Index replicates, Index most) {
  expects(replicates >= 1 && n >= 1 && n % replicates == 0,
          "n = " + std::to_string(n) + " rows in " + std::to_string(replicates) +
              " replicates: each must have the same number of rows, at least 1");
  expects(n / replicates <= most,
          "n = " + std::to_string(n) + " gives a replicate " + std::to_string(n / replicates) +
              " rows, there are at most " + std::to_string(most));
}

/// Points in replicates: rows [r n/R, (r+1) n/R) of dimension j are those of column r dims + j.
/// `fill(column, row, u)` writes rows row, row + 1, … of one column, counted within its replicate;
/// it is held once, whatever the number of copies of the points.
template <class Fill>
UnitPoints replicated_points(Index n, Index dims, Index replicates, Fill fill) {
  const Index rows = n / replicates;
  const auto shared = std::make_shared<const Fill>(std::move(fill));
  return {n, dims, [shared, n, dims, rows](Index first, MutableMatrixRef u) {
            check_block(first, u, n, dims);
            for (Index done = 0; done < u.rows();) {
              const Index row = (first + done) % rows;
              const Index count = std::min(rows - row, u.rows() - done);
              const Index column = (first + done) / rows * dims;
              for (Index j = 0; j < dims; ++j) {
                (*shared)(column + j,
                          row,
                          std::span(u.data() + done + j * u.outerStride(),
                                    static_cast<std::size_t>(count)));
              }
              done += count;
            }
          }};
}

/// Most rows of a replicate of the designs that work on 32-bit numbers.
inline constexpr Index most_rows = Index{1} << 30;

}  // namespace uq::samplers::detail
