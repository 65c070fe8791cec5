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

void check_memory(const Study& study, double available) {
  Diagnostics diagnostics;
  for (const Analysis& analysis : study.analyses) {
    const Cost cost = analysis.method->cost(analysis.options, analysis.problem);
    if (cost.bytes > available) {
      diagnostics
          .error(
              "U310",
              fmt::format(
                  "analysis `{}` needs {} of memory for {:.4g} evaluations, but {} are available",
                  analysis.name,
                  bytes_text(cost.bytes),
                  cost.evaluations,
                  bytes_text(available)),
              analysis.place)
          .notes.push_back("help: lower `n`, name fewer `outputs`, or sweep fewer settings");
    }
  }
  diagnostics.throw_if_errors();
}

}  // namespace uq::studies
