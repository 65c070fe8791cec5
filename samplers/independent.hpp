#pragma once

#include "uq/core/describe.hpp"
#include "uq/core/design.hpp"
#include "uq/core/seed.hpp"
#include "uq/core/warning.hpp"

#include <array>
#include <string>
#include <string_view>
#include <tuple>

namespace uq::samplers {

enum class Sampler { monte_carlo, sobol };
constexpr std::array<std::string_view, 2> enum_names(Sampler) {
  return {"monte_carlo", "sobol"};
}

struct IndependentOptions {
  Index n = 1000;
  Sampler sampler = Sampler::monte_carlo;
  Index replicates = 8;

  static constexpr auto fields() {
    return std::tuple{option(&IndependentOptions::n,
                             "n",
                             "rows, all replicates together",
                             {.lower = 2, .upper = 1e9}),
                      option(&IndependentOptions::sampler, "sampler", "how the points are drawn"),
                      option(&IndependentOptions::replicates,
                             "replicates",
                             "independent randomisations of a Sobol' sample",
                             {.lower = 2, .upper = 1000})};
  }
};

/// What the options break, as text that says what would work, else empty: a number outside its
/// limits; of a Sobol' sample, too many inputs or an n that does not split into the replicates.
std::string fault(Index dims, const IndependentOptions&);

/// The options with `replicates` as it will be: 1 for a Monte Carlo sample.
IndependentOptions as_used(IndependentOptions);

/// What a user should know: rows of a Sobol' replicate that are not a power of two (W021).
Warnings warnings(const IndependentOptions&);

/// Points for estimates that need no structure. Monte Carlo: column j of point k is draw k of
/// seed.child("column", j). Sobol': replicated and scrambled.
/// @throws InvalidArgument with the text of `fault`.
/// @source docs/methods/designs.md Eq. 7 (Monte Carlo), Eq. 6 (Sobol').
IndependentDesign independent(Index dims, const IndependentOptions&, Seed);

}  // namespace uq::samplers
