#pragma once

#include "uq/core/types.hpp"

#include <span>
#include <string_view>

namespace uq::surrogates::detail {

/// Products of several columns of length n with one vector. Each sum runs over its own eight lanes
/// and a fixed tree, whatever the columns beside it; all kernels give the same bits.
struct ColumnKernel {
  std::string_view name;
  /// out[j] = columns[j]^T x
  void (*dots)(std::span<const double* const> columns, const double* x, Index n, double* out);
  /// x -= sum_j factors[j] columns[j], one column after the other
  void (*subtract)(std::span<const double* const> columns,
                   const double* factors,
                   Index n,
                   double* x);
};

/// Kernels this processor can run, the fastest first.
std::span<const ColumnKernel> column_kernels();

}  // namespace uq::surrogates::detail
