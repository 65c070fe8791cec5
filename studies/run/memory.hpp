#pragma once

#include "studies/study.hpp"

#include <string>

namespace uq::studies {

/// Bytes this process may still take: the least of free memory, the cgroup's limit and RLIMIT_AS.
double available_memory();

/// "1.3 GB" with decimal prefixes (contract C5).
std::string bytes_text(double bytes);

/// Refuses, before anything is allocated, an analysis whose memory would not fit.
/// @throws StudyError with the figure for every such analysis.
void check_memory(const Study& study, double available);

}  // namespace uq::studies
