#pragma once

#include "studies/read/read_options.hpp"
#include "studies/study.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// Where the samples of a study come from, beside its own analyses.
struct SampleSources {
  bool has_table = false;   ///< its model is a table
  double table_rows = 0;    ///< which has so many
  std::string folder = {};  ///< of the study file, which paths are relative to
};

/// Reads every [[analysis]] against the problem; reports every problem. @param problem null when
/// the model or its inputs could not be read: then names and methods alone are checked.
/// @param probe for budgets in time, may be empty
std::vector<Analysis> read_analyses(const Node& root,
                                    const Problem* problem,
                                    const std::vector<WrittenCorrelation>& correlations,
                                    const Probe& probe,
                                    const SampleSources& sources,
                                    Diagnostics& diagnostics);

}  // namespace uq::studies
