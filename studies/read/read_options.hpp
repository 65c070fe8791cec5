#pragma once

#include "studies/file/diagnostic.hpp"
#include "studies/foreign/consent.hpp"
#include "studies/workers/policy.hpp"
#include "uq/core/problem.hpp"

#include <functional>
#include <optional>

namespace uq::studies {

/// Seconds one evaluation takes on all threads together, measured.
using Probe = std::function<double(const Problem&)>;

/// Where a model's evaluations run.
struct RunPlace {
  bool in_process = false;  ///< a plugin is trusted with this very process
  Launcher launcher;
  std::optional<Place> isolation, launched;  ///< where the study says so
};

/// What reading a study may do beyond reading.
struct ReadOptions {
  Consent consent;   ///< to loading the plugin the study names
  bool load = true;  ///< false: no plugin is loaded, whatever the consent
  Probe probe = {};  ///< for budgets in time; without it they are refused
  /// What [failures] and [run] say of processes; set while the study is read.
  ProcessPolicy policy = {};
  RunPlace place = {};
};

}  // namespace uq::studies
