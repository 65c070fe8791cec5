#pragma once

#include "studies/surrogates/kinds.hpp"

#include <memory>
#include <string>

namespace uq::studies {

/// Adds what a surrogate needs beside what its kind stores: of the inputs (input_unit, input_kind,
/// input_lower, input_upper, input_open, input_nominal, box_lower, box_upper), of the outputs
/// (output_doc, withheld).
/// @param lower, upper (d): the box of the points it was fitted to
/// @param withheld per output: why analyses on it say nothing of it, else empty
void store_surroundings(Dataset&,
                        const Problem&,
                        const Vector& lower,
                        const Vector& upper,
                        const std::vector<std::string>& withheld);

/// The surrogate a result holds: the one that later analyses of the same run use is made by this
/// very function, so that one read from a file gives the same bits.
/// @throws InvalidArgument for a dataset that is no surrogate of this version.
std::shared_ptr<Surrogate> restored(const Dataset&, const SurrogateKind&, const std::string& name);

}  // namespace uq::studies
