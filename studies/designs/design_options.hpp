#pragma once

#include "samplers/quadrature.hpp"
#include "studies/designs/earlier.hpp"
#include "studies/designs/told.hpp"

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace uq::studies {

/// A design as a study writes it: one sample, without replicates.
struct DesignOptions {
  Index n = 100;
  Placing sampler = Placing::lhs;
  samplers::Scramble scramble = samplers::Scramble::lms;
  bool centred = false;
  Index starts = 4;
  std::vector<Index> levels = {};  ///< factorial: of each input
  samplers::QuadratureOptions quadrature = {};
  Index quadrature_rows = 0;
  std::optional<Earlier> earlier = {};       ///< what it extends
  std::shared_ptr<const Told> results = {};  ///< outputs computed elsewhere

  static constexpr auto fields() {
    return std::tuple{
        option(&DesignOptions::n,
               "n",
               "rows; a grid has as many as it has combinations",
               {.lower = 2, .upper = 1e9}),
        option(&DesignOptions::sampler,
               "sampler",
               "how the points are placed; what extends a sample goes on with its sampler"),
        option(&DesignOptions::scramble,
               "scramble",
               "of a sobol sample: linear matrix scramble with shift, or Owen's nested scramble"),
        option(&DesignOptions::centred,
               "centred",
               "points of a latin hypercube in the middle of their cells"),
        option(&DesignOptions::starts,
               "starts",
               "of an optimised hypercube: searches, the best of which is taken",
               {.lower = 1, .upper = 1000})};
  }
};

/// All keys, for `uq describe` and unknown-key messages.
std::vector<OptionInfo> design_options();

/// Reads the keys over their defaults and reports every problem: keys without effect on the
/// sampler (U490), levels (U491), a design that cannot follow the inputs' dependence (U306, U492),
/// a sample that cannot be extended (U494, U495), results that are none (U498, U499).
DesignOptions read_design(const Node& table, const Scope&, Diagnostics&);

/// Every option as used; `levels` only of a grid, `n` as it is.
Attributes used_design(const DesignOptions&);

/// Rows of the design.
double rows_of(const DesignOptions&);

/// Rows of the sample it extends, with all those that one extends.
Index rows_before(const DesignOptions&);

/// Whether its rows are the next ones of the sequence it extends.
bool goes_on(const DesignOptions&);

}  // namespace uq::studies
