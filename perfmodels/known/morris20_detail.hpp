#pragma once

#include <cstddef>

namespace uq::perfmodels::known {

inline constexpr std::size_t morris_inputs = 20;

/// Whether input `i`, from 0, enters as 1.1 x/(x + 0.1).
bool is_curved(std::size_t i);

/// (-1)^power.
double sign(std::size_t power);

}  // namespace uq::perfmodels::known
