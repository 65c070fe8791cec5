#pragma once

#include "surrogates/choose_detail.hpp"
#include "uq/core/seed.hpp"

namespace uq::surrogates::detail {

/// Coefficients of a choice after each of the `count` wild-bootstrap draws: the left-out errors of
/// the groups times independent standard normals, carried through the fit's own linear map.
/// @shape (count, terms). @source Wu (1986), Ann. Stat. 14; docs/methods/pce.md Eq. 17.
Matrix replicates(const Coordinates&, const Sample&, const Choice&, Index count, Seed seed);

}  // namespace uq::surrogates::detail
