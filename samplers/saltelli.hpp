#pragma once

#include "uq/core/describe.hpp"
#include "uq/core/design.hpp"
#include "uq/core/seed.hpp"
#include "uq/core/warning.hpp"

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace uq::samplers {

enum class Interval { automatic, bootstrap, bca, asymptotic, replicates };
constexpr std::array<std::string_view, 5> enum_names(Interval) {
  return {"auto", "bootstrap", "bca", "asymptotic", "replicates"};
}

/// What becomes of inputs that depend on each other, which the estimators cannot take.
enum class Dependence { refuse, ignore };
constexpr std::array<std::string_view, 2> enum_names(Dependence) {
  return {"refuse", "ignore"};
}

struct SaltelliOptions {
  Index n = 1024;
  bool second_order = false;
  Interval ci = Interval::automatic;
  Index replicates = 8;
  Dependence dependence = Dependence::refuse;
  bool third_base = false;                      ///< as an estimator asks for it
  std::vector<std::vector<Index>> groups = {};  ///< inputs of each factor; empty: each its own

  static constexpr auto fields() {
    return std::tuple{
        option(&SaltelliOptions::n,
               "n",
               "base rows, all replicates together; costs n (d + 2) evaluations",
               {.lower = 16, .upper = 1e9}),
        option(&SaltelliOptions::second_order,
               "second_order",
               "indices of pairs as well; costs n (2d + 2) evaluations"),
        option(&SaltelliOptions::ci,
               "ci",
               "kind of interval: auto takes replicates from n = 4096 on, bootstrap below"),
        option(&SaltelliOptions::replicates,
               "replicates",
               "independent randomisations for ci = replicates",
               {.lower = 2, .upper = 1000}),
        option(&SaltelliOptions::dependence,
               "dependence",
               "of correlated inputs: refuse, or ignore and sample them independently")};
  }
};

/// Replicates the options lead to. `auto` takes options.replicates from n = 4096 on if n splits
/// into that many, else 1.
Index replicates(const SaltelliOptions&);

/// What the options break, as text that says what would work, else empty: a number outside its
/// limits, more inputs than half (a third) of the sequence's dimensions, or replicates asked for
/// that n does not split into.
std::string fault(Index dims, const SaltelliOptions&);

/// The options with `replicates` as it will be: 1 when the interval is a bootstrap's.
SaltelliOptions as_used(SaltelliOptions);

/// What a user should know: rows of a replicate that are not a power of two (W021), `auto` without
/// the replicates its n suggests (W022), more replicates than rows in each (W081).
Warnings warnings(const SaltelliOptions&);

/// A and B (and C) from the 2d (or 3d) columns of one scrambled Sobol' sequence.
/// @throws InvalidArgument with the text of `fault`.
/// @cost as `scrambled_sobol` with 2d dimensions.
/// @source Saltelli et al. (2010), Comput. Phys. Commun. 181; docs/methods/designs.md Eq. 8.
SaltelliDesign saltelli(Index dims, const SaltelliOptions&, Seed);

/// The design with every base under the copula of `factor` (`copula_factor`), which must tie no two
/// factors of the design: exchanging whole factors then leaves the joint law as it is.
/// @source docs/methods/sobol.md, Groups.
SaltelliDesign dependent(SaltelliDesign, Matrix factor);

}  // namespace uq::samplers
