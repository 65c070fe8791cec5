#pragma once

#include "uq/core/types.hpp"

#include <cstdint>
#include <vector>

namespace uq {

/// Degrees of the products of one polynomial per variable: row j holds the degree of term j in each
/// variable. Row 0 is the constant; terms are ordered by total degree, then by the degrees of the
/// first, second, … variable, descending. @shape (P, d)
using MultiIndices = Eigen::Matrix<std::int32_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Which products an expansion may have: (sum_j (w_j a_j)^q)^(1/q) <= degree, no more than
/// `interaction` variables in one product, a_j <= limit_j.
/// @source Blatman, Sudret (2011), J. Comput. Phys. 230; docs/methods/pce.md Eq. 4.
struct Truncation {
  Index degree = 2;
  double q = 1;                      ///< 0 < q <= 1; 1: total degree
  Index interaction = 0;             ///< 0: any number
  std::vector<double> weights = {};  ///< d, >= 1: a variable of weight 2 gets half the degree
  std::vector<Index> limits = {};    ///< d: highest degree of each variable there is
};

/// Most terms `multi_indices` makes, and most degrees (terms times variables) it holds: 1 GiB.
inline constexpr double most_terms = 1e7;
inline constexpr double most_degrees = 0x1p28;

/// Terms of a truncation, counted without making them; a double, so that nothing overflows. Exact
/// up to `most_terms`; beyond, exact where few variables differ in weight or limit, else at least
/// `most_terms` + 1 and at most the true number.
/// @throws InvalidArgument as `multi_indices`, but for the number of terms.
/// @cost alike variables are counted together: microseconds for d = 120, degree 10.
double count_terms(Index dims, const Truncation&);

/// @throws InvalidArgument for options outside their limits, or too many terms.
/// @cost proportional to the result.
MultiIndices multi_indices(Index dims, const Truncation&);

}  // namespace uq
