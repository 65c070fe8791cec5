#pragma once

#include "studies/report/headline.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// What became of one study of a batch.
struct Outcome {
  std::string label;
  int code = -1;            ///< exit code of its run; -1: it was not run
  std::string output = {};  ///< written file; empty: none
  double evaluations = 0;
  double seconds = 0;
  std::vector<Headline> headlines = {};
};

/// The lowest exit code that is not zero; 130 when the batch was interrupted.
int exit_code(const std::vector<Outcome>& outcomes);

/// "0.35 s", "12 min"
std::string time_text(double seconds);

/// A row per study with its status, then the headlines: a table per analysis and output with a row
/// per study.
std::string summary_text(const std::vector<Outcome>& outcomes);

}  // namespace uq::studies
