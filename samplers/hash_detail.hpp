#pragma once

#include "uq/core/philox.hpp"
#include "uq/core/seed.hpp"

#include <array>
#include <cstdint>

namespace uq::samplers::detail {

/// Key of one hash function: 96 random bits, so that no two of a design's functions are related.
using HashKey = std::array<std::uint32_t, 3>;

/// Random function of 32 bits, a bijection under each key: three rounds of exclusive or with a key
/// word, shift and multiplication. The key enters between the rounds: under h(x ^ key) alone,
/// columns would hold the same words in another order.
/// @source multipliers: finaliser of MurmurHash3 (A. Appleby, 2011) and 2^32 / golden ratio;
///   docs/methods/designs.md Eq. 9.
[[gnu::always_inline]] inline std::uint32_t keyed_hash(std::uint32_t x, const HashKey& key) {
  x ^= key[0];
  x = (x ^ x >> 16) * 0x85EBCA6B;
  x ^= key[1];
  x = (x ^ x >> 15) * 0xC2B2AE35;
  x ^= key[2];
  x = (x ^ x >> 16) * 0x9E3779B1;
  return x ^ x >> 15;
}

/// h * count / 2^32 rounded down: a hash as a number below `count`.
[[gnu::always_inline]] inline std::uint32_t below(std::uint32_t count, std::uint32_t hash) {
  return static_cast<std::uint32_t>(std::uint64_t{hash} * count >> 32);
}

/// The first `Words` 32-bit halves of the draws of a stream, low half first.
template <std::size_t Words>
std::array<std::uint32_t, Words> random_words(Seed stream) {
  std::array<std::uint64_t, (Words + 1) / 2> draws;
  philox_bits(stream, 0, draws);
  std::array<std::uint32_t, Words> words;
  for (std::size_t i = 0; i < Words; ++i) {
    words[i] = static_cast<std::uint32_t>(draws[i / 2] >> (i % 2 * 32));
  }
  return words;
}

}  // namespace uq::samplers::detail
