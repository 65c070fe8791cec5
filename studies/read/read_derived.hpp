#pragma once

#include "studies/file/node.hpp"
#include "uq/core/model.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// One entry of [derived]: its formula as written, and over inputs of the study only.
struct DerivedInput {
  std::string name, unit;
  std::string text;     ///< as written
  std::string formula;  ///< literals as plain numbers, other derived names replaced
};

struct ReadDerived {
  Model model;  ///< the study's: derived inputs are no inputs of it, those only formulas use are
  std::vector<DerivedInput> inputs;
  /// Puts the formulas before another model with the same inputs and outputs.
  std::function<Model(Model)> before = {};  ///< empty: there are none
};

/// Reads [derived] name = "formula", or { formula = "…", unit = "ms" }, and puts the formulas
/// before the model. A name is an input of the model, or an intermediate that other formulas of
/// [derived] or [constraints] use; formulas may use every key of [inputs]. Without [derived], the
/// model itself. Reports every problem with its place; empty when there was one.
std::optional<ReadDerived> read_derived(const Node& root, Model model, Diagnostics& diagnostics);

}  // namespace uq::studies
