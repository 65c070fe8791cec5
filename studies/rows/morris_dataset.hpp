#pragma once

#include "studies/rows/morris_options.hpp"
#include "studies/store/dataset.hpp"

namespace uq::studies {

/// The effects as a dataset, by input or by group.
/// @param second of the trajectories of the aliasing check, null without one; with it `aliased`
Dataset morris_dataset(const MorrisStudy&,
                       const Problem&,
                       const Grouping& groups,
                       const sensitivity::MorrisEffects&,
                       const sensitivity::MorrisEffects* second,
                       const NdArray& aliased);

/// The same without numbers, for those who judge it before it is there.
Dataset morris_outline(const MorrisStudy&, const Problem&);

}  // namespace uq::studies
