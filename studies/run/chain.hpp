#pragma once

#include "studies/criteria/screen.hpp"
#include "studies/run/on_surrogate.hpp"
#include "studies/study.hpp"

#include <map>
#include <string>

namespace uq::studies {

/// An analysis as it runs: with the inputs its screen has kept.
struct Chained {
  Problem problem;  ///< of the analysis, or less
  Screened inputs;  ///< empty without a screen
  /// Inputs its sample turned out to be without: a screen had dropped them.
  std::vector<std::string> unsampled;
  std::string skipped;  ///< why it cannot run, else empty
  /// What runs in the model's place; its surrogate is null for the model itself.
  Substitute on = {};
};

/// @param finished the analyses that have run, by name
/// @param skipped why others have not, by name
Chained chained(const Analysis& analysis,
                const Study& study,
                const std::map<std::string, Finished>& finished,
                const std::map<std::string, std::string>& skipped);

/// W113 for inputs its sample turned out to be without.
void warn_of_unsampled(const Chained& chained, const Analysis& analysis, AnalysisResult& result);

/// Adds to the results of a chained analysis: attributes screened_from, keep, kept, dropped,
/// undecided; unless it is skipped, dropped_share and dropped_share_upper(output), and
/// dropped_share_undefined(output). Warnings of what was kept in doubt or lost without bound.
void record_screening(const Chained& chained,
                      const Analysis& analysis,
                      const Study& study,
                      const Dataset& screen,
                      AnalysisResult& result);

}  // namespace uq::studies
