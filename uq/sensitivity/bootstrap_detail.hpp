#pragma once

#include "uq/core/seed.hpp"
#include "uq/sensitivity/sobol_products_detail.hpp"

#include <vector>

namespace uq::sensitivity::detail {

/// Row bootstrap of several outputs that count the same number of rows on the same resamples: the
/// sums of each output's products over the rows of each resample. Row k stays together, so f_A, f_B
/// and f_AB keep their pairing.
/// @returns one matrix per output, (layout.width(), resamples).
/// @cost n resamples (2 width outputs + a few) flops, as blocked matrix products; memory is
///   independent of n but for one count per 1024 rows.
std::vector<Matrix> bootstrap_sums(const std::vector<SaltelliBlocks>& outputs,
                                   const ProductLayout& layout,
                                   Index resamples,
                                   Seed seed);

/// Bytes `bootstrap_sums` takes at most, its result included.
double bootstrap_bytes(Index n, Index outputs, const ProductLayout& layout, Index resamples);

}  // namespace uq::sensitivity::detail
