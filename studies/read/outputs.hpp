#pragma once

#include "studies/file/node.hpp"
#include "uq/core/model.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// Positions in model.outputs() of the names under `outputs` of `parent`; empty when the key is
/// absent or faulty (reported). A categorical output has no mean or variance and is refused.
std::optional<std::vector<Index>> output_positions(const Node& parent,
                                                   const Model& model,
                                                   Diagnostics& diagnostics);

}  // namespace uq::studies
