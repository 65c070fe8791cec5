#pragma once

#include "uq/core/design.hpp"
#include "uq/core/evaluate.hpp"

namespace uq::studies {

/// The rows that a design of twice the size has beyond `shorter`: the second half of each of its
/// replicates, in their order. @param longer of the same seed and replicates
SaltelliDesign second_halves(const SaltelliDesign& longer);

/// Evaluations of a design from those of the first and the second halves of its replicates: what
/// `evaluate` would give for the whole, bit for bit.
Evaluations joined(const Evaluations& first,
                   const Evaluations& second,
                   Index replicates,
                   Index blocks);

}  // namespace uq::studies
