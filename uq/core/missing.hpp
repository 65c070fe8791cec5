#pragma once

#include "uq/core/types.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace uq {

/// What an estimator does about outputs that are missing (NaN, contract C7): it drops, per output,
/// every unit that is not whole, and never fills anything in. Above the budget, a share of the
/// units, the output has no result at all.
struct MissingPolicy {
  double budget = 0;
};

/// The units of one output that are whole.
struct CompleteRows {
  std::vector<Index> rows;  ///< ascending
  Index units = 0;          ///< whole or not

  Index lost() const { return units - static_cast<Index>(rows.size()); }
  double lost_share() const {
    return units == 0 ? 0 : static_cast<double>(lost()) / static_cast<double>(units);
  }
  bool all() const { return lost() == 0; }
};

/// Rows of y (units, evaluations of a unit) in which every value is finite.
/// @cost one pass over y.
CompleteRows complete_rows(MatrixRef y);

/// Why an output has no result, else empty: it lost more than the budget allows, or fewer than
/// `least` whole units remain.
/// @param unit what a unit is called, in the plural: "base rows", "trajectories".
std::string loss_fault(const CompleteRows&,
                       const MissingPolicy&,
                       Index least,
                       std::string_view unit);

}  // namespace uq
