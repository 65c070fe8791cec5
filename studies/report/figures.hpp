#pragma once

#include "studies/report/view.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// The reason of what is undefined where the result gives none.
inline constexpr const char* no_reason = "no reason stored";

/// A number of a result with all that belongs to it, whatever method it comes from.
struct Figure {
  double value;        ///< NaN: undefined
  double lo, hi;       ///< NaN: no interval
  std::string unit;    ///< "1" for pure numbers
  std::string reason;  ///< why it is undefined; else empty

  bool has_interval() const;
};

/// Whether a variable holds figures: real numbers that are neither an interval nor a coordinate of
/// one.
bool is_figure(const Dataset& dataset, const Variable& variable);

/// Figures of an input (or group of inputs) for an output: S1, ST, mu_star, elasticity, …
bool is_index(const Dataset& dataset, const Variable& variable);

/// The quantiles of an output over its settings, or null: what makes an analysis one of bands.
const Variable* quantiles(const Dataset& dataset);

/// One cell. Units and reasons are looked up as far as the position tells them apart.
Figure figure(const View& view, const Variable& variable, const Position& at);

/// "q05" and the like for a cell of quantiles, else the variable's name, with the threshold of an
/// exceedance.
std::string figure_name(const View& view, const Variable& variable, const Position& at);

/// "batch = 64, hbm_bw = 3 TB/s": a position on these dimensions, in words.
std::string setting_text(const View& view,
                         const std::vector<std::string>& dimensions,
                         const Position& at);

}  // namespace uq::studies
