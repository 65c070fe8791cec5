#pragma once

#include "uq/sensitivity/lines_detail.hpp"

#include <optional>
#include <string>

namespace uq::sensitivity::detail {

inline constexpr int cells = 16;          ///< of the grid on each side of the nominal value
inline constexpr int candidates = 4;      ///< places looked into on each side
inline constexpr int kink_levels = 40;    ///< halvings of a place, at most
inline constexpr int change_levels = 60;  ///< halvings towards a change of regime, at most

enum class BreakKind { none, kink, jump, unknown };

/// Where an output breaks on a line.
struct Break {
  BreakKind kind = BreakKind::none;
  double at = no_value;
  double y_at = no_value;          ///< kink: the output there
  double slope_change = no_value;  ///< of dy/dx, upwards in x
  double jump = no_value;          ///< of y, upwards in x
  std::string reason = {};         ///< unknown: why
};

/// The first kink or jump below and above the nominal value.
struct Breaks {
  Break low, high;
};

/// Kinks and jumps of a column between low and high of a continuous input; empty while points are
/// missing. @source docs/methods/oat.md Eq. 7–10.
std::optional<Breaks> breaks(const Line& line, const OatInput& input);

/// First change of a categorical column between the nominal value and `end`: `at` lies within a
/// relative 1e-9 of it, or is the first value of the grid with the new category.
struct Change {
  double at = no_value;
  double before = no_value, after = no_value;
};
std::optional<Change> first_change(const Line& line, const OatInput& input, double end);

}  // namespace uq::sensitivity::detail
