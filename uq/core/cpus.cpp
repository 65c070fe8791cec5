#include "uq/core/cpus_detail.hpp"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace uq::detail {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// quota / period rounded up; "max", -1 and unreadable text mean no quota.
int cpus(const std::string& quota_and_period) {
  std::istringstream text(quota_and_period);
  double quota = 0;
  double period = 0;
  if (!(text >> quota >> period) || quota <= 0 || period <= 0) {
    return 0;
  }
  return static_cast<int>(std::ceil(std::min(quota / period, 1e6)));
}

// Smallest quota of the cgroup `path` and its ancestors below `mount`. Inside a container the path
// may be the host's and not exist here: then the mount itself is the container's group.
template <class Quota>
int smallest(const fs::path& mount, const std::string& path, Quota quota) {
  int result = 0;
  fs::path group = fs::path(path).relative_path();
  while (true) {
    const int n = quota(mount / group);
    result = n > 0 && (result == 0 || n < result) ? n : result;
    if (group.empty()) {
      return result;
    }
    group = group.parent_path();
  }
}

int affinity_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  // Fails only on hosts with more than 1024 CPUs.
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : CPU_SETSIZE;
}

}  // namespace

int cgroup_cpus(const std::string& membership, const std::string& mount) {
  int result = 0;
  std::istringstream lines(membership);
  for (std::string line; std::getline(lines, line);) {  // "number:controllers:path"
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) {
      continue;
    }
    std::string controllers = ",";
    controllers.append(line, first + 1, second - first - 1).append(",");
    const std::string path = line.substr(second + 1);
    int n = 0;
    if (controllers == ",,") {
      n = smallest(
          mount, path, [](const fs::path& group) { return cpus(read(group / "cpu.max")); });
    } else if (controllers.find(",cpu,") != std::string::npos) {
      n = smallest(fs::path(mount) / "cpu", path, [](const fs::path& group) {
        return cpus(read(group / "cpu.cfs_quota_us") + " " + read(group / "cpu.cfs_period_us"));
      });
    }
    result = n > 0 && (result == 0 || n < result) ? n : result;
  }
  return result;
}

int available_cpus() {
  const int paid = cgroup_cpus(read("/proc/self/cgroup"), "/sys/fs/cgroup");
  const int allowed = std::max(affinity_cpus(), 1);
  return paid > 0 ? std::min(paid, allowed) : allowed;
}

}  // namespace uq::detail
