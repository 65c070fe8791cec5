#pragma once

#include "samplers/independent.hpp"
#include "studies/rows/method.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace uq::studies {

/// How the points of a design are found.
enum class Placing { monte_carlo, lhs, sobol, halton, factorial };
constexpr std::array<std::string_view, 5> enum_names(Placing) {
  return {"monte_carlo", "lhs", "sobol", "halton", "factorial"};
}

/// A design as a study writes it: one sample, without replicates.
struct DesignOptions {
  Index n = 100;
  Placing sampler = Placing::lhs;
  samplers::Scramble scramble = samplers::Scramble::lms;
  bool centred = false;
  std::vector<Index> levels = {};  ///< factorial: of each input

  static constexpr auto fields() {
    return std::tuple{
        option(&DesignOptions::n,
               "n",
               "rows; a grid has as many as it has combinations",
               {.lower = 2, .upper = 1e9}),
        option(&DesignOptions::sampler, "sampler", "how the points are placed"),
        option(&DesignOptions::scramble,
               "scramble",
               "of a sobol sample: linear matrix scramble with shift, or Owen's nested scramble"),
        option(&DesignOptions::centred,
               "centred",
               "points of an lhs sample in the middle of their cells")};
  }
};

/// All keys, for `uq describe` and unknown-key messages.
std::vector<OptionInfo> design_options();

/// Reads the keys over their defaults and reports every problem: keys without effect on the
/// sampler (U490), levels (U491), a design that cannot follow the inputs' dependence (U306, U492).
DesignOptions read_design(const Node& table, const Scope&, Diagnostics&);

/// Every option as used; `levels` only of a grid, `n` as it is.
Attributes used_design(const DesignOptions&);

/// Rows of the design.
double rows_of(const DesignOptions&);

/// Why its rows are no draws of the inputs' law, so that their mean estimates no expectation; else
/// empty.
std::string why_no_draws(Placing);

}  // namespace uq::studies
