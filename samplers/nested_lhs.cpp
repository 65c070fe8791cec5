#include "samplers/nested_lhs.hpp"

#include "samplers/cell_detail.hpp"
#include "samplers/permutation_detail.hpp"
#include "uq/core/error.hpp"
#include "uq/core/philox.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace uq::samplers {
namespace {

constexpr Index most_together = Index{1} << 24;

/// 0 … count - 1 in a random order.
std::vector<std::uint32_t> shuffled(std::size_t count, Seed seed) {
  std::vector<std::uint32_t> order(count);
  detail::permute(detail::Permutation(static_cast<std::uint32_t>(count), seed), 0, order);
  return order;
}

/// Cells of `count` without one of the points, in order.
std::vector<Index> empty_cells(const double* u, Index points, Index count) {
  std::vector<char> taken(static_cast<std::size_t>(count), 0);
  for (Index i = 0; i < points; ++i) {
    const auto cell = static_cast<Index>(std::floor(u[i] * static_cast<double>(count)));
    taken[static_cast<std::size_t>(std::min(cell, count - 1))] = 1;
  }
  std::vector<Index> empty;
  for (Index cell = 0; cell < count; ++cell) {
    if (taken[static_cast<std::size_t>(cell)] == 0) {
      empty.push_back(cell);
    }
  }
  return empty;
}

}  // namespace

Matrix extend_lhs(MatrixRef earlier,
                  Index m,
                  LatinPlace place,
                  const std::optional<OptimalLhsOptions>& apart,
                  Seed seed) {
  const Index n0 = earlier.rows();
  const Index d = earlier.cols();
  const Index all = n0 + m;
  expects(m >= 1 && d >= 1 && all <= most_together,
          std::to_string(m) + " new rows beside " + std::to_string(n0) + " in " +
              std::to_string(d) + " dimensions: required are 1 or more, 2^24 together");
  expects((earlier.array() > 0 && earlier.array() < 1).all(),
          "an earlier point lies outside the open unit cube");
  const detail::Cells cells(static_cast<double>(all));
  Matrix together(all, d);
  together.topRows(n0) = earlier;
  for (Index k = 0; k < d; ++k) {
    const Seed own = seed.child("nested_lhs", static_cast<std::uint64_t>(k));
    const std::vector<Index> empty = empty_cells(earlier.col(k).data(), n0, all);
    // At least m of them: n0 points take n0 cells at most.
    const std::vector<std::uint32_t> order = shuffled(empty.size(), own.child("cells"));
    Vector places = Vector::Constant(m, 0.5);
    if (place == LatinPlace::random) {
      philox_uniforms(own, 0, {places.data(), static_cast<std::size_t>(m)});
    }
    for (Index i = 0; i < m; ++i) {
      const Index cell = empty[order[static_cast<std::size_t>(i)]];
      together(n0 + i, k) = cells.place(static_cast<double>(cell), places[i]);
    }
  }
  if (apart) {
    together = spread_apart(std::move(together), n0, *apart, seed.child("apart"));
  }
  return together.bottomRows(m);
}

}  // namespace uq::samplers
