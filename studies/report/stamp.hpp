#pragma once

#include "studies/store/dataset.hpp"

#include <string>

namespace uq::studies {

/// The claim of a file as it is stored: "relative-ranking-only", "absolute".
std::string claim_of(const ResultFile& file);

/// The claim as a sentence part: "relative ranking only", "absolute".
std::string claim_text(const ResultFile& file);

/// "TITLE, analysis NAME (METHOD): model M, seed S, N evaluations, intervals 95 % (KIND); CLAIM".
std::string caption_of(const ResultFile& file, const Dataset& analysis);

}  // namespace uq::studies
