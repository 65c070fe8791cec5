#pragma once

#include "samplers/hash_detail.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace uq::samplers::detail {

/// Digits of a point that are scrambled node by node; below them each point is alone in its node.
inline constexpr int owen_digits = 30;
inline constexpr int owen_group = 5;  ///< levels of the tree whose nodes share one hash
inline constexpr int owen_groups = owen_digits / owen_group;

/// Keys of the random tree of one coordinate.
struct OwenTree {
  std::uint32_t root;                           ///< random bits of the nodes of levels 0 to 4
  std::array<HashKey, owen_groups - 1> groups;  ///< of levels 5 … 9, 10 … 14, …
  HashKey tail;                                 ///< of the digits from owen_digits on

  explicit OwenTree(Seed stream);
};

/// One coordinate of a Sobol' sequence, its directions as 30-bit integers, and its scramble.
struct OwenColumn {
  const std::uint32_t* directions;  ///< at least 6, and one per bit of the largest index
  const OwenTree* tree;
};

/// A kernel writes points first … first + u.size() - 1 of a column, all below 2^30; all kernels
/// give the same bits.
struct OwenKernel {
  std::string_view name;
  void (*fill)(const OwenColumn& column, std::uint32_t first, std::span<double> u);
};

/// Kernels this processor can run, the fastest first.
std::span<const OwenKernel> owen_kernels();

}  // namespace uq::samplers::detail
