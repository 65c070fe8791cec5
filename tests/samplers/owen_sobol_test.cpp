#include "samplers/owen_kernel_detail.hpp"
#include "samplers/sobol_sequence.hpp"
#include "tests/samplers/points.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using uq::Index;
using uq::Matrix;
using uq::UnitPoints;
using uq::Vector;
using uq::samplers::owen_sobol;
using uq::test::all;
using uq::test::digits_of;
using uq::test::is_stratified;

Matrix plain_points(Index n, Index dims) {
  Matrix plain(n, dims);
  uq::samplers::sobol_raw(uq::samplers::sobol_directions(dims), 0, plain);
  return plain;
}

/// Variance of the mean of f over the replicates of a design, about the known mean.
template <class F>
double variance(const UnitPoints& points, Index replicates, double mean, F f) {
  const Index rows = points.count / replicates;
  double squares = 0;
  for (Index r = 0; r < replicates; ++r) {
    const Matrix u = uq::test::rows(points, r * rows, rows);
    double sum = 0;
    for (Index i = 0; i < rows; ++i) {
      sum += f(u.row(i));
    }
    squares += std::pow(sum / static_cast<double>(rows) - mean, 2);
  }
  return squares / static_cast<double>(replicates);
}

}  // namespace

TEST_CASE("owen: 2^m points fill each 1/2^m of every dimension once", "[owen][property]") {
  for (const Index n : {64, 1024}) {
    const Matrix u = all(owen_sobol(n, 3667, 1, {7}));
    for (Index j = 0; j < u.cols(); ++j) {
      REQUIRE(is_stratified(u.col(j), n));
    }
  }
  CHECK(is_stratified(all(owen_sobol(1 << 20, 1, 1, {7})).col(0), 1 << 20));
}

TEST_CASE("owen: aligned later blocks and replicates are nets as well", "[owen][property]") {
  const Matrix u = all(owen_sobol(3 * 4096, 20, 3, {3}));
  for (Index first = 0; first < u.rows(); first += 256) {
    for (Index j = 0; j < u.cols(); ++j) {
      REQUIRE(is_stratified(u.col(j).segment(first, 256), 256));
    }
  }
}

TEST_CASE("owen: the first plane stays a (0, m, 2)-net", "[owen][property]") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (Index n = 1; n <= 4096; n *= 2) {
      const Matrix u = all(owen_sobol(n, 2, 1, {seed}));
      REQUIRE(uq::test::is_net_in_plane(u.col(0), u.col(1)));
    }
  }
}

TEST_CASE("owen: points share leading digits as the plain ones do", "[owen][property]") {
  constexpr Index n = 256;
  constexpr Index dims = 30;
  const Matrix plain = plain_points(n, dims);
  const Matrix u = all(owen_sobol(n, dims, 1, {11}));
  for (Index j = 0; j < dims; ++j) {
    for (Index a = 0; a < n; ++a) {
      for (Index b = 0; b < a; ++b) {
        REQUIRE(std::countl_zero(digits_of(u(a, j)) ^ digits_of(u(b, j))) ==
                std::countl_zero(digits_of(plain(a, j)) ^ digits_of(plain(b, j))));
      }
    }
  }
}

TEST_CASE("owen: every kernel gives the bits of the definition", "[owen][property]") {
  using namespace uq::samplers::detail;
  const std::vector<std::uint64_t> all_directions = uq::samplers::sobol_directions(5);
  std::vector<std::uint32_t> directions;
  for (std::size_t bit = 0; bit < 30; ++bit) {
    directions.push_back(static_cast<std::uint32_t>(all_directions[4 * 53 + bit] >> 23));
  }
  const OwenTree tree({12});
  const auto defined = [&](std::uint64_t index) {
    std::uint32_t x = 0;
    for (std::size_t bit = 0; bit < 30; ++bit) {
      x ^= ((index ^ index >> 1) >> bit & 1) != 0 ? directions[bit] : 0;
    }
    std::uint64_t k = 0;
    for (int level = 0; level < 30; ++level) {
      const int group = level / 5;
      const std::uint32_t word =
          group == 0
              ? tree.root
              : keyed_hash(x >> (30 - 5 * group), tree.groups[static_cast<std::size_t>(group - 1)]);
      const int within = level % 5;  // the node's digits within the group follow a leading 1
      const std::uint32_t node = 1U << within | (x >> (30 - level) & ((1U << within) - 1));
      k = k << 1 | ((x >> (29 - level) ^ word >> node) & 1);
    }
    k = k << 23 | keyed_hash(x, tree.tail) >> 9;
    return k == 0 ? 0x1p-54 : std::ldexp(static_cast<double>(k), -53);
  };
  for (const OwenKernel& kernel : owen_kernels()) {
    INFO(std::string(kernel.name));
    for (const std::uint32_t first : {0U, 37U, 64U, (1U << 20) - 700, (1U << 30) - 999}) {
      std::vector<double> u(999);
      kernel.fill({directions.data(), &tree}, first, u);
      for (std::uint32_t i = 0; i < u.size(); ++i) {
        REQUIRE(u[i] == defined(first + i));
      }
    }
  }
}

// A node flips its digit or not: seven nodes have 128 equally likely states. Sets of nodes: a whole
// small tree; one across the border between two hashes, with its twin under another prefix; nodes
// of one deep level; two dimensions.
TEST_CASE("owen: nodes of the tree flip independently", "[owen][statistical]") {
  constexpr Index n = 4096;
  constexpr Index dims = 3;
  constexpr Index replicates = 20000;
  struct Node {
    Index dim;
    int level;
    std::uint64_t prefix;  // of `level` digits
  };
  const std::vector<std::vector<Node>> sets{
      {{0, 0, 0}, {0, 1, 0}, {0, 1, 1}, {0, 2, 0}, {0, 2, 1}, {0, 2, 2}, {0, 2, 3}},
      {{0, 4, 5}, {0, 5, 10}, {0, 5, 11}, {0, 6, 20}, {0, 6, 21}, {0, 6, 22}, {0, 6, 23}},
      {{1, 5, 10}, {1, 5, 26}, {1, 6, 20}, {1, 6, 52}, {1, 10, 1}, {1, 10, 2}, {1, 10, 513}},
      {{2, 11, 0}, {2, 11, 1}, {2, 11, 2}, {2, 11, 4}, {2, 11, 1024}, {2, 11, 2047}, {2, 11, 99}},
      {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 7, 77}, {1, 7, 77}, {2, 7, 77}, {2, 7, 78}}};
  const Matrix plain = plain_points(n, dims);
  const UnitPoints points = owen_sobol(n * replicates, dims, replicates, {1});
  for (const auto& set : sets) {
    std::vector<Index> rows;
    for (const Node& node : set) {
      Index row = 0;
      while (digits_of(plain(row, node.dim)) >> (53 - node.level) != node.prefix) {
        ++row;
      }
      rows.push_back(row);
    }
    Vector hits = Vector::Zero(128);
    for (Index r = 0; r < replicates; ++r) {
      Index state = 0;
      for (std::size_t k = 0; k < set.size(); ++k) {
        const Matrix u = uq::test::rows(points, r * n + rows[k], 1);
        const std::uint64_t flips =
            digits_of(u(0, set[k].dim)) ^ digits_of(plain(rows[k], set[k].dim));
        state = 2 * state + static_cast<Index>(flips >> (52 - set[k].level) & 1);
      }
      ++hits[state];
    }
    CHECK(uq::test::chi_square(hits) < uq::test::chi_square_limit(127));
  }
}

// In one dimension a scrambled net is a stratified sample: the variance of a mean of f is
// ∫ f'^2 / (12 n^3) up to a relative n^-2.
TEST_CASE("owen: in one dimension the variance is that of a stratified sample",
          "[owen][statistical]") {
  constexpr Index replicates = 4000;
  for (const Index n : {16, 64, 256}) {
    const double expected = (std::exp(2.0) - 1) / (24 * std::pow(static_cast<double>(n), 3));
    const double found = variance(owen_sobol(n * replicates, 1, replicates, {6}),
                                  replicates,
                                  std::exp(1.0) - 1,
                                  [](const auto& u) { return std::exp(u[0]); });
    CHECK(uq::test::within_standard_errors(
        found,
        expected,
        expected * (std::sqrt(2.0 / replicates) + 1.0 / static_cast<double>(n * n))));
  }
}

// Smooth in 2 dimensions: variance n^-3 log n (Owen 1997b), a slope between -3 and -2.7 from
// n = 2^6 to 2^11, known within 0.015. A linear scramble has the same variance as a nested one
// (Owen 2003): the ratio of two has relative standard error sqrt(4 / R) when means are nearly
// normal.
TEST_CASE("owen: the variance falls like n^-3 and is no larger than that of a linear scramble",
          "[owen][statistical]") {
  constexpr Index replicates = 3000;
  const auto smooth = [](const auto& u) {
    double product = 1;
    for (Index j = 0; j < u.size(); ++j) {
      product *= 1 + (u[j] - 0.5) / static_cast<double>(j + 1);
    }
    return product;
  };
  const auto of = [&](Index n, Index dims) {
    return variance(owen_sobol(n * replicates, dims, replicates, {5}), replicates, 1, smooth);
  };
  const double slope = std::log2(of(2048, 2) / of(64, 2)) / 5;
  INFO("slope " << slope);
  CHECK(slope < -2.65);
  CHECK(slope > -3.1);
  const double nested = of(256, 5);
  const double linear = variance(
      uq::samplers::scrambled_sobol(256 * replicates, 5, replicates, {5}), replicates, 1, smooth);
  INFO("nested over linear " << nested / linear);
  CHECK(nested / linear < 1 + uq::test::allowed_standard_errors * std::sqrt(4.0 / replicates));
}
