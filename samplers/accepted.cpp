#include "samplers/accepted.hpp"

#include "samplers/points_detail.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace uq::samplers {
namespace {

constexpr Index chunk = 1024;  // candidates a predicate gets at a time

// Search for the rows of one replicate: candidates [next, end) are still untried.
struct Search {
  Index begin, next, end;
  std::vector<Index> kept = {};
};

// Candidates [first, first + count) that hold.
std::vector<Index> holding(const UnitPoints& points,
                           const Predicate& predicate,
                           Index first,
                           Index count) {
  Matrix u(count, points.dims);
  points.block(first, u);
  std::array<bool, chunk> holds{};
  predicate(u, std::span(holds).first(static_cast<std::size_t>(count)));
  std::vector<Index> kept;
  for (Index i = 0; i < count; ++i) {
    if (holds[static_cast<std::size_t>(i)]) {
      kept.push_back(first + i);
    }
  }
  return kept;
}

// Chunks to try next in one replicate: about as many as the rate so far asks for. Depends on
// nothing but what was found, so the search is the same for any number of threads.
Index chunks_ahead(const Search& search, Index rows) {
  constexpr Index first_wave = 4;
  constexpr Index most = 256;
  const Index tried = search.next - search.begin;
  if (tried == 0) {
    return std::clamp<Index>((rows + chunk - 1) / chunk, 1, first_wave);
  }
  const auto found = static_cast<double>(search.kept.size());
  const double missing = static_cast<double>(rows) - found;
  const double needed = missing * static_cast<double>(tried) / std::max(found, 0.5);
  return std::clamp<Index>(static_cast<Index>(std::ceil(needed / chunk)), 1, most);
}

// Tries candidates of all replicates in waves until each has its rows or runs out of candidates.
void search_all(const UnitPoints& points,
                const Predicate& predicate,
                Index rows,
                std::vector<Search>& searches) {
  struct Task {
    Search* search;
    Index first, count;
  };
  for (;;) {
    std::vector<Task> wave;
    for (Search& search : searches) {
      if (static_cast<Index>(search.kept.size()) < rows && search.next < search.end) {
        for (Index left = chunks_ahead(search, rows); left > 0 && search.next < search.end;
             --left) {
          const Index count = std::min(chunk, search.end - search.next);
          wave.push_back({&search, search.next, count});
          search.next += count;
        }
      }
    }
    if (wave.empty()) {
      return;
    }
    std::vector<std::vector<Index>> kept(wave.size());
    parallel_for(static_cast<Index>(wave.size()), [&](Index i) {
      const Task& task = wave[static_cast<std::size_t>(i)];
      kept[static_cast<std::size_t>(i)] = holding(points, predicate, task.first, task.count);
    });
    for (std::size_t i = 0; i < wave.size(); ++i) {
      std::vector<Index>& all = wave[i].search->kept;
      all.insert(all.end(), kept[i].begin(), kept[i].end());
    }
  }
}

// Stops the count at the last row wanted: what else a wave found depends on its size.
Acceptance count(const std::vector<Search>& searches, Index rows) {
  Acceptance result{.accepted = 0, .tried = 0, .complete = true};
  for (const Search& search : searches) {
    const auto found = static_cast<Index>(search.kept.size());
    if (found >= rows) {
      result.accepted += rows;
      result.tried += search.kept[static_cast<std::size_t>(rows - 1)] - search.begin + 1;
    } else {
      result.accepted += found;
      result.tried += search.end - search.begin;
      result.complete = false;
    }
  }
  return result;
}

// Copies candidates `indices` (increasing) into u. A stretch of candidates is drawn at a time where
// those wanted lie close together: sequences are made for runs.
void gather(const UnitPoints& candidates, std::span<const Index> indices, MutableMatrixRef u) {
  constexpr Index longest = 512;
  constexpr Index widest_gap = 64;
  Matrix stretch;
  for (std::size_t i = 0; i < indices.size();) {
    const Index first = indices[i];
    std::size_t end = i + 1;
    while (end < indices.size() && indices[end] - indices[end - 1] <= widest_gap &&
           indices[end] - indices[end - 1] > 0 && indices[end] - first < longest) {
      ++end;
    }
    stretch.resize(indices[end - 1] - first + 1, candidates.dims);
    candidates.block(first, stretch);
    for (; i < end; ++i) {
      u.row(static_cast<Index>(i)) = stretch.row(indices[i] - first);
    }
  }
}

}  // namespace

propagation::Interval Acceptance::interval(double level) const {
  // Eq. 14: a search that stops at its last row has a negative binomial number of trials.
  const Index before = complete ? 1 : 0;
  const double lower = propagation::clopper_pearson(accepted, tried, level).lower;
  if (accepted == tried) {
    return {lower, 1};
  }
  return {lower, propagation::clopper_pearson(accepted - before, tried - before, level).upper};
}

Accepted accepted(const IndependentDesign& candidates, const Predicate& predicate, Index n) {
  const Index replicates = candidates.replicates;
  expects(n >= 1 && n % replicates == 0,
          "n = " + std::to_string(n) + ", required is a positive multiple of the " +
              std::to_string(replicates) + " replicates");
  const Index rows = n / replicates;
  const Index length = candidates.points.count / replicates;
  std::vector<Search> searches;
  for (Index r = 0; r < replicates; ++r) {
    searches.push_back({r * length, r * length, (r + 1) * length});
  }
  search_all(candidates.points, predicate, rows, searches);
  Accepted result{std::nullopt, count(searches, rows)};
  if (!result.acceptance.complete) {
    return result;
  }
  const auto indices = std::make_shared<std::vector<Index>>();
  indices->reserve(static_cast<std::size_t>(n));
  for (Search& search : searches) {
    indices->insert(indices->end(), search.kept.begin(), search.kept.begin() + rows);
    search.kept = {};
  }
  result.design = candidates;
  result.design->dependent = true;
  result.design->points = {n,
                           candidates.points.dims,
                           [indices, all = candidates.points](Index first, MutableMatrixRef u) {
                             detail::check_block(
                                 first, u, static_cast<Index>(indices->size()), all.dims);
                             gather(all,
                                    std::span(*indices).subspan(static_cast<std::size_t>(first),
                                                                static_cast<std::size_t>(u.rows())),
                                    u);
                           }};
  return result;
}

}  // namespace uq::samplers
