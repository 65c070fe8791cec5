#pragma once

#include <muParser.h>

#include <string>
#include <string_view>
#include <vector>

namespace uq::perfmodels {

/// muParser takes no longer texts.
inline constexpr std::size_t max_formula_bytes = 20000;

/// An identifier of a formula: where it stands and whether a parenthesis follows.
struct Identifier {
  std::string name;
  std::size_t position;
  bool call;
};

/// The identifiers of a formula in order, repeats included. The scan admits exactly the characters
/// of the grammar (docs/methods/expression.md), so that nothing else ever reaches muParser.
/// @throws FormulaError (without an output) for an empty formula, a character outside the grammar,
/// an assignment, or a comma outside a function call.
std::vector<Identifier> identifiers_of(std::string_view formula);

/// Teaches a fresh parser the functions, constants and operators of contract C8 and nothing else.
void define_language(mu::Parser& parser);

bool is_formula_function(const std::string& name);
bool is_formula_constant(const std::string& name);

}  // namespace uq::perfmodels
