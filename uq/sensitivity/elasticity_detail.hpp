#pragma once

#include "uq/sensitivity/lines_detail.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::sensitivity::detail {

inline constexpr int max_levels = 20;  ///< steps, each half the one before

/// A derivative by extrapolation: NaN when it has none.
struct Derivative {
  double value = no_value;
  double error = no_value;
};

/// The best entry of the extrapolation table of difference quotients at steps h, h/2, h/4, … whose
/// errors go with the powers 1, 2, 3, … of the step (base 2) or 2, 4, 6, … (base 4).
/// @param noise rounding error of each quotient
/// @source Ridders (1982), Adv. Eng. Softw. 4, 75; docs/methods/oat.md Eq. 4–6.
Derivative extrapolate(const std::vector<double>& quotients,
                       const std::vector<double>& noise,
                       double base);

struct Elasticities {
  Derivative both, low, high;
  std::string reason;  ///< why `both`, or else a side, has no value; empty when all have
};

/// Elasticity of a column at the nominal value of a continuous input; empty while points are
/// missing.
std::optional<Elasticities> elasticities(const Line& line, const OatInput& input);

}  // namespace uq::sensitivity::detail
