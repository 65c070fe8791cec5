#pragma once

#include "studies/journal/identity.hpp"
#include "studies/study.hpp"

#include <cstdint>

namespace uq::studies {

/// What the answers of this study's model, and the rows it is asked, depend on (docs/adr/0038).
/// Analyses, criteria and what is for people alone are left out.
/// @throws IoError when a table the laws are taken from cannot be read
Identity study_identity(const Study& study, std::uint64_t seed);

}  // namespace uq::studies
