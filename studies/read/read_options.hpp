#pragma once

#include "studies/foreign/consent.hpp"
#include "uq/core/problem.hpp"

#include <functional>

namespace uq::studies {

/// Seconds one evaluation takes on all threads together, measured.
using Probe = std::function<double(const Problem&)>;

/// What reading a study may do beyond reading.
struct ReadOptions {
  Consent consent;   ///< to loading the plugin the study names
  bool load = true;  ///< false: no plugin is loaded, whatever the consent
  Probe probe = {};  ///< for budgets in time; without it they are refused
};

}  // namespace uq::studies
