#pragma once

#include <string>

namespace uq::detail {

/// CPUs this process may use: those of its affinity mask, but no more than the cgroup's CPU quota
/// pays for (a container with "--cpus 2" on a large host); at least 1.
int available_cpus();

/// CPUs the quota of a process's cgroups pays for, rounded up; 0 when there is no quota.
/// `membership` is the text of /proc/self/cgroup, `mount` the folder /sys/fs/cgroup.
/// @source Linux kernel, admin-guide/cgroup-v2.rst (cpu.max) and scheduler/sched-bwc.rst (version
/// 1).
int cgroup_cpus(const std::string& membership, const std::string& mount);

}  // namespace uq::detail
