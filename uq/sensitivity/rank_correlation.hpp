#pragma once

#include "uq/core/types.hpp"

namespace uq::sensitivity {

/// Spearman's coefficients of the columns of x over its rows without a missing value (NaN), ties by
/// midranks. NaN with a column that does not vary, and when fewer than two rows are whole.
/// @shape x (n, d), result (d, d). @source Spearman (1904); docs/methods/given_data.md Eq. 15.
Matrix rank_correlation(MatrixRef x);

}  // namespace uq::sensitivity
