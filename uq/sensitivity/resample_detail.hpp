#pragma once

#include "uq/core/seed.hpp"
#include "uq/core/types.hpp"

#include <span>

namespace uq::sensitivity::detail {

/// Rows drawn with replacement from n, as counts, chunk by chunk: first how many of the n draws
/// fall into each chunk of `resample_chunk` rows, then which rows they hit. A chunk's counts are a
/// function of (stream, chunk, hits) alone, so rows stream in any order and no (n, resamples)
/// matrix exists. The law is exactly multinomial. @source docs/methods/sobol.md Eq. 8.
inline constexpr Index resample_chunk = 1024;

/// Hits of each chunk; `hits` has ceil(n / resample_chunk) elements and sums to n afterwards.
void draw_chunk_hits(Seed stream, Index n, std::span<Index> hits);

/// Overwrites `counts`, one per row of the chunk, by how often each row is drawn: sum = hits.
void draw_counts(Seed stream, Index chunk, Index hits, std::span<double> counts);

}  // namespace uq::sensitivity::detail
