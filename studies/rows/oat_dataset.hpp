#pragma once

#include "studies/rows/stage_tree.hpp"
#include "studies/store/dataset.hpp"
#include "uq/core/problem.hpp"
#include "uq/sensitivity/oat_inputs.hpp"
#include "uq/sensitivity/stages.hpp"

namespace uq::studies {

/// The problem with the outputs OAT looks at beside its own: regimes, then stages.
struct OatExtended {
  Problem problem;
  sensitivity::OatColumns columns;
  StageTrees stages;
};

OatExtended extended(const Problem& problem, const sensitivity::OatOptions& options);

/// The result as a dataset, without the figures that were not asked for.
Dataset oat_dataset(const sensitivity::OatResult&,
                    const OatExtended&,
                    const sensitivity::OatOptions&,
                    const Problem&);

/// The same without numbers, for those who judge it before it is there.
Dataset oat_outline(const sensitivity::OatOptions&, const Problem&);

}  // namespace uq::studies
