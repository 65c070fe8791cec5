#pragma once

#include "studies/rows/erase.hpp"
#include "studies/rows/sobol_options.hpp"
#include "uq/sensitivity/sobol.hpp"
#include "uq/sensitivity/sobol_convergence.hpp"

#include <vector>

namespace uq::studies {

/// What one setting of the sweep gave.
struct SobolSetting {
  sensitivity::SobolIndices indices;
  sensitivity::SobolConvergence convergence;
};

/// The dimensions of the results: groups in place of inputs where there are any, the sweep's.
AxisDimensions sobol_axes(const SobolStudy&,
                          const Problem&,
                          const std::vector<double>& checkpoints);

/// Arrays of the settings of a sweep side by side, along an axis after the first `leading` ones of
/// each.
NdArray side_by_side(const std::vector<const NdArray*>& settings, std::size_t leading);

/// The results at all settings as one dataset: the sweep's axes follow the others, `bound` last.
Dataset sobol_dataset(const SobolStudy&, const Problem&, const std::vector<SobolSetting>&);

/// The same without numbers, for those who judge it before it is there.
Dataset sobol_outline(const SobolStudy&, const Problem&);

/// Share of incomplete rows (q, settings), and whether factors are dead at all settings (q, f).
NdArray lost_shares(const std::vector<SobolSetting>&);
NdArray dead_everywhere(const std::vector<SobolSetting>&);

/// The problem with a name for each factor in place of its inputs, for messages.
Problem named_by_factor(const SobolStudy&, const Problem&);

}  // namespace uq::studies
