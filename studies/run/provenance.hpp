#pragma once

#include "studies/store/dataset.hpp"
#include "studies/study.hpp"

#include <chrono>
#include <string>

namespace uq::studies {

/// Facts of one run that no result depends on.
struct RunFacts {
  std::string command_line;
  std::chrono::system_clock::time_point start, end;
  Index evaluations = 0;
  Index failures = 0;
  double cpu_seconds = 0;
  int threads = 1;
};

/// "2026-11-29T08:15:00Z"
std::string iso_time(std::chrono::system_clock::time_point time);

/// /provenance. @param reproducible leaves out what differs between runs and machines (contract
/// C2).
Dataset provenance(const Study& study,
                   std::uint64_t seed,
                   const RunFacts& facts,
                   bool reproducible);

}  // namespace uq::studies
