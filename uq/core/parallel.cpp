#include "uq/core/parallel.hpp"

#include "uq/core/cpus_detail.hpp"
#include "uq/core/error.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <exception>
#include <limits>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace uq {
namespace {

std::atomic<int> requested_threads{
    0};  // 0: the default; the one process-wide setting of the library

int default_threads() {
  // OMP_NUM_THREADS may be a list, one number per nesting level: the first counts.
  const char* variable = std::getenv("OMP_NUM_THREADS");
  const long asked = variable != nullptr ? std::strtol(variable, nullptr, 10) : 0;
  return asked > 0 ? static_cast<int>(std::min(asked, 4096L)) : detail::available_cpus();
}

// Exception of the lowest task that threw. Tasks are handed out in order, so when a task has
// thrown, every lower one has been started: skipping only higher ones keeps the choice
// deterministic.
class FirstException {
 public:
  bool before(Index task) const { return task_.load(std::memory_order_relaxed) < task; }
  void add(Index task, std::exception_ptr exception) {
    const std::lock_guard lock(mutex_);
    if (task < task_.load(std::memory_order_relaxed)) {
      task_.store(task, std::memory_order_relaxed);
      exception_ = std::move(exception);
    }
  }
  void rethrow() const {
    if (exception_) {
      std::rethrow_exception(exception_);
    }
  }

 private:
  std::atomic<Index> task_{std::numeric_limits<Index>::max()};
  std::exception_ptr exception_;
  std::mutex mutex_;
};

Index ceil_divide(Index a, Index b) {
  return (a + b - 1) / b;
}

// Sums leaves first … first + count - 1 by the fixed tree: the left branch is the largest power of
// two below count, so every aligned power-of-two group of leaves is a subtree. leaf(i, out) adds
// leaf i to out (preset to 0); spare holds one more vector per level.
template <class Leaf>
void add_tree(Index first, Index count, Index width, const Leaf& leaf, double* out, double* spare) {
  if (count == 1) {
    leaf(first, out);
    return;
  }
  const auto left = static_cast<Index>(std::bit_floor(static_cast<std::size_t>(count - 1)));
  add_tree(first, left, width, leaf, out, spare);
  std::fill_n(spare, width, 0.0);
  add_tree(first + left, count - left, width, leaf, spare, spare + width);
  for (Index j = 0; j < width; ++j) {
    out[j] += spare[j];
  }
}

Index levels(Index count) {
  return static_cast<Index>(std::bit_width(static_cast<std::size_t>(count)));
}

}  // namespace

int threads() {
  const int asked = requested_threads.load();
  static const int fallback = default_threads();
  return asked > 0 ? asked : fallback;
}

void set_threads(int n) {
  expects(n >= 0, "n = " + std::to_string(n) + ", required is n >= 0 (0: the default)");
  requested_threads.store(n);
}

void parallel_for(Index count, const std::function<void(Index task)>& task) {
  const int workers = static_cast<int>(std::min<Index>(count, threads()));
  if (workers <= 1 || omp_in_parallel() != 0) {
    for (Index i = 0; i < count; ++i) {
      task(i);
    }
    return;
  }
  std::atomic<Index> next{0};
  FirstException failure;
#pragma omp parallel num_threads(workers)
  for (Index i = next++; i < count && !failure.before(i); i = next++) {
    try {
      task(i);
    } catch (...) {
      failure.add(i, std::current_exception());
    }
  }
  failure.rethrow();
}

double tree_sum(std::span<const double> values) {
  return tree_sum(
      static_cast<Index>(values.size()), 1, [values](Index first, Index count, double* out) {
        double sum = 0;
        for (const double value :
             values.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count))) {
          sum += value;
        }
        *out = sum;
      })[0];
}

Vector tree_sum(Index rows,
                Index width,
                const std::function<void(Index first, Index count, double* out)>& partial) {
  expects(rows >= 0 && width >= 0,
          std::to_string(rows) + " rows of " + std::to_string(width) + " sums");
  Vector total = Vector::Zero(width);
  if (rows == 0 || width == 0) {
    return total;
  }
  // One task sums a subtree of `group` chunks, a power of two: the tree, hence the sum, does not
  // depend on it; it only bounds the memory to 128 vectors however many rows there are.
  const Index chunks = ceil_divide(rows, sum_chunk);
  const auto group =
      static_cast<Index>(std::bit_floor(static_cast<std::size_t>(std::max<Index>(chunks / 64, 1))));
  const Index groups = ceil_divide(chunks, group);
  Matrix sums = Matrix::Zero(width, groups);
  parallel_for(groups, [&](Index g) {
    const Index first = g * group;
    std::vector<double> spare(static_cast<std::size_t>(width * levels(group)));
    add_tree(
        first,
        std::min(group, chunks - first),
        width,
        [&](Index chunk, double* out) {
          const Index row = chunk * sum_chunk;
          partial(row, std::min(sum_chunk, rows - row), out);
        },
        sums.col(g).data(),
        spare.data());
  });
  std::vector<double> spare(static_cast<std::size_t>(width * levels(groups)));
  add_tree(
      0,
      groups,
      width,
      [&](Index g, double* out) { std::copy_n(sums.col(g).data(), width, out); },
      total.data(),
      spare.data());
  return total;
}

}  // namespace uq
