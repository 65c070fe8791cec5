#pragma once

#include <array>
#include <string>
#include <string_view>
#include <tuple>

#include "uq/core/describe.hpp"
#include "uq/core/design.hpp"
#include "uq/core/seed.hpp"
#include "uq/core/warning.hpp"

namespace uq::samplers {

enum class Sampler { monte_carlo, sobol };
constexpr std::array<std::string_view, 2> enum_names(Sampler) { return {"monte_carlo", "sobol"}; }

struct IndependentOptions {
  Index n = 1000;
  Sampler sampler = Sampler::monte_carlo;
  Index replicates = 8;

  static constexpr auto fields() {
    return std::tuple{
        option(&IndependentOptions::n, "n", "rows, all replicates together", {.lower = 2, .upper = 1e9}),
        option(&IndependentOptions::sampler, "sampler", "how the points are drawn"),
        option(&IndependentOptions::replicates, "replicates", "independent randomisations of a Sobol' sample",
               {.lower = 2, .upper = 1000})};
  }
};

std::string fault(Index dims, const IndependentOptions&);
Warnings warnings(const IndependentOptions&);

/// Monte Carlo: column j of point k is draw k of seed.child("column", j). Sobol': replicated, scrambled.
/// @throws InvalidArgument with the text of `fault`.
IndependentDesign independent(Index dims, const IndependentOptions&, Seed);

}  // namespace uq::samplers
