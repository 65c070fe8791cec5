#pragma once

#include "studies/study.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// Bytes this process may still take: the least of free memory, the cgroup's limit and RLIMIT_AS.
double available_memory();

/// "1.3 GB" with decimal prefixes (contract C5).
std::string bytes_text(double bytes);

/// Largest sample in bytes that is stored.
double store_limit(StoreSamples store);

/// Bytes each analysis needs at its peak. Stored samples of it and of those before it count three
/// times, as they do when the file is written: as results, as the file's image, as read back.
/// Samples that later analyses work on count until the last of these.
std::vector<double> needed_memory(const Study& study);

/// Refuses, before anything is allocated, an analysis whose memory would not fit.
/// @throws StudyError with the figure for every such analysis.
void check_memory(const Study& study, double available);

}  // namespace uq::studies
