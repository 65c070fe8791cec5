#pragma once

#include "uq/core/types.hpp"

#include <functional>
#include <span>

namespace uq {

/// Threads a parallel region uses: `set_threads` if called with n > 0, else OMP_NUM_THREADS, else
/// the CPUs this process may use (affinity mask, cgroup quota).
int threads();
void set_threads(int n);  ///< 0 returns to the default

/// Runs task(0) … task(count-1), in any order, on several threads, and carries the first exception
/// out (the one of the lowest task index that threw). Nested calls run serially. The only parallel
/// construct of the project: results may depend on `count`, never on the threads.
void parallel_for(Index count, const std::function<void(Index task)>& task);

/// Rows summed at a time everywhere in the project: sums inside a chunk are sequential, chunks are
/// added by a fixed binary tree, so a sum has the same bits for any thread count and evaluation
/// block size.
inline constexpr Index sum_chunk = 1024;

/// Sum of `values` over the fixed tree. @cost O(n), no allocation beyond n/1024 doubles.
double tree_sum(std::span<const double> values);

/// Sum over rows of vectors: partial(first, count, out) writes the sums of one chunk of rows into
/// out (width values, pre-set to 0); chunks run in parallel and are added by the fixed tree.
/// @returns `width` sums over rows [0, rows).
Vector tree_sum(Index rows,
                Index width,
                const std::function<void(Index first, Index count, double* out)>& partial);

}  // namespace uq
