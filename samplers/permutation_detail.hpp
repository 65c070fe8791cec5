#pragma once

#include "samplers/hash_detail.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace uq::samplers::detail {

inline constexpr std::size_t permutation_rounds = 8;
using RoundKey = std::array<std::uint32_t, 2>;

/// Up to this size a permutation is shuffled anew at each call, whose rows bear the cost; beyond,
/// it is a network.
inline constexpr std::uint32_t shuffled_size = 1024;

/// A random permutation of 0 … size - 1 without a table. Small: Fisher and Yates's shuffle, uniform
/// over all permutations. Large: a Feistel network on a grid of height x width cells, a little
/// larger than `size`, that walks on while it is outside; any element at the same small cost.
/// @source Black and Rogaway (2002), CT-RSA, generalised Feistel and cycle walking;
///   docs/methods/designs.md Eq. 13 and 14.
struct Permutation {
  std::uint32_t size;    ///< 1 … 2^30
  Seed stream;           ///< of the shuffle
  std::uint32_t height;  ///< even, near the root of `size`
  std::uint32_t width;   ///< least with height * width >= size
  std::array<RoundKey, permutation_rounds> keys;

  Permutation(std::uint32_t size, Seed stream);
};

/// Writes the images of first, first + 1, …
/// @cost O(images.size()), and O(size) for a small permutation.
void permute(const Permutation& permutation, std::uint32_t first, std::span<std::uint32_t> images);

/// Code of the network for one kind of processor: a kernel writes the images of first, first + 1,
/// …; all kernels give the same ones.
struct PermutationKernel {
  std::string_view name;
  void (*images)(const Permutation& permutation,
                 std::uint32_t first,
                 std::span<std::uint32_t> images);
};

/// Kernels this processor can run, the fastest first.
std::span<const PermutationKernel> permutation_kernels();

}  // namespace uq::samplers::detail
