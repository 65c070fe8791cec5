#include "studies/run/memory.hpp"

#include "studies/read/analysis_order.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

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

namespace {

/// The last analysis that works on the sample of the k-th; k when there is none.
std::size_t last_user(const Study& study, std::size_t k) {
  std::size_t last = k;
  for (std::size_t j = k + 1; j < study.analyses.size(); ++j) {
    const std::vector<std::string> names = sampled_by(study.analyses[j]);
    if (std::find(names.begin(), names.end(), study.analyses[k].name) != names.end()) {
      last = j;
    }
  }
  return last;
}

/// Bytes of the samples that are kept while each analysis runs, its own included.
std::vector<double> kept_samples(const Study& study) {
  std::vector<double> kept(study.analyses.size(), 0);
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const Analysis& analysis = study.analyses[k];
    const std::size_t last = last_user(study, k);
    const double bytes = analysis.method->cost(analysis.options, analysis.problem).kept_bytes;
    for (std::size_t j = k; last > k && j <= last; ++j) {
      kept[j] += bytes;
    }
  }
  return kept;
}

/// What an analysis works with on the sample of another one, or on a table.
double bytes_on_sample(const Study& study, const Analysis& analysis) {
  double bytes = 0;
  for (const std::string& name : sampled_by(analysis)) {
    const auto base = std::find_if(study.analyses.begin(),
                                   study.analyses.end(),
                                   [&](const Analysis& other) { return other.name == name; });
    const double rows = base != study.analyses.end()
                            ? base->method->cost(base->options, base->problem).kept_rows
                        : study.table ? static_cast<double>(study.table->sample->x.rows())
                                      : 0;
    if (analysis.method->bytes_on_sample != nullptr) {
      bytes += analysis.method->bytes_on_sample(analysis.options, analysis.problem, rows);
    }
  }
  return bytes;
}

/// What to lower: only keys the analysis has.
std::string advice(const Analysis& analysis, double needed) {
  const Attributes used = analysis.method->used(analysis.options);
  const auto has = [&](std::string_view key) {
    return std::any_of(used.begin(), used.end(), [&](const auto& one) {
      return key.ends_with('_') ? one.first.starts_with(key) : one.first == key;
    });
  };
  std::vector<std::string> ways;
  if (has("stop_max_evaluations")) {
    ways.push_back(fmt::format("lower `max_evaluations` of `stop`, up to which {} may be needed",
                               bytes_text(needed)));
  }
  if (has("n")) {
    ways.emplace_back("lower `n`");
  }
  if (has("trajectories")) {
    ways.emplace_back(has("optimal_from") ? "lower `trajectories` or `from` of `optimal`"
                                          : "lower `trajectories`");
  }
  if (has("resamples")) {
    ways.emplace_back("lower `resamples`");
  }
  if (analysis.problem.outputs.size() > 1) {
    ways.emplace_back("name fewer `outputs`");
  }
  if (has("sweep_")) {
    ways.emplace_back("sweep fewer settings");
  }
  ways.emplace_back("set `store_samples = false` in [run]");
  return fmt::format("help: {}", fmt::join(ways, ", or "));
}

}  // namespace

std::vector<double> needed_memory(const Study& study) {
  const std::vector<double> kept = kept_samples(study);
  // A status is a byte in the file, a double in memory.
  constexpr double status = sizeof(double) - 1;
  std::vector<double> needed;
  double stored = 0;
  for (const Analysis& analysis : study.analyses) {
    const Cost cost = analysis.method->cost(analysis.options, analysis.problem);
    const double limit = store_limit(study.store_samples);
    if (cost.sample <= limit || (cost.always_stored && limit >= 0)) {
      stored += 3 * (cost.sample + status * cost.evaluations);
    }
    needed.push_back(cost.bytes + stored + kept[needed.size()] + bytes_on_sample(study, analysis));
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
          .notes.push_back(advice(analysis, needed[k]));
    }
  }
  diagnostics.throw_if_errors();
}

}  // namespace uq::studies
