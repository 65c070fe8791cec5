#pragma once

#include "studies/file/node.hpp"
#include "uq/core/model.hpp"

#include <optional>

namespace uq::studies {

/// Builds the built-in model of `builtin = "NAME"` with the `config` of [model]. Reports every
/// problem with its place; empty when there was one.
/// @param name the value of `builtin`
std::optional<Model> read_builtin(const Node& model, const Node& name, Diagnostics& diagnostics);

}  // namespace uq::studies
