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

enum class Sampler { monte_carlo, lhs, sobol, halton };
constexpr std::array<std::string_view, 4> enum_names(Sampler) {
  return {"monte_carlo", "lhs", "sobol", "halton"};
}

enum class Scramble { lms, owen };
constexpr std::array<std::string_view, 2> enum_names(Scramble) {
  return {"lms", "owen"};
}

struct IndependentOptions {
  Index n = 1000;
  Sampler sampler = Sampler::monte_carlo;
  Index replicates = 8;
  Scramble scramble = Scramble::lms;
  bool centred = false;

  static constexpr auto fields() {
    return std::tuple{option(&IndependentOptions::n,
                             "n",
                             "rows, all replicates together",
                             {.lower = 2, .upper = 1e9}),
                      option(&IndependentOptions::sampler, "sampler", "how the points are drawn"),
                      option(&IndependentOptions::replicates,
                             "replicates",
                             "independent randomisations of an lhs, sobol or halton sample",
                             {.lower = 2, .upper = 1000}),
                      option(&IndependentOptions::scramble,
                             "scramble",
                             "of a sobol sample: linear matrix scramble with shift, or Owen's "
                             "nested scramble"),
                      option(&IndependentOptions::centred,
                             "centred",
                             "points of an lhs sample in the middle of their cells; it is one "
                             "sample then, without replicates")};
  }
};

/// What the options break, as text that says what would work, else empty: a number outside its
/// limits, an option that has no effect on the sampler, more inputs than a sequence has dimensions,
/// or an n that does not split into the replicates.
std::string fault(Index dims, const IndependentOptions&);

/// The kind of the points they lead to.
PointKind kind(const IndependentOptions&);

/// The options with `replicates` as it will be: 1 for a Monte Carlo sample, and for a centred
/// hypercube, whose replicates would agree on what they all get wrong.
IndependentOptions as_used(IndependentOptions);

/// What a user should know: rows of a Sobol' replicate that are not a power of two (W021).
Warnings warnings(const IndependentOptions&);

/// Points for estimates that need no structure. Monte Carlo: column j of point k is draw k of
/// seed.child("column", j). Others: replicated and randomised.
/// @throws InvalidArgument with the text of `fault`.
/// @source docs/methods/designs.md Eq. 7 (Monte Carlo), Eq. 12 (Latin hypercube), Eq. 6 and 10
///   (Sobol'), Eq. 17 (Halton).
IndependentDesign independent(Index dims, const IndependentOptions&, Seed);

}  // namespace uq::samplers
