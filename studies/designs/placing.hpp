#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace uq::studies {

/// How the points of a design are found.
enum class Placing {
  monte_carlo,
  lhs,
  sobol,
  halton,
  factorial,
  maximin_lhs,
  phi_p_lhs,
  discrepancy_lhs,
  oa_lhs,
  quadrature
};
constexpr std::array<std::string_view, 10> enum_names(Placing) {
  return {"monte_carlo",
          "lhs",
          "sobol",
          "halton",
          "factorial",
          "maximin_lhs",
          "phi_p_lhs",
          "discrepancy_lhs",
          "oa_lhs",
          "quadrature"};
}

constexpr std::string_view name(Placing placing) {
  return enum_names(placing)[static_cast<std::size_t>(placing)];
}

/// Points without end, of which a longer sample begins with the rows of a shorter one.
constexpr bool is_sequence(Placing placing) {
  return placing == Placing::monte_carlo || placing == Placing::sobol || placing == Placing::halton;
}

/// Points at fixed places, all of which belong together.
constexpr bool is_grid(Placing placing) {
  return placing == Placing::factorial || placing == Placing::quadrature;
}

/// Latin hypercubes found by a search.
constexpr bool is_optimised(Placing placing) {
  return placing == Placing::maximin_lhs || placing == Placing::phi_p_lhs ||
         placing == Placing::discrepancy_lhs;
}

/// Why rows are no draws of the inputs' law, so that their mean estimates no expectation; else
/// empty.
inline std::string why_no_draws(Placing placing) {
  return is_grid(placing)        ? "its rows are a grid"
         : is_optimised(placing) ? "its rows keep away from each other"
                                 : "";
}

}  // namespace uq::studies
