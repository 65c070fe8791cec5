#pragma once

#include "studies/file/node.hpp"
#include "studies/read/read_derived.hpp"
#include "uq/core/problem.hpp"

#include <vector>

namespace uq::studies {

/// Reads [constraints] require = ["tp * pp <= 64", …] into the problem: conditions on its inputs
/// and on derived ones, in units like every formula. Reports every problem with its place.
void read_constraints(const Node& root,
                      const std::vector<DerivedInput>& derived,
                      Problem& problem,
                      Diagnostics& diagnostics);

}  // namespace uq::studies
