#pragma once

#include "studies/study.hpp"
#include "studies/surrogates/surrogate.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace uq::studies {

/// A surrogate, and how a problem is put on it: in the place of a study's model, or as the model
/// that a study names.
struct Substitute {
  std::shared_ptr<const Surrogate> surrogate;
  std::function<Problem(Problem, Index replicate, std::shared_ptr<Extrapolation>)> place;
};

/// Most refits an analysis is repeated on: their root mean square is then known to 7 %.
inline constexpr Index most_refits = 100;

/// Why none of the problem's outputs can be analysed on a surrogate, else empty.
std::string no_output_on(const Surrogate&, const Problem&);

/// Runs an analysis with a surrogate in the model's place: once on the fit itself, then on each of
/// its refits with the same draws. Adds to its result the surrogate's part of every interval,
/// NAME_ci_surrogate; the errors of the surrogate, surrogate_q2 … (output); how much of what was
/// evaluated lies outside the box it was fitted to. Outputs that are withheld have no results, and
/// `AnalysisResult::unmet` says why.
AnalysisResult run_on(const Substitute&,
                      const Problem&,
                      const RunContext&,
                      const std::function<AnalysisResult(const Problem&, const RunContext&)>& run);

/// Withholds outputs whose cells do not meet the criteria of the surrogate's own analysis.
void withhold_unaccepted(const std::vector<Criterion>&, AnalysisResult&);

}  // namespace uq::studies
