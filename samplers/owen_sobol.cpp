#include "samplers/owen_kernel_detail.hpp"
#include "samplers/points_detail.hpp"
#include "samplers/sobol_sequence.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace uq::samplers {
namespace {

constexpr auto kept = static_cast<std::size_t>(detail::owen_digits);

// The first 30 direction numbers of each dimension, which end within the first 30 digits.
std::vector<std::uint32_t> leading_directions(Index dims) {
  const std::vector<std::uint64_t> all = sobol_directions(dims);
  std::vector<std::uint32_t> directions;
  directions.reserve(static_cast<std::size_t>(dims) * kept);
  for (std::size_t j = 0; j < static_cast<std::size_t>(dims); ++j) {
    for (std::size_t bit = 0; bit < kept; ++bit) {
      directions.push_back(static_cast<std::uint32_t>(all[j * 53 + bit] >> (53 - kept)));
    }
  }
  return directions;
}

}  // namespace

UnitPoints owen_sobol(Index n, Index dims, Index replicates, Seed seed) {
  detail::check_replicates(n, replicates, detail::most_rows);
  std::vector<std::uint32_t> directions = leading_directions(dims);
  std::vector<detail::OwenTree> trees;
  trees.reserve(static_cast<std::size_t>(replicates * dims));
  for (Index r = 0; r < replicates; ++r) {
    const Seed replicate = seed.child("owen", static_cast<std::uint64_t>(r));
    for (Index j = 0; j < dims; ++j) {
      trees.emplace_back(replicate.child("dimension", static_cast<std::uint64_t>(j)));
    }
  }
  return detail::replicated_points(
      n,
      dims,
      replicates,
      [dims, directions = std::move(directions), trees = std::move(trees)](
          Index column, Index row, std::span<double> u) {
        static const detail::OwenKernel kernel = detail::owen_kernels().front();
        kernel.fill({directions.data() + static_cast<std::size_t>(column % dims) * kept,
                     &trees[static_cast<std::size_t>(column)]},
                    static_cast<std::uint32_t>(row),
                    u);
      });
}

}  // namespace uq::samplers
