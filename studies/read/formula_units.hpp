#pragma once

#include "perfmodels/expression.hpp"
#include "studies/file/node.hpp"
#include "studies/file/units.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// A name a formula may use, and the unit its value travels in.
struct FormulaVariable {
  std::string name, unit;
};

/// Dimension and scale of a value: exponents of the base dimensions in the order of UnitValue
/// (second, byte, flop, watt, dollar, token, cycle), which roots make fractions, and the factor to
/// the base units.
struct Measure {
  static constexpr std::size_t dimensions = 7;
  double exponents[dimensions] = {};
  double factor = 1;
  bool is_number() const;  ///< no dimension; the factor of a percentage is 0.01
  bool same_dimension(const Measure& other) const;
};

/// "GB/s"; "1e9 B*s" where no common unit is meant.
std::string unit_text(const Measure& measure);

/// A formula without units: its literals are plain numbers in the units the variables have.
struct ResolvedFormula {
  std::string text;             ///< what muParser compiles; unchanged where no unit is involved
  std::optional<Measure> unit;  ///< of the value; empty: a pure number, or nothing is known of it
  bool converted = false;       ///< literals have a unit, or units of variables were made to agree
};

/// Checks the dimensions of a formula and turns "tpot < 50 ms" into "tpot < 0.05" for a `tpot` in
/// s. Rules: docs/methods/expression.md, "Units". A formula without literals that is none, or that
/// names something unknown, comes back as it is: compiling it reports the fault. Every other fault
/// is reported here.
/// @param text a string
/// @param variables all names the formula may use
/// @param unit the unit the value should have ("" or none: any); exact conversions are made
/// @param subject for messages: "formula `y`"
/// @return empty when a problem was reported
std::optional<ResolvedFormula> resolve_formula(const Node& text,
                                               const std::vector<FormulaVariable>& variables,
                                               const std::string& subject,
                                               Diagnostics& diagnostics,
                                               const std::string& unit = {});

/// Reports that a formula does not compile (U130) at the place within it, with the nearest name.
void report_formula(const Node& text,
                    const std::string& subject,
                    const perfmodels::FormulaError& error,
                    const std::vector<std::string>& names,
                    Diagnostics& diagnostics);

/// Where `length` bytes from byte `position` of a text stand in the file. The characters of a text
/// with escapes or several lines cannot be counted: then the whole text is the place.
Place place_in(const Node& text, std::size_t position, std::size_t length = 1);

}  // namespace uq::studies
