#pragma once

#include "surrogates/choose_detail.hpp"
#include "uq/core/seed.hpp"

#include <vector>

namespace uq::surrogates::detail {

/// Which part of a partition each group is in, at random: parts are equal in groups up to one.
std::vector<Index> parts_of(Index groups, Index parts, Seed seed);

/// Predictions of each fold by a fit, terms and all, of the others. @shape (n)
/// @throws what `choose` throws for one of them.
Vector predicted_by_folds(const Coordinates&, const Sample&, const PceOptions& options, Seed seed);

/// Errors z - prediction of each row by a fit that has not seen its group, for intervals: of ten
/// folds where terms are chosen, as each fold chooses its own from the truncation of `choice`; of
/// the closed form where they are not. Not below the rounding of the outputs. @shape (n)
Vector unseen_errors(
    const Coordinates&, const Sample&, const Choice& choice, const PceOptions& options, Seed seed);

}  // namespace uq::surrogates::detail
