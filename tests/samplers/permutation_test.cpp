#include "samplers/permutation_detail.hpp"
#include "tests/samplers/points.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace {

using uq::Index;
using uq::Matrix;
using uq::Seed;
using uq::Vector;
using uq::samplers::detail::Permutation;
using uq::samplers::detail::permute;
using uq::test::chi_square;
using uq::test::chi_square_limit;

std::vector<std::uint32_t> images(std::uint32_t size, Seed seed) {
  std::vector<std::uint32_t> images(size);
  permute(Permutation(size, seed), 0, images);
  return images;
}

}  // namespace

TEST_CASE("permutation: each number is taken once", "[permutation][property]") {
  for (const std::uint32_t size :
       {1U, 2U, 3U, 64U, 997U, 1023U, 1024U, 1025U, 1026U, 1089U, 4096U, 9973U, 65536U, 1000003U}) {
    INFO(size);
    std::vector<std::uint32_t> all = images(size, {size});
    std::sort(all.begin(), all.end());
    std::vector<std::uint32_t> numbers(size);
    std::iota(numbers.begin(), numbers.end(), 0U);
    REQUIRE(all == numbers);
  }
}

TEST_CASE("permutation: any elements from anywhere are those of the whole",
          "[permutation][property]") {
  for (const std::uint32_t size : {700U, 5000U}) {
    const std::vector<std::uint32_t> whole = images(size, {4});
    const Permutation permutation(size, {4});
    for (const std::uint32_t first : {0U, 1U, 63U, 64U, 500U}) {
      for (const std::size_t count : {0U, 1U, 63U, 64U, 65U, 200U}) {
        std::vector<std::uint32_t> part(count);
        permute(permutation, first, part);
        REQUIRE(std::equal(part.begin(), part.end(), whole.begin() + first));
      }
    }
  }
}

// The network as its definition reads, on numbers of any width.
TEST_CASE("permutation: every kernel gives the numbers of the definition",
          "[permutation][property]") {
  for (const std::uint32_t size : {1025U, 1000003U, 1U << 30}) {
    const Permutation p(size, {8});
    const auto random = [](std::uint32_t count, std::uint64_t x, const auto& key) {
      x = (x ^ key[0]) * 0x85EBCA6B % (1ULL << 32);
      x = (x ^ x >> 15 ^ key[1]) * 0xC2B2AE35 % (1ULL << 32);
      return static_cast<std::uint64_t>(static_cast<float>(x >> 8) * 0x1p-24F *
                                        static_cast<float>(count)) %
             count;
    };
    const auto image = [&](std::uint64_t x) {
      do {
        std::uint64_t row = x / p.width;
        std::uint64_t column = x % p.width;
        for (std::size_t round = 0; round < p.keys.size(); round += 2) {
          row = (row + random(p.height, column, p.keys[round])) % p.height;
          column = (column + random(p.width, row, p.keys[round + 1])) % p.width;
        }
        x = row * p.width + column;
      } while (x >= size);
      return x;
    };
    for (const auto& kernel : uq::samplers::detail::permutation_kernels()) {
      INFO(std::string(kernel.name));
      for (const std::uint32_t first : {0U, 100U, size - 777}) {
        std::vector<std::uint32_t> all(777);
        kernel.images(p, first, all);
        for (std::uint32_t i = 0; i < all.size(); ++i) {
          REQUIRE(all[i] == image(first + i));
        }
      }
    }
  }
}

TEST_CASE("permutation: small ones are uniform over all permutations",
          "[permutation][statistical]") {
  std::uint64_t seed = 0;
  for (const std::uint32_t size : {2U, 3U, 4U, 5U, 6U}) {
    std::map<std::vector<std::uint32_t>, double> hits;
    std::vector<std::uint32_t> order(size);
    std::iota(order.begin(), order.end(), 0U);
    do {
      hits[order] = 0;
    } while (std::next_permutation(order.begin(), order.end()));
    for (int i = 0; i < 72000; ++i) {
      ++hits[images(size, {++seed})];
    }
    Vector counts(static_cast<Index>(hits.size()));
    std::transform(
        hits.begin(), hits.end(), counts.begin(), [](const auto& hit) { return hit.second; });
    CHECK(chi_square(counts) < chi_square_limit(static_cast<double>(counts.size() - 1)));
  }
}

// Sizes just above the shuffled ones have the smallest grid, hence the coarsest round functions.
// Neighbours are where a network of too few rounds shows: they share a row of the grid.
TEST_CASE("permutation: images of neighbours are a uniform pair", "[permutation][statistical]") {
  constexpr std::uint32_t size = 1040;
  constexpr int cells = 16;
  for (const std::uint32_t gap : {1U, 7U, 34U, 500U}) {
    Matrix hits = Matrix::Zero(cells, cells);
    for (std::uint64_t seed = 0; seed < 100000; ++seed) {
      const Permutation permutation(size, {seed});
      std::array<std::uint32_t, 1> a{};
      std::array<std::uint32_t, 1> b{};
      permute(permutation, 300, a);
      permute(permutation, 300 + gap, b);
      ++hits(a[0] * cells / size, b[0] * cells / size);
    }
    // Two different numbers fall into one cell less often than into two.
    const double per_cell = size / static_cast<double>(cells);
    const double all_pairs = static_cast<double>(size) * (size - 1);
    double statistic = 0;
    for (Index a = 0; a < cells; ++a) {
      for (Index b = 0; b < cells; ++b) {
        const double expected = 100000 * per_cell * (a == b ? per_cell - 1 : per_cell) / all_pairs;
        statistic += std::pow(hits(a, b) - expected, 2) / expected;
      }
    }
    INFO("gap " << gap);
    CHECK(statistic < chi_square_limit(cells * cells - 1));
  }
}

// The correlation of two independent random permutations of m numbers has mean 0 and variance
// 1 / (m - 1) exactly, and is nearly normal: over s seeds the mean square has relative standard
// error sqrt(2 / s). That of a permutation with its own numbers, or shifted by one, is the same.
TEST_CASE("permutation: correlations have the variance of uniform ones",
          "[permutation][statistical]") {
  constexpr int seeds = 4000;
  for (const std::uint32_t size : {101U, 1040U, 5000U}) {
    INFO(size);
    const auto standardised = [&](Seed seed) {
      Vector x(size);
      const std::vector<std::uint32_t> order = images(size, seed);
      std::copy(order.begin(), order.end(), x.begin());
      const double m = size;
      return Vector((x.array() - (m - 1) / 2) / std::sqrt((m * m - 1) / 12));
    };
    const Vector line = (Vector::LinSpaced(size, 0, size - 1).array() - (size - 1) / 2.0) /
                        std::sqrt((size * static_cast<double>(size) - 1) / 12);
    double pair_squares = 0;
    double line_squares = 0;
    double serial = 0;
    double pairs = 0;
    for (int s = 0; s < seeds; ++s) {
      const auto item = static_cast<std::uint64_t>(s);
      const Vector x = standardised(Seed{1}.child("x", item));
      const Vector y = standardised(Seed{1}.child("y", item));
      pairs += x.dot(y) / size;
      pair_squares += std::pow(x.dot(y) / size, 2);
      line_squares += std::pow(x.dot(line) / size, 2);
      serial += x.head(size - 1).dot(x.tail(size - 1)) / (size - 1);
    }
    const double variance = 1 / (size - 1.0);
    const double error = variance * std::sqrt(2.0 / seeds);
    using uq::test::within_standard_errors;
    CHECK(within_standard_errors(pairs / seeds, 0, std::sqrt(variance / seeds)));
    CHECK(within_standard_errors(pair_squares / seeds, variance, error));
    CHECK(within_standard_errors(line_squares / seeds, variance, error));
    CHECK(within_standard_errors(serial / seeds, -variance, std::sqrt(variance / seeds)));
  }
}
