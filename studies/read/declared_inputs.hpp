#pragma once

#include "studies/file/node.hpp"
#include "uq/core/variable.hpp"

#include <optional>
#include <vector>

namespace uq::studies {

/// An input that the study declares itself, with its `unit` ("1" unless given); every fault is
/// reported, and empty when its name cannot stand in a formula.
std::optional<InputVariable> declared_input(const Node::Entry& entry, Diagnostics& diagnostics);

/// Inputs of an expression model: the keys of [inputs], then those of [derived].
std::vector<InputVariable> declared_inputs(const Node& root, Diagnostics& diagnostics);

}  // namespace uq::studies
