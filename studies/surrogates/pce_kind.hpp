#pragma once

#include "studies/surrogates/kinds.hpp"

namespace uq::studies {

/// Polynomial chaos expansions as a kind of surrogate.
SurrogateKind pce_kind(std::string_view name, std::string_view summary);

}  // namespace uq::studies
