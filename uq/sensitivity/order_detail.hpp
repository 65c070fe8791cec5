#pragma once

#include "uq/core/types.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace uq::sensitivity::detail {

/// Positions of `values` in ascending order; equal values (0 and -0 are) keep their order. Finite
/// values only, fewer than 2^32.
/// @cost O(n): radix sort of the bits, eleven at a time.
std::vector<std::uint32_t> ascending(std::span<const double> values);

/// Midranks 1 … n: equal values share the mean of their places.
/// @param order ascending(values)
Vector midranks(std::span<const double> values, std::span<const std::uint32_t> order);

/// Midranks of each column.
Matrix rank_columns(MatrixRef x);

/// Correlation matrix of columns of ranks; NaN with one that does not vary, and of fewer than two
/// rows.
Matrix correlation_of_ranks(const Matrix& ranks);

/// The named rows of x, ascending.
Matrix rows_of(MatrixRef x, const std::vector<Index>& rows);

}  // namespace uq::sensitivity::detail
