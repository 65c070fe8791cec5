#include "uq/core/parallel.hpp"

#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

namespace uq {

namespace {

int& chosen_threads() {
  static int chosen = 0;
  return chosen;
}

int affinity_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

/// CPUs the cgroup grants, rounded up; a file that is absent or says "max" grants all.
int quota_cpus() {
  double quota = 0;
  double period = 0;
  if (std::ifstream("/sys/fs/cgroup/cpu.max") >> quota >> period && period > 0) {
    return std::max(1, static_cast<int>((quota + period - 1) / period));
  }
  if (std::ifstream("/sys/fs/cgroup/cpu/cpu.cfs_quota_us") >> quota &&
      std::ifstream("/sys/fs/cgroup/cpu/cpu.cfs_period_us") >> period && quota > 0 && period > 0) {
    return std::max(1, static_cast<int>((quota + period - 1) / period));
  }
  return std::numeric_limits<int>::max();
}

int default_threads() {
  if (const char* set = std::getenv("OMP_NUM_THREADS"); set != nullptr && std::atoi(set) > 0) {
    return std::atoi(set);
  }
  return std::max(1, std::min(affinity_cpus(), quota_cpus()));
}

}  // namespace

int threads() {
  return chosen_threads() > 0 ? chosen_threads() : default_threads();
}

void set_threads(int n) {
  chosen_threads() = std::max(n, 0);
}

void parallel_for(Index count, const std::function<void(Index task)>& task) {
  if (count <= 0) {
    return;
  }
  std::exception_ptr error;
  Index failed = count;
  const auto guarded = [&](Index k) {
    try {
      task(k);
    } catch (...) {
      const std::exception_ptr current = std::current_exception();
#pragma omp critical(uq_parallel_for)
      if (k < failed) {
        failed = k;
        error = current;
      }
    }
  };
  const int team = static_cast<int>(std::min<Index>(threads(), count));
  if (team == 1 || omp_in_parallel() != 0) {
    for (Index k = 0; k < count && !error; ++k) {
      guarded(k);
    }
  } else {
#pragma omp parallel for schedule(dynamic) num_threads(team)
    for (Index k = 0; k < count; ++k) {
      // Tasks below the first failure still run, so that the error carried out does not depend on
      // timing.
      Index limit = 0;
#pragma omp critical(uq_parallel_for)
      limit = failed;
      if (k < limit) {
        guarded(k);
      }
    }
  }
  if (error) {
    std::rethrow_exception(error);
  }
}

namespace {

/// Adds the vectors of `width` numbers in `sums` pairwise, neighbours first: the tree depends on
/// their number alone.
void add_tree(std::vector<double>& sums, Index count, Index width) {
  for (Index stride = 1; stride < count; stride *= 2) {
    for (Index k = 0; k + stride < count; k += 2 * stride) {
      for (Index j = 0; j < width; ++j) {
        sums[static_cast<std::size_t>(k * width + j)] +=
            sums[static_cast<std::size_t>((k + stride) * width + j)];
      }
    }
  }
}

}  // namespace

double tree_sum(std::span<const double> values) {
  const auto rows = static_cast<Index>(values.size());
  const Vector sum = tree_sum(rows, 1, [&](Index first, Index count, double* out) {
    for (Index k = first; k < first + count; ++k) {
      *out += values[static_cast<std::size_t>(k)];
    }
  });
  return sum(0);
}

Vector tree_sum(Index rows,
                Index width,
                const std::function<void(Index first, Index count, double* out)>& partial) {
  const Index chunks = (rows + sum_chunk - 1) / sum_chunk;
  std::vector<double> sums(static_cast<std::size_t>(std::max<Index>(chunks, 1) * width), 0.0);
  parallel_for(chunks, [&](Index chunk) {
    const Index first = chunk * sum_chunk;
    partial(first, std::min(sum_chunk, rows - first), sums.data() + chunk * width);
  });
  add_tree(sums, chunks, width);
  return Eigen::Map<const Vector>(sums.data(), width);
}

}  // namespace uq
