#pragma once

#include "studies/surrogates/surrogate_options.hpp"

namespace uq::studies {

/// The samples of an analysis of method surrogate, one below the other.
struct JoinedData {
  SurrogateData data;
  std::vector<double> counts;  ///< rows of each
};

/// @param problem what the surrogate is about: its inputs and outputs
JoinedData joined_data(const SurrogateStudy&, const Problem& problem, const RunContext&);

/// Appends the rows of a sample of this run. @throws StudyError when it varies other inputs.
void append_sample(SurrogateData&, const Sample&);

}  // namespace uq::studies
