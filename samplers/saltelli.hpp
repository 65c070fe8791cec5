#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "uq/core/describe.hpp"
#include "uq/core/design.hpp"
#include "uq/core/seed.hpp"
#include "uq/core/warning.hpp"

namespace uq::samplers {

enum class Interval { automatic, bootstrap, replicates };
constexpr std::array<std::string_view, 3> enum_names(Interval) { return {"auto", "bootstrap", "replicates"}; }

struct SaltelliOptions {
  Index n = 1024;
  Interval ci = Interval::automatic;
  Index replicates = 8;

  static constexpr auto fields() {
    return std::tuple{
        option(&SaltelliOptions::n, "n", "base rows, all replicates together; costs n (d + 2) evaluations",
               {.lower = 16, .upper = 1e9}),
        option(&SaltelliOptions::ci, "ci",
               "kind of interval: auto takes replicates from n = 4096 on, bootstrap below"),
        option(&SaltelliOptions::replicates, "replicates", "independent randomisations for ci = replicates",
               {.lower = 2, .upper = 1000})};
  }
};

/// Replicates the options lead to: options.replicates or 1.
Index replicates(const SaltelliOptions&);

/// What the options break (remainder of n / replicates, too many dimensions), else empty.
std::string fault(Index dims, const SaltelliOptions&);
/// What a user should know: n / replicates is not a power of two.
Warnings warnings(const SaltelliOptions&);

/// A and B from the 2d columns of one scrambled Sobol' sequence (never two halves of a d-column one).
/// @throws InvalidArgument with the text of `fault`.
SaltelliDesign saltelli(Index dims, const SaltelliOptions&, Seed);

}  // namespace uq::samplers
