#pragma once

#include "surrogates/choose_detail.hpp"
#include "uq/core/seed.hpp"

namespace uq::surrogates::detail {

/// Coefficients of a choice after each of `count` wild-bootstrap draws: errors of unseen points
/// times standard normals, one for each group, carried through the fit's own linear map.
/// @param unseen (n): error of each row as predicted by a fit without it
/// @shape (count, terms). @source Wu (1986), Ann. Stat. 14; docs/methods/pce.md Eq. 19.
Matrix replicates(
    const Coordinates&, const Sample&, const Choice&, const Vector& unseen, Index count, Seed seed);

}  // namespace uq::surrogates::detail
