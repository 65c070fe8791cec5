#pragma once

#include "samplers/halton.hpp"
#include "samplers/sobol_sequence.hpp"
#include "uq/core/describe.hpp"
#include "uq/core/types.hpp"
#include "uq/core/warning.hpp"

#include <string>
#include <string_view>
#include <type_traits>

namespace uq::samplers::detail {

/// Text of a limit: 1000000000 rather than 1000000000.000000.
std::string number(double value);

/// The first numeric option outside the limits its `fields()` states, else empty.
template <class Options>
std::string limits_fault(const Options& options) {
  std::string fault;
  for_each_field<Options>([&](const auto& field) {
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(options.*field.member)>>) {
      const auto value = static_cast<double>(options.*field.member);
      const bool inside = value >= field.limits.lower && value <= field.limits.upper;
      if (!inside && fault.empty()) {
        fault = std::string(field.name) + " = " + number(value) + " is not within " +
                number(field.limits.lower) + " to " + number(field.limits.upper);
      }
    }
  });
  return fault;
}

/// Why so many inputs cannot come from one sequence ("Sobol'" or "Halton") of most_dims dimensions,
/// else empty; `per_input` coordinates belong to each.
inline constexpr Index most_dims = max_sobol_dims;
static_assert(most_dims == max_halton_dims);
std::string dimension_fault(Index inputs, Index per_input, std::string_view sequence);

/// A design of no inputs, else empty.
std::string no_input_fault(Index inputs);

/// Why n rows do not make `replicates` equal samples of at least `least` rows, else empty.
std::string split_fault(Index n, Index replicates, Index least);

/// Says what is lost when a replicate's rows are not a power of two, else empty.
Warnings balance_warnings(Index n, Index replicates);

}  // namespace uq::samplers::detail
