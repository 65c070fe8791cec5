#include "samplers/oa_lhs.hpp"

#include "samplers/cell_detail.hpp"
#include "samplers/field_detail.hpp"
#include "samplers/options_detail.hpp"
#include "samplers/permutation_detail.hpp"
#include "uq/core/error.hpp"
#include "uq/core/philox.hpp"

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace uq::samplers {
namespace {

constexpr Index most_levels = 1024;  // a million rows

bool is_legal(Index q, Index dims) {
  return q >= 2 && q <= most_levels && dims <= q + 1 && detail::prime_power(q).degree > 0;
}

std::string square(Index q) {
  return std::to_string(q * q) + " = " + std::to_string(q) + "²";
}

/// 0 … count - 1 in a random order.
std::vector<std::uint32_t> shuffled(Index count, Seed seed) {
  std::vector<std::uint32_t> order(static_cast<std::size_t>(count));
  const detail::Permutation permutation(static_cast<std::uint32_t>(count), seed);
  detail::permute(permutation, 0, order);
  return order;
}

/// Level of row (i, j) in each of the q + 1 columns. @source docs/methods/designs.md Eq. 29
Index bose(const detail::Field& field, Index column, Index i, Index j) {
  return column == field.size() ? j : field.add(i, field.multiply(column, j));
}

}  // namespace

std::string oa_lhs_fault(Index n, Index dims) {
  if (dims < 1) {
    return detail::no_input_fault(dims);
  }
  const auto root = static_cast<Index>(std::sqrt(static_cast<double>(n)));
  if (n >= 4 && root * root == n && is_legal(root, dims)) {
    return {};
  }
  Index above = std::max<Index>(root, 2);
  while (above <= most_levels && (!is_legal(above, dims) || above * above < n)) {
    ++above;
  }
  Index below = std::min(root, most_levels);
  while (below >= 2 && !is_legal(below, dims)) {
    --below;
  }
  std::string nearest;
  if (below >= 2) {
    nearest = square(below);
  }
  if (above <= most_levels) {
    nearest += (nearest.empty() ? "" : " or ") + square(above);
  }
  return "n = " + std::to_string(n) + " with " + std::to_string(dims) + " input" +
         (dims == 1 ? "" : "s") +
         " has no orthogonal-array hypercube: n must be q² with q a prime power of at least " +
         std::to_string(std::max<Index>(dims - 1, 2)) +
         (nearest.empty() ? ", and at most 1024" : "; take n = " + nearest);
}

Matrix oa_lhs(Index n, Index dims, LatinPlace place, Seed seed) {
  const std::string broken = oa_lhs_fault(n, dims);
  expects(broken.empty(), broken);
  const auto q = static_cast<Index>(std::sqrt(static_cast<double>(n)));
  const detail::Field field(q);
  const detail::Cells cells(static_cast<double>(n));
  const std::vector<std::uint32_t> columns = shuffled(q + 1, seed.child("columns"));
  Matrix u(n, dims);
  for (Index k = 0; k < dims; ++k) {
    const Seed own = seed.child("oa_lhs", static_cast<std::uint64_t>(k));
    std::span<double> places(u.col(k).data(), static_cast<std::size_t>(n));
    if (place == LatinPlace::random) {
      philox_uniforms(own, 0, places);
    } else {
      std::fill(places.begin(), places.end(), 0.5);
    }
    const std::vector<std::uint32_t> names = shuffled(q, own.child("levels"));
    std::vector<std::vector<std::uint32_t>> within;  // order of the cells of each level
    for (Index level = 0; level < q; ++level) {
      within.push_back(shuffled(q, own.child("within", static_cast<std::uint64_t>(level))));
    }
    std::vector<std::size_t> taken(static_cast<std::size_t>(q), 0);
    for (Index row = 0; row < n; ++row) {
      const Index symbol =
          bose(field, static_cast<Index>(columns[static_cast<std::size_t>(k)]), row / q, row % q);
      const std::uint32_t level = names[static_cast<std::size_t>(symbol)];
      const std::uint32_t cell = within[level][taken[level]++];
      u(row, k) =
          cells.place(static_cast<double>(level) * static_cast<double>(q) + cell, u(row, k));
    }
  }
  return u;
}

}  // namespace uq::samplers
