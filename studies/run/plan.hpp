#pragma once

#include "studies/study.hpp"

#include <string>

namespace uq::studies {

/// Cost of one analysis before it runs.
struct PlannedAnalysis {
  std::string name, method;
  double evaluations, bytes, seconds;  ///< seconds: on all threads, from the probe
};
struct Plan {
  std::vector<PlannedAnalysis> analyses;
  double seconds_per_evaluation = 0;  ///< of one thread, measured
  int threads = 1;
  double available = 0;  ///< bytes
};

/// Times the model (at nominal values varied over its laws) for about a tenth of a second on one
/// thread.
Plan plan(const Study& study);

std::string plan_text(const Plan& plan);
std::string plan_json(const Plan& plan);

}  // namespace uq::studies
