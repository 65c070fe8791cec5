#include "samplers/kernels_detail.hpp"
#include "samplers/owen_kernel_detail.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace uq::samplers::detail {
namespace {

constexpr int tile_digits = 6;
constexpr std::uint32_t tile_points = 1U << tile_digits;
constexpr int tail_digits = 53 - owen_digits;

// Flips of the five digits of one group: the node of level t is bit 1 d_0 … d_{t-1} (binary, heap
// order) of the group's random word, d the unscrambled digits of the group.
[[gnu::always_inline]] inline std::uint32_t group_flips(std::uint32_t word, std::uint32_t digits) {
  const std::uint32_t node = digits | 1U << owen_group;
  std::uint32_t flips = 0;
  for (int level = 0; level < owen_group; ++level) {
    flips = flips << 1 | (word >> (node >> (owen_group - level)) & 1);
  }
  return flips;
}

// Scrambles the points base ^ pattern[i] (docs/methods/designs.md Eq. 10 and 11).
[[gnu::always_inline]] inline void scramble_tile(const std::uint32_t* pattern,
                                                 std::uint32_t base,
                                                 const OwenTree& tree,
                                                 double* u) {
  constexpr std::uint32_t mask = (1U << owen_group) - 1;
  std::array<std::uint32_t, tile_points> scrambled;
  std::array<std::uint32_t, tile_points> tail;
  for (std::size_t i = 0; i < tile_points; ++i) {
    const std::uint32_t x = base ^ pattern[i];
    std::uint32_t flips = group_flips(tree.root, x >> (owen_digits - owen_group));
#pragma GCC unroll 8
    for (int group = 1; group < owen_groups; ++group) {
      const int below_group = owen_digits - owen_group * (group + 1);
      const std::uint32_t prefix = x >> (below_group + owen_group);
      const std::uint32_t word =
          keyed_hash(prefix, tree.groups[static_cast<std::size_t>(group - 1)]);
      flips = flips << owen_group | group_flips(word, x >> below_group & mask);
    }
    scrambled[i] = x ^ flips;
    tail[i] = keyed_hash(x, tree.tail) >> (32 - tail_digits);
  }
  for (std::size_t i = 0; i < tile_points; ++i) {
    const double value =
        static_cast<double>(static_cast<std::int32_t>(scrambled[i])) * 0x1p-30 +
        static_cast<double>(static_cast<std::int32_t>(tail[i])) * 0x1p-53;  // exact: 53 digits
    u[i] = value > 0x1p-54 ? value : 0x1p-54;
  }
}

// Inlined into each kernel below, so that each processor class gets its own vector code of this one
// text.
[[gnu::always_inline]] inline void fill(const OwenColumn& column,
                                        std::uint32_t first,
                                        std::span<double> u) {
  const std::uint32_t* const v = column.directions;
  const OwenTree tree = *column.tree;

  // Points 64 h + j are x(64 h) ^ x(j): docs/methods/designs.md Eq. 4 and 5.
  std::array<std::uint32_t, tile_points> pattern;
  pattern[0] = 0;
  for (int bit = 0; bit < tile_digits; ++bit) {
    const std::size_t half = std::size_t{1} << bit;
    const std::uint32_t step = v[bit] ^ (bit > 0 ? v[bit - 1] : 0);
    for (std::size_t j = 0; j < half; ++j) {
      pattern[half + j] = pattern[j] ^ step;
    }
  }
  std::uint32_t tile = first / tile_points;
  std::uint32_t base = 0;
  const std::uint32_t start = tile * tile_points;
  for (std::uint32_t gray = start ^ start >> 1; gray != 0; gray &= gray - 1) {
    base ^= v[std::countr_zero(gray)];
  }
  std::size_t skip = first % tile_points;
  double* out = u.data();
  std::array<double, tile_points> whole;
  for (std::size_t left = u.size(); left > 0; skip = 0) {
    const std::size_t count = std::min<std::size_t>(tile_points - skip, left);
    if (count == tile_points) {
      scramble_tile(pattern.data(), base, tree, out);
    } else {
      scramble_tile(pattern.data(), base, tree, whole.data());
      std::copy_n(whole.data() + skip, count, out);
    }
    out += count;
    left -= count;
    if (left > 0) {
      ++tile;
      base ^= v[tile_digits - 1] ^ v[tile_digits + std::countr_zero(tile)];
    }
  }
}

void fill_baseline(const OwenColumn& column, std::uint32_t first, std::span<double> u) {
  fill(column, first, u);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void fill_avx2(const OwenColumn& column,
                                       std::uint32_t first,
                                       std::span<double> u) {
  fill(column, first, u);
}

[[gnu::target("avx512f")]] void fill_avx512(const OwenColumn& column,
                                            std::uint32_t first,
                                            std::span<double> u) {
  fill(column, first, u);
}
#endif

}  // namespace

OwenTree::OwenTree(Seed stream) {
  const auto words = random_words<1 + 3 * std::size_t{owen_groups}>(stream);
  root = words[0];
  const auto key = [&](std::size_t group) {
    return HashKey{words[3 * group + 1], words[3 * group + 2], words[3 * group + 3]};
  };
  tail = key(0);
  for (std::size_t group = 1; group < owen_groups; ++group) {
    groups[group - 1] = key(group);
  }
}

std::span<const OwenKernel> owen_kernels() {
#if defined(__x86_64__)
  static constexpr std::array<OwenKernel, 3> kernels{
      {{"avx512f", fill_avx512}, {"avx2", fill_avx2}, {"baseline", fill_baseline}}};
#else
  static constexpr std::array<OwenKernel, 1> kernels{{{"baseline", fill_baseline}}};
#endif
  return runnable(kernels);
}

}  // namespace uq::samplers::detail
