#pragma once

#include <array>
#include <cstddef>

namespace uq::perfmodels::known {

inline constexpr std::size_t oakley_inputs = 15;

// docs/methods/known.md Eq. 25; `m` by rows.
extern const std::array<double, oakley_inputs> oakley_a1, oakley_a2, oakley_a3;
extern const std::array<double, oakley_inputs * oakley_inputs> oakley_m;

}  // namespace uq::perfmodels::known
