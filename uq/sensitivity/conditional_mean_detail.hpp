#pragma once

#include "uq/core/seed.hpp"
#include "uq/core/types.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace uq::sensitivity::detail {

/// A first-order index with its standard error; NaN where there is none.
struct Explained {
  double S1;
  double standard_error;
  double chance = 0;  ///< what of S1 may be chance: the interval begins as much lower
};

/// Positions of subsamples drawn without replacement from 0 … n-1, each ascending: m = 4 sqrt(n),
/// at most n / 2, each. One set serves all inputs and outputs of n rows.
/// @source Politis, Romano (1994), Ann. Statist. 22, section 2; contract C10.
struct Subsamples {
  Index size = 0;                    ///< m
  std::vector<std::uint32_t> place;  ///< (count, m)
  Index count() const { return size == 0 ? 0 : static_cast<Index>(place.size()) / size; }
};

Subsamples draw_subsamples(Index n, Index count, Seed seed);

/// Rank-based index of the outputs v in ascending order of an input without ties.
/// @source Gamboa, Gremaud, Klein, Lagnoux (2022), Bernoulli 28, Eq. (5);
/// docs/methods/given_data.md Eq. 2, 3.
Explained rank_based(std::span<const double> v, const Subsamples& subsamples);

/// Ends of bins over n values in ascending order: 2 n^(2/5) bins of equal size, and no value is in
/// two of them. bins[b] is the position after bin b.
/// @param starts whether a value differs from the one before it; the first does
std::vector<Index> bin_ends(const std::vector<char>& starts);

/// Correlation ratio of the outputs v in ascending order of an input.
/// @param corrected whether the chance part of the spread of the bin means is removed; on points of
///   a low-discrepancy sequence between none and all of it is there, so it becomes `chance`.
/// @source Kelley (1935), Proc. Natl. Acad. Sci. 21; Doksum, Samarov (1995), Ann. Statist. 23;
///   docs/methods/given_data.md Eq. 4, 5.
Explained binned(std::span<const double> v, const std::vector<Index>& ends, bool corrected);

}  // namespace uq::sensitivity::detail
