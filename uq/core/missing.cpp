#include "uq/core/missing.hpp"

#include <cmath>
#include <cstdio>

namespace uq {
namespace {

// "4.26 %", with three significant digits.
std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %%", 100 * share);
  return text;
}

}  // namespace

CompleteRows complete_rows(MatrixRef y) {
  std::vector<char> whole(static_cast<std::size_t>(y.rows()), 1);
  for (Index j = 0; j < y.cols(); ++j) {
    for (Index k = 0; k < y.rows(); ++k) {
      whole[static_cast<std::size_t>(k)] &= static_cast<char>(std::isfinite(y(k, j)));
    }
  }
  CompleteRows complete;
  complete.units = y.rows();
  for (Index k = 0; k < y.rows(); ++k) {
    if (whole[static_cast<std::size_t>(k)] != 0) {
      complete.rows.push_back(k);
    }
  }
  return complete;
}

std::string loss_fault(const CompleteRows& complete,
                       const MissingPolicy& policy,
                       Index least,
                       std::string_view unit) {
  const std::string lost = std::to_string(complete.lost()) + " of " +
                           std::to_string(complete.units) + " " + std::string(unit) + " (" +
                           percent(complete.lost_share()) + ") are incomplete";
  if (complete.lost_share() > policy.budget) {
    return lost + "; budget " + percent(policy.budget);
  }
  const auto left = static_cast<Index>(complete.rows.size());
  if (left < least) {
    return complete.all() ? std::to_string(left) + " " + std::string(unit) + ", at least " +
                                std::to_string(least) + " are needed"
                          : lost + "; at least " + std::to_string(least) + " whole ones are needed";
  }
  return {};
}

}  // namespace uq
