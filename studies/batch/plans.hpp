#pragma once

#include "studies/run/plan.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// The plan of one study of a batch.
struct NamedPlan {
  std::string study;
  Plan plan;
};

/// A row per study and their sum.
std::string plans_text(const std::vector<NamedPlan>& plans);

/// {studies: [{study, …as plan_json}], evaluations, seconds}
std::string plans_json(const std::vector<NamedPlan>& plans);

}  // namespace uq::studies
