#include "studies/run/memory.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <string>

namespace uq::studies {

namespace {

double meminfo_available() {
  std::ifstream file("/proc/meminfo");
  std::string key;
  std::string unit;
  double kib = 0;
  while (file >> key >> kib) {
    std::getline(file, unit);
    if (key == "MemAvailable:") {
      return kib * 1024;
    }
  }
  return std::numeric_limits<double>::infinity();
}

/// limit - usage of the cgroup; infinite where there is none ("max" does not parse as a number).
double cgroup_available() {
  constexpr std::array<std::array<const char*, 2>, 2> files{{
      {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes",
       "/sys/fs/cgroup/memory/memory.usage_in_bytes"},
  }};
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [limit_file, usage_file] : files) {
    double limit = 0;
    double usage = 0;
    if (std::ifstream(limit_file) >> limit && std::ifstream(usage_file) >> usage) {
      least = std::min(least, limit - usage);
    }
  }
  return least;
}

double address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return std::numeric_limits<double>::infinity();
  }
  return static_cast<double>(limit.rlim_cur);
}

}  // namespace

double available_memory() {
  return std::max(0.0, std::min({meminfo_available(), cgroup_available(), address_space()}));
}

std::string bytes_text(double bytes) {
  constexpr std::array<const char*, 7> prefixes{"", "k", "M", "G", "T", "P", "E"};
  std::size_t step = 0;
  while (bytes >= 999.5 && step + 1 < prefixes.size()) {
    bytes /= 1000;
    ++step;
  }
  return fmt::format("{:.3g} {}B", bytes, prefixes[step]);
}

double store_limit(StoreSamples store) {
  constexpr double automatic = 64.0 * 1024 * 1024;
  switch (store) {
    case StoreSamples::yes:
      return std::numeric_limits<double>::infinity();
    case StoreSamples::no:
      return -1;
    case StoreSamples::automatic:
      break;
  }
  return automatic;
}

std::vector<double> needed_memory(const Study& study) {
  // A status is a byte in the file, a double in memory.
  constexpr double status = sizeof(double) - 1;
  std::vector<double> needed;
  double stored = 0;
  for (const Analysis& analysis : study.analyses) {
    const Cost cost = analysis.method->cost(analysis.options, analysis.problem);
    if (cost.sample <= store_limit(study.store_samples)) {
      stored += 3 * (cost.sample + status * cost.evaluations);
    }
    needed.push_back(cost.bytes + stored);
  }
  return needed;
}

void check_memory(const Study& study, double available) {
  Diagnostics diagnostics;
  const std::vector<double> needed = needed_memory(study);
  for (std::size_t k = 0; k < needed.size(); ++k) {
    const Analysis& analysis = study.analyses[k];
    const Cost cost = analysis.method->cost(analysis.options, analysis.problem);
    if (needed[k] > available) {
      diagnostics
          .error(
              "U310",
              fmt::format(
                  "analysis `{}` needs {} of memory for {:.4g} evaluations, but {} are available",
                  analysis.name,
                  bytes_text(needed[k]),
                  cost.evaluations,
                  bytes_text(available)),
              analysis.place)
          .notes.push_back(
              "help: lower `n`, name fewer `outputs`, sweep fewer settings, or set "
              "`store_samples = false` in [run]");
    }
  }
  diagnostics.throw_if_errors();
}

}  // namespace uq::studies
