#include "uq/core/philox.hpp"

#include "uq/core/philox_detail.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace uq {
namespace {

// Multipliers and Weyl increments of Philox4x32: Salmon et al. (2011), section 4.2 and Random123.
constexpr std::uint64_t multiplier_0 = 0xD2511F53;
constexpr std::uint64_t multiplier_1 = 0xCD9E8D57;
constexpr std::uint32_t weyl_0 = 0x9E3779B9;
constexpr std::uint32_t weyl_1 = 0xBB67AE85;
constexpr int rounds = 10;
constexpr std::size_t tile_blocks = detail::philox_tile_blocks;
constexpr std::size_t tile_draws = detail::philox_tile_draws;

constexpr std::uint32_t low(std::uint64_t word) {
  return static_cast<std::uint32_t>(word);
}
constexpr std::uint32_t high(std::uint64_t word) {
  return static_cast<std::uint32_t>(word >> 32);
}

// Baseline kernel: 32-bit words in columns, one loop per round; gcc turns it into SSE2's 32 x 32 ->
// 64 bit products.
void tile_baseline(Seed seed, std::uint64_t first_block, std::uint64_t* draws) {
  std::array<std::uint32_t, tile_blocks> c0, c1, c2{}, c3{};
  for (std::size_t i = 0; i < tile_blocks; ++i) {
    c0[i] = low(first_block + i);
    c1[i] = high(first_block + i);
  }
  std::uint32_t k0 = low(seed.value);
  std::uint32_t k1 = high(seed.value);
  for (int round = 0; round < rounds; ++round, k0 += weyl_0, k1 += weyl_1) {
    for (std::size_t i = 0; i < tile_blocks; ++i) {
      const std::uint64_t p0 = c0[i] * multiplier_0;
      const std::uint64_t p1 = c2[i] * multiplier_1;
      c0[i] = high(p1) ^ c1[i] ^ k0;
      c1[i] = low(p1);
      c2[i] = high(p0) ^ c3[i] ^ k1;
      c3[i] = low(p0);
    }
  }
  for (std::size_t i = 0; i < tile_blocks; ++i) {
    draws[2 * i] = c0[i] | std::uint64_t{c1[i]} << 32;
    draws[2 * i + 1] = c2[i] | std::uint64_t{c3[i]} << 32;
  }
}

// The upper 53 bits k as the double k 2^-53, 0 as 2^-54 (contract C4). The two halves of k become
// doubles by placing them under the exponents 2^31 and 2^-1: every step is exact, and unlike a
// conversion of a 64-bit integer it vectorises on every processor.
inline double to_uniform(std::uint64_t bits) {
  const double upper = std::bit_cast<double>(bits >> 43 | 0x41E0000000000000);
  const double lower = std::bit_cast<double>((bits >> 11 & 0xffffffff) | 0x3FE0000000000000);
  const double u = (upper - 0x1.00000001p31) + lower;
  return u > 0x1p-54 ? u : 0x1p-54;
}

void uniforms_baseline(const std::uint64_t* draws, double* u) {
  for (std::size_t i = 0; i < tile_draws; ++i) {
    u[i] = to_uniform(draws[i]);
  }
}

#if defined(__x86_64__)
// The wide kernels keep each 32-bit word in the low half of a 64-bit lane, one block per lane. The
// multiplication reads low halves only, so what collects in the high ones does no harm, and a round
// is two products, two shifts and four exclusive ors: the baseline pays as much again for shuffles.
[[gnu::target("avx2")]] void tile_avx2(Seed seed, std::uint64_t first_block, std::uint64_t* draws) {
  const __m256i m0 = _mm256_set1_epi64x(multiplier_0);
  const __m256i m1 = _mm256_set1_epi64x(multiplier_1);
  const __m256i low_half = _mm256_set1_epi64x(0xffffffff);
  for (std::size_t i = 0; i < tile_blocks; i += 4) {
    const auto block = static_cast<long long>(first_block + i);
    __m256i c0 = _mm256_add_epi64(_mm256_set1_epi64x(block), _mm256_setr_epi64x(0, 1, 2, 3));
    __m256i c1 = _mm256_srli_epi64(c0, 32);
    __m256i c2 = _mm256_setzero_si256();
    __m256i c3 = _mm256_setzero_si256();
    std::uint32_t k0 = low(seed.value);
    std::uint32_t k1 = high(seed.value);
    for (int round = 0; round < rounds; ++round, k0 += weyl_0, k1 += weyl_1) {
      const __m256i p0 = _mm256_mul_epu32(c0, m0);
      const __m256i p1 = _mm256_mul_epu32(c2, m1);
      c0 =
          _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p1, 32), c1), _mm256_set1_epi64x(k0));
      c1 = p1;
      c2 =
          _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p0, 32), c3), _mm256_set1_epi64x(k1));
      c3 = p0;
    }
    // Draws 2j and 2j + 1 of lanes 0 … 3 stand in two registers: interleave them.
    const __m256i even = _mm256_or_si256(_mm256_and_si256(c0, low_half), _mm256_slli_epi64(c1, 32));
    const __m256i odd = _mm256_or_si256(_mm256_and_si256(c2, low_half), _mm256_slli_epi64(c3, 32));
    const __m256i lanes_0_2 = _mm256_unpacklo_epi64(even, odd);
    const __m256i lanes_1_3 = _mm256_unpackhi_epi64(even, odd);
    auto* out = reinterpret_cast<__m256i*>(draws + 2 * i);
    _mm256_storeu_si256(out, _mm256_permute2x128_si256(lanes_0_2, lanes_1_3, 0x20));
    _mm256_storeu_si256(out + 1, _mm256_permute2x128_si256(lanes_0_2, lanes_1_3, 0x31));
  }
}

[[gnu::target("avx2")]] void uniforms_avx2(const std::uint64_t* draws, double* u) {
  for (std::size_t i = 0; i < tile_draws; ++i) {
    u[i] = to_uniform(draws[i]);
  }
}

// AVX-512 kernel: 64-bit lanes that keep each word in the low half. AVX512DQ multiplies such lanes
// in one instruction, which saves the shuffles of the baseline: three times as fast.
[[gnu::target("avx512f,avx512dq")]] void tile_avx512(Seed seed,
                                                     std::uint64_t first_block,
                                                     std::uint64_t* draws) {
  constexpr std::uint64_t mask = 0xffffffff;
  for (std::size_t i = 0; i < tile_blocks; ++i) {
    std::uint64_t c0 = (first_block + i) & mask;
    std::uint64_t c1 = (first_block + i) >> 32;
    std::uint64_t c2 = 0;
    std::uint64_t c3 = 0;
    std::uint32_t k0 = static_cast<std::uint32_t>(seed.value);
    std::uint32_t k1 = static_cast<std::uint32_t>(seed.value >> 32);
    for (int round = 0; round < rounds; ++round, k0 += weyl_0, k1 += weyl_1) {
      const std::uint64_t p0 = c0 * multiplier_0;
      const std::uint64_t p1 = c2 * multiplier_1;
      c0 = (p1 >> 32) ^ c1 ^ k0;
      c1 = p1 & mask;
      c2 = (p0 >> 32) ^ c3 ^ k1;
      c3 = p0 & mask;
    }
    draws[2 * i] = c0 | c1 << 32;
    draws[2 * i + 1] = c2 | c3 << 32;
  }
}
#endif

const detail::PhiloxKernel& best_kernel() {
  static const detail::PhiloxKernel kernel = detail::philox_kernels().front();
  return kernel;
}

// Calls write(tile, draw in the tile, position in the output, count) for consecutive pieces of
// draws [first, first + size).
template <class Write>
void for_each_tile(Seed seed, std::uint64_t first, std::size_t size, Write write) {
  std::array<std::uint64_t, tile_draws> draws;
  std::size_t skip = first % 2;
  for (std::size_t done = 0; done < size; skip = 0) {
    best_kernel().tile(seed, (first + done) / 2, draws.data());
    const std::size_t count = std::min(tile_draws - skip, size - done);
    write(draws, skip, done, count);
    done += count;
  }
}

}  // namespace

std::span<const detail::PhiloxKernel> detail::philox_kernels() {
#if defined(__x86_64__)
  static constexpr std::array<PhiloxKernel, 3> kernels{
      {{"avx512dq", tile_avx512, uniforms_avx2},
       {"avx2", tile_avx2, uniforms_avx2},
       {"baseline", tile_baseline, uniforms_baseline}}};
  const bool avx2 = __builtin_cpu_supports("avx2");
  const bool avx512 =
      avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
  return std::span(kernels).subspan(avx512 ? 0 : avx2 ? 1 : 2);
#else
  static constexpr std::array<PhiloxKernel, 1> kernels{
      {{"baseline", tile_baseline, uniforms_baseline}}};
  return kernels;
#endif
}

std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                        std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t p0 = counter[0] * multiplier_0;
    const std::uint64_t p1 = counter[2] * multiplier_1;
    counter = {high(p1) ^ counter[1] ^ key[0], low(p1), high(p0) ^ counter[3] ^ key[1], low(p0)};
    key[0] += weyl_0;
    key[1] += weyl_1;
  }
  return counter;
}

void philox_bits(Seed seed, std::uint64_t first, std::span<std::uint64_t> out) {
  for_each_tile(seed,
                first,
                out.size(),
                [out](const auto& tile, std::size_t skip, std::size_t position, std::size_t count) {
                  std::copy_n(tile.data() + skip, count, out.data() + position);
                });
}

void philox_uniforms(Seed seed, std::uint64_t first, std::span<double> out) {
  for_each_tile(seed,
                first,
                out.size(),
                [out](const auto& tile, std::size_t skip, std::size_t position, std::size_t count) {
                  double* const u = out.data() + position;
                  if (count == tile_draws) {
                    best_kernel().uniforms(tile.data(), u);
                    return;
                  }
                  std::array<double, tile_draws> all;
                  best_kernel().uniforms(tile.data(), all.data());
                  std::copy_n(all.data() + skip, count, u);
                });
}

}  // namespace uq
