#pragma once

#include "studies/file/node.hpp"
#include "uq/core/model.hpp"

#include <optional>

namespace uq::studies {

/// Compiles the formulas of `expression = { y = "…" }` over the inputs that [inputs] and [derived]
/// declare, in the units that [model.outputs] gives. Reports every problem with its place; empty
/// when there was one.
/// @param formulas the value of `expression`
std::optional<Model> read_expression(const Node& root,
                                     const Node& model,
                                     const Node& formulas,
                                     Diagnostics& diagnostics);

}  // namespace uq::studies
