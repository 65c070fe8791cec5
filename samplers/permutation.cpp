#include "samplers/kernels_detail.hpp"
#include "samplers/permutation_detail.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace uq::samplers::detail {
namespace {

constexpr std::size_t tile = 64;

// x + y modulo `modulus`, of x below it and y up to it.
[[gnu::always_inline]] inline std::uint32_t add(std::uint32_t x,
                                                std::uint32_t y,
                                                std::uint32_t modulus) {
  const std::uint32_t sum = x + y;
  return std::min(sum, sum - modulus);  // a difference below 0 wraps around to a large number
}

// A random function of numbers below 2^16, to 0 … count; the last value stands for 0. The upper
// bits of the second product depend on all bits of x and of the key. A product of 24 bits and
// `count` in single precision is rounded alike everywhere and costs less than one of integers.
[[gnu::always_inline]] inline std::uint32_t random_up_to(float count,
                                                         std::uint32_t x,
                                                         const RoundKey& key) {
  x = (x ^ key[0]) * 0x85EBCA6B;
  x = (x ^ x >> 15 ^ key[1]) * 0xC2B2AE35;
  const auto leading = static_cast<float>(static_cast<std::int32_t>(x >> 8));
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(leading * 0x1p-24F * count));
}

// Row and column of a cell of the grid, moved by one pass of the network (Eq. 13): a round adds a
// random function of the column to the row, the next one a function of the row to the column.
[[gnu::always_inline]] inline void pass(const Permutation& p,
                                        std::uint32_t& row,
                                        std::uint32_t& column) {
  const auto height = static_cast<float>(p.height);
  const auto width = static_cast<float>(p.width);
#pragma GCC unroll 8
  for (std::size_t round = 0; round < permutation_rounds; round += 2) {
    row = add(row, random_up_to(height, column, p.keys[round]), p.height);
    column = add(column, random_up_to(width, row, p.keys[round + 1]), p.width);
  }
}

// Inlined into each kernel below, so that each processor class gets its own vector code of this one
// text.
[[gnu::always_inline]] inline void images(const Permutation& permutation,
                                          std::uint32_t first,
                                          std::span<std::uint32_t> out) {
  const Permutation p = permutation;
  std::array<std::uint32_t, tile> image;
  const double width = p.width;
  for (std::size_t done = 0; done < out.size(); done += tile) {
    const auto start = static_cast<std::int32_t>(first + done);
    std::uint32_t largest = 0;
    for (std::size_t i = 0; i < tile; ++i) {
      // Exact: a quotient of numbers below 2^31 rounds to an integer only if it is one. Rows beyond
      // the last one of the permutation are computed but not used.
      const std::int32_t index = start + static_cast<std::int32_t>(i);
      auto row = static_cast<std::uint32_t>(static_cast<std::int32_t>(index / width));
      std::uint32_t column = static_cast<std::uint32_t>(index) - row * p.width;
      pass(p, row, column);
      image[i] = row * p.width + column;
      largest = std::max(largest, image[i]);
    }
    const std::size_t count = std::min(tile, out.size() - done);
    if (largest >= p.size) {
      for (std::size_t i = 0; i < count; ++i) {
        while (image[i] >= p.size) {  // fewer than one in a root of `size`
          std::uint32_t row = image[i] / p.width;
          std::uint32_t column = image[i] % p.width;
          pass(p, row, column);
          image[i] = row * p.width + column;
        }
      }
    }
    std::copy_n(image.data(), count, out.data() + done);
  }
}

void images_baseline(const Permutation& permutation,
                     std::uint32_t first,
                     std::span<std::uint32_t> out) {
  images(permutation, first, out);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void images_avx2(const Permutation& permutation,
                                         std::uint32_t first,
                                         std::span<std::uint32_t> out) {
  images(permutation, first, out);
}

[[gnu::target("avx512f")]] void images_avx512(const Permutation& permutation,
                                              std::uint32_t first,
                                              std::span<std::uint32_t> out) {
  images(permutation, first, out);
}
#endif

// Fisher and Yates's shuffle: element i changes places with one of 0 … i (Eq. 14).
void shuffle(const Permutation& permutation, std::uint32_t first, std::span<std::uint32_t> images) {
  std::array<std::uint64_t, shuffled_size> draws;
  std::array<std::uint32_t, shuffled_size> order;
  philox_bits(permutation.stream, 0, std::span(draws).first(permutation.size));
  for (std::uint32_t i = 0; i < permutation.size; ++i) {
    const auto other = static_cast<std::uint32_t>((draws[i] >> 32) * (i + 1) >> 32);
    order[i] = i;
    std::swap(order[i], order[other]);
  }
  std::copy_n(order.data() + first, images.size(), images.data());
}

}  // namespace

void permute(const Permutation& permutation, std::uint32_t first, std::span<std::uint32_t> images) {
  static const PermutationKernel network = permutation_kernels().front();
  if (permutation.size <= shuffled_size) {
    shuffle(permutation, first, images);
  } else {
    network.images(permutation, first, images);
  }
}

Permutation::Permutation(std::uint32_t elements, Seed seed) : size(elements), stream(seed) {
  // An even height, as shifts of an odd cycle are even permutations: with both sides odd the
  // network would reach only half of all permutations.
  const auto root = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(elements))));
  height = root + root % 2;
  width = (elements + height - 1) / height;
  const auto words = random_words<2 * permutation_rounds>(stream);
  for (std::size_t round = 0; round < permutation_rounds; ++round) {
    keys[round] = {words[2 * round], words[2 * round + 1]};
  }
}

std::span<const PermutationKernel> permutation_kernels() {
#if defined(__x86_64__)
  static constexpr std::array<PermutationKernel, 3> kernels{
      {{"avx512f", images_avx512}, {"avx2", images_avx2}, {"baseline", images_baseline}}};
#else
  static constexpr std::array<PermutationKernel, 1> kernels{{{"baseline", images_baseline}}};
#endif
  return runnable(kernels);
}

}  // namespace uq::samplers::detail
