#pragma once

#include "samplers/morris_scale.hpp"
#include "studies/rows/groups.hpp"
#include "studies/rows/method.hpp"
#include "uq/sensitivity/morris.hpp"

#include <optional>
#include <vector>

namespace uq::studies {

/// A screening as the study file asks for it.
struct MorrisStudy {
  samplers::MorrisSampling sampling;
  sensitivity::MorrisOptions estimation;
  std::optional<NamedGroups> groups;
};

/// What `uq describe morris` prints.
std::vector<OptionInfo> morris_options();

/// Reads the options and reports every problem.
MorrisStudy read_morris(const Node& table, const Scope&, Diagnostics&);

/// Every option as used.
Attributes used_morris(const MorrisStudy&);

/// The groups, or one for each input.
Grouping groups_of(const MorrisStudy&, const Problem&);

}  // namespace uq::studies
