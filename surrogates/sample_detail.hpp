#pragma once

#include "uq/core/types.hpp"

#include <vector>

namespace uq::surrogates::detail {

/// Points that are equal in every input are one group: no validation may put one of them on each
/// side. @shape of (n) group of each row; groups count by their first row.
struct Groups {
  std::vector<Index> of;
  Index count = 0;

  bool repeats() const { return count < static_cast<Index>(of.size()); }
};
Groups groups_of(MatrixRef x);

/// What an expansion is fitted to: variables t (n, d), outputs z (n), which rows are one point.
struct Sample {
  Matrix t;
  Vector z;
  Groups groups;
  double rounding = 0;  ///< of z, as the outputs came

  Index rows() const { return t.rows(); }
};

/// Only some groups' rows, ascending.
/// @param kept of each group
Sample part(const Sample&, const std::vector<char>& kept);
/// Rows of the groups that are kept.
std::vector<Index> rows_of(const Groups&, const std::vector<char>& kept);
/// One row a group, with the mean of its outputs.
Sample merged(const Sample&);

}  // namespace uq::surrogates::detail
