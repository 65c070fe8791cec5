#pragma once

#include "studies/study.hpp"

#include <string>

namespace uq::studies {

/// Cost of one analysis before it runs.
struct PlannedAnalysis {
  std::string name, method;
  double evaluations, bytes, seconds;    ///< seconds: on all threads, from the probe
  std::string screen = {};               ///< whose kept inputs it runs on: fewer may remain
  std::vector<std::string> chosen = {};  ///< reasons of `method = "auto"`
  std::vector<Expected> expected = {};   ///< of its intervals
};
struct Plan {
  std::vector<PlannedAnalysis> analyses;
  double seconds_per_evaluation = 0;  ///< of one thread, measured
  int threads = 1;
  double available = 0;  ///< bytes
};

/// Seconds of one evaluation on all threads, from a probe of the model on one.
double seconds_on_all_threads(const Problem& problem);

/// Times the model (at nominal values varied over its laws) for about a tenth of a second on one
/// thread.
Plan plan(const Study& study);

std::string plan_text(const Plan& plan);
/// What is said of the analyses below the table: why auto chose, what intervals to expect.
std::string plan_notes(const Plan& plan);
std::string plan_json(const Plan& plan);

}  // namespace uq::studies
