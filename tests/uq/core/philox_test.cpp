#include "uq/core/philox.hpp"

#include "tests/support/catch.hpp"
#include "uq/core/philox_detail.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

using uq::Seed;

TEST_CASE("philox: blocks equal the known answers of Random123", "[philox][reference]") {
  // Lines "philox4x32 10" of tests/kat_vectors of Random123 1.14 (counter, key, block); the second
  // key and counter are all ones, the third are digits of pi. Recomputed with Debian's
  // librandom123-dev.
  using Block = std::array<std::uint32_t, 4>;
  CHECK(uq::philox4x32({0, 0, 0, 0}, {0, 0}) ==
        Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(uq::philox4x32({~0U, ~0U, ~0U, ~0U}, {~0U, ~0U}) ==
        Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(
      uq::philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
      Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("philox: every kernel gives the bits of the scalar function", "[philox][property]") {
  const Seed seed{0x299f31d0a4093822};
  for (const auto& kernel : uq::detail::philox_kernels()) {
    INFO(kernel.name);
    for (const std::uint64_t first : {std::uint64_t{0}, (std::uint64_t{1} << 32) - 7}) {
      std::vector<std::uint64_t> draws(uq::detail::philox_tile_draws);
      kernel.tile(seed, first, draws.data());
      std::vector<std::uint64_t> expected;
      for (std::uint64_t b = first; b < first + uq::detail::philox_tile_blocks; ++b) {
        const auto block = uq::philox4x32(
            {static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(b >> 32), 0, 0},
            {0xa4093822, 0x299f31d0});
        expected.push_back(block[0] | std::uint64_t{block[1]} << 32);
        expected.push_back(block[2] | std::uint64_t{block[3]} << 32);
      }
      CHECK(draws == expected);
    }
  }
}

TEST_CASE("philox: every kernel gives the same uniforms, inside (0, 1)", "[philox][property]") {
  std::vector<std::uint64_t> draws(uq::detail::philox_tile_draws);
  uq::philox_bits({5}, 0, draws);
  // 0 and all ones are the ends; both halves of the 53 bits alone; the bits that are dropped.
  const std::array<std::uint64_t, 6> special{
      0, ~std::uint64_t{0}, 0x7ff, 0x800, std::uint64_t{1} << 43, (std::uint64_t{1} << 43) - 1};
  std::copy(special.begin(), special.end(), draws.begin());
  for (const auto& kernel : uq::detail::philox_kernels()) {
    INFO(kernel.name);
    std::vector<double> u(draws.size());
    kernel.uniforms(draws.data(), u.data());
    for (std::size_t i = 0; i < draws.size(); ++i) {
      const auto k = static_cast<double>(draws[i] >> 11);
      REQUIRE(u[i] == (k == 0 ? 0x1p-54 : k * 0x1p-53));
    }
    CHECK(u[1] == 1 - 0x1p-53);
  }
}

TEST_CASE("philox: draws do not depend on the split into calls", "[philox][property]") {
  const Seed seed{0};
  std::vector<std::uint64_t> whole(1000);
  uq::philox_bits(seed, 5, whole);
  for (const std::size_t step :
       {std::size_t{1}, std::size_t{3}, std::size_t{128}, std::size_t{257}}) {
    std::vector<std::uint64_t> parts(whole.size());
    for (std::size_t i = 0; i < parts.size(); i += step) {
      uq::philox_bits(seed, 5 + i, std::span(parts).subspan(i, std::min(step, parts.size() - i)));
    }
    CHECK(parts == whole);
    std::vector<double> uniforms(whole.size());
    for (std::size_t i = 0; i < parts.size(); i += step) {
      uq::philox_uniforms(
          seed, 5 + i, std::span(uniforms).subspan(i, std::min(step, parts.size() - i)));
    }
    for (std::size_t i = 0; i < whole.size(); ++i) {
      REQUIRE(uniforms[i] == static_cast<double>(whole[i] >> 11) * 0x1p-53);
    }
  }
}

TEST_CASE("philox: uniforms are the upper 53 bits of the same stream", "[philox][property]") {
  std::vector<std::uint64_t> bits(4099);
  std::vector<double> u(bits.size());
  uq::philox_bits({42}, 1, bits);
  uq::philox_uniforms({42}, 1, u);
  for (std::size_t i = 0; i < u.size(); ++i) {
    REQUIRE(u[i] == static_cast<double>(bits[i] >> 11) * 0x1p-53);
  }
}

TEST_CASE("philox: uniforms have the mean and the variance of the law", "[philox][statistical]") {
  // z of the mean has standard error 1/sqrt(12 n), that of the mean square sqrt(4/45/n); |z| < 5
  // fails by chance with probability 6e-7 each for a random seed, never for this one.
  std::vector<double> u(1 << 20);
  uq::philox_uniforms({1}, 0, u);
  double mean = 0;
  double square = 0;
  for (const double x : u) {
    mean += x / static_cast<double>(u.size());
    square += x * x / static_cast<double>(u.size());
  }
  const double root_n = std::sqrt(static_cast<double>(u.size()));
  CHECK(std::abs(mean - 0.5) < 5 / std::sqrt(12.0) / root_n);
  CHECK(std::abs(square - 1.0 / 3) < 5 * std::sqrt(4.0 / 45) / root_n);
  CHECK(*std::min_element(u.begin(), u.end()) > 0);
  CHECK(*std::max_element(u.begin(), u.end()) < 1);
}

TEST_CASE("seed: children are named streams, apart from each other and their parent",
          "[seed][property]") {
  std::set<std::uint64_t> seen;
  for (const std::uint64_t parent : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
    seen.insert(parent);
    for (const std::uint64_t item : {0ULL, 1ULL, 1ULL << 32, ~0ULL}) {
      for (const char* purpose : {"", "bootstrap", "scramble", "bootstraq"}) {
        seen.insert(Seed{parent}.child(purpose, item).value);
      }
    }
  }
  CHECK(seen.size() == 3 + 3 * 4 * 4);
  CHECK(Seed{7}.child("bootstrap", 3) == Seed{7}.child("bootstrap", 3));
}

TEST_CASE("seed: a child is one Philox block of the hashed purpose", "[seed][reference]") {
  // FNV-1a of "a" is 0xaf63dc4c8601ec8c (draft-eastlake-fnv, test vectors); its top bit is set
  // already.
  const auto block = uq::philox4x32({0x8601ec8c, 0xaf63dc4c, 5, 0}, {9, 0});
  CHECK(Seed{9}.child("a", 5).value == (block[0] | std::uint64_t{block[1]} << 32));
}
