#pragma once

#include "studies/store/dataset.hpp"
#include "studies/study.hpp"

#include <string>
#include <vector>

namespace uq::studies {

struct RunOptions {
  std::string output;        ///< empty: the study's
  std::string command_line;  ///< for the provenance
  bool force = false;        ///< overwrite an existing output
  bool reproducible = false;
  bool quiet = false;
  Index block = 1024;          ///< rows a model call gets; no result depends on it
  bool resume = false;         ///< go on with what an unfinished run has left
  bool keep_journal = false;   ///< also when the run has finished
  std::string resume_command;  ///< that resumes this run, for messages
};

/// What a run leaves for its caller; exit code 0, 3 (results withheld) or 4 (a criterion not met).
struct RunReport {
  std::string output;
  ResultFile file;
  int exit_code = 0;
  std::vector<std::string> unmet = {};  ///< "NAME: accept failed: …", "NAME: skipped: …"
};

/// The stream of an analysis: its own seed, else the study's by the analysis' name, so that adding
/// or moving an analysis changes no other.
Seed stream(const Analysis& analysis, std::uint64_t seed);

/// Runs every analysis and publishes the result file. A generated seed is recorded and said on
/// stderr.
/// @throws StudyError when the memory would not fit, IoError when the output cannot be written.
RunReport run(const Study& study, const RunOptions& options);

/// The analyses alone, nothing written: the groups /inputs, /analysis/… and /provenance.
RunReport compute(const Study& study, std::uint64_t seed, const RunOptions& options);

}  // namespace uq::studies
