#include "samplers/halton.hpp"

#include "samplers/halton_kernel_detail.hpp"
#include "tests/samplers/points.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/statistics.hpp"
#include "uq/core/error.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using uq::Index;
using uq::Matrix;
using uq::UnitPoints;
using uq::Vector;
using uq::samplers::halton_points;
using uq::samplers::halton_raw;
using uq::samplers::primes;
using uq::samplers::scrambled_halton;
using uq::test::all;
using uq::test::is_stratified;

/// Leading digit k (from 0) of u in base b.
Index digit(double u, Index base, int k) {
  double rest = u;
  for (; k > 0; --k) {
    rest = rest * static_cast<double>(base);
    rest -= std::floor(rest);
  }
  return static_cast<Index>(rest * static_cast<double>(base));
}

}  // namespace

TEST_CASE("halton: raw points are the reference values", "[halton][reference]") {
  const nlohmann::json reference = uq::test::reference("sequences.json");
  int cases = 0;
  for (const auto& known : reference["cases"]) {
    if (known["kind"] != "halton") {
      continue;
    }
    ++cases;
    INFO(known["id"].get<std::string>());
    const auto bases = known["bases"].get<std::vector<std::uint32_t>>();
    CHECK(primes(static_cast<Index>(bases.size())) == bases);
    const auto first = known["index"][0].get<Index>();
    Matrix u(static_cast<Index>(known["index"].size()), static_cast<Index>(bases.size()));
    halton_raw(first, u);
    for (Index i = 0; i < u.rows(); ++i) {
      const auto row = static_cast<std::size_t>(i);
      REQUIRE(known["index"][row].get<Index>() == first + i);
      for (Index j = 0; j < u.cols(); ++j) {
        const double value = known["points"][row][static_cast<std::size_t>(j)].get<double>();
        REQUIRE(std::abs(u(i, j) - value) <= known["tol"].get<double>());
        REQUIRE(u(i, j) == value);  // both are rounded once
      }
    }
  }
  CHECK(cases == 2);
}

TEST_CASE("halton: bases are the primes", "[halton][unit]") {
  const std::vector<std::uint32_t> bases = primes(uq::samplers::max_halton_dims);
  CHECK(bases.size() == 3667);
  CHECK(bases.front() == 2);
  CHECK(bases[999] == 7919);  // the thousandth prime
  CHECK(primes(0).empty());
  std::vector<char> composite(bases.back() + 1, 0);
  std::vector<std::uint32_t> sieve;
  for (std::uint32_t p = 2; p < composite.size(); ++p) {
    if (composite[p] == 0) {
      sieve.push_back(p);
      for (std::uint32_t multiple = 2 * p; multiple < composite.size(); multiple += p) {
        composite[multiple] = 1;
      }
    }
  }
  CHECK(bases == sieve);
}

TEST_CASE("halton: b^m points fill each b^-m of their dimension once", "[halton][property]") {
  const std::vector<std::uint32_t> bases = primes(10);
  for (std::size_t j = 0; j < bases.size(); ++j) {
    const Index base = bases[j];
    for (Index n = base; n < 10000; n *= base) {
      const auto column = static_cast<Index>(j);
      REQUIRE(is_stratified(all(halton_points(n, 10)).col(column), n));
      const Matrix u = all(scrambled_halton(3 * n, 10, 3, {4}));
      for (Index r = 0; r < 3; ++r) {
        REQUIRE(is_stratified(u.col(column).segment(r * n, n), n));
      }
    }
  }
}

// By the Chinese remainder theorem, any 2^a 3^c 5^e neighbours.
TEST_CASE("halton: boxes of 2^-a x 3^-c x 5^-e hold one of as many points", "[halton][property]") {
  const UnitPoints points = scrambled_halton(10 * 8 * 9 * 5, 3, 1, {6});
  for (Index first = 0; first < points.count; first += 8 * 9 * 5) {
    const Matrix u = uq::test::rows(points, first, 8 * 9 * 5);
    Vector hits = Vector::Zero(8 * 9 * 5);
    for (Index i = 0; i < u.rows(); ++i) {
      ++hits[(static_cast<Index>(8 * u(i, 0)) * 9 + static_cast<Index>(9 * u(i, 1))) * 5 +
             static_cast<Index>(5 * u(i, 2))];
    }
    REQUIRE((hits.array() == 1).all());
  }
}

TEST_CASE("halton: points for use are midpoints of the cells in each base", "[halton][unit]") {
  for (const Index n : {1, 2, 3, 8, 9, 10, 1000}) {
    const Matrix u = all(halton_points(n, 5));
    Matrix plain(n, 5);
    halton_raw(0, plain);
    const std::vector<std::uint32_t> bases = primes(5);
    for (Index j = 0; j < 5; ++j) {
      double cells = 1;
      while (cells < static_cast<double>(n)) {
        cells *= bases[static_cast<std::size_t>(j)];
      }
      REQUIRE((u.col(j) - plain.col(j)).isApproxToConstant(0.5 / cells, 1e-12));
      REQUIRE(u.col(j).minCoeff() > 0);
      REQUIRE(u.col(j).maxCoeff() < 1);
    }
  }
  CHECK(uq::test::all_in_pieces(halton_points(1000, 5)) == all(halton_points(1000, 5)));
  CHECK_THROWS_AS(halton_points(0, 5), uq::InvalidArgument);
  CHECK_THROWS_AS(halton_points(10, 3668), uq::InvalidArgument);
}

TEST_CASE("halton: the last points of the sequence can be had", "[halton][unit]") {
  constexpr Index end = Index{1} << 39;
  Matrix u(2, uq::samplers::max_halton_dims);
  halton_raw(end - 2, u);
  CHECK(u(1, 0) == 1 - 0x1p-39);  // 39 ones
  CHECK(u.minCoeff() > 0);
  CHECK(u.maxCoeff() < 1);
  const double base = 34313;  // digits of 2^39 - 1 in the last base, lowest in front
  const double low = std::fmod(0x1p39 - 1, base);
  const double middle = std::fmod(std::floor((0x1p39 - 1) / base), base);
  const double high = std::floor((0x1p39 - 1) / (base * base));
  CHECK(u(1, 3666) == ((low * base + middle) * base + high) / (base * base * base));
  CHECK_THROWS_AS(halton_raw(end - 1, u), uq::InvalidArgument);
  CHECK_THROWS_AS(halton_raw(-1, u), uq::InvalidArgument);
}

TEST_CASE("halton: division by a product is exact", "[halton][property]") {
  for (const std::uint32_t base : primes(uq::samplers::max_halton_dims)) {
    const uq::samplers::detail::Divisor divisor(base);
    for (const std::uint32_t multiple : {1U, 2U, 1000U, ((1U << 31) - 1) / base}) {
      for (const std::uint32_t x : {multiple * base - 1, multiple * base}) {
        REQUIRE(divisor.quotient(x) == x / base);
      }
    }
    REQUIRE(divisor.quotient((1U << 31) - 1) == ((1U << 31) - 1) / base);
  }
}

TEST_CASE("halton: every kernel gives the bits of the definition", "[halton][property]") {
  using namespace uq::samplers::detail;
  for (const std::uint32_t base : {2U, 3U, 29U, 34313U}) {
    std::vector<HaltonDigit> digits;
    double cells = 1;
    for (std::uint32_t k = 0; cells < 0x1p30; ++k, cells *= base) {
      digits.push_back({1 + (k * 7919) % (base - 1), {k + 1, 5 * k, 77}});
    }
    const HaltonColumn column{Divisor(base), digits, Cells(cells)};
    for (const HaltonKernel& kernel : halton_kernels()) {
      INFO(std::string(kernel.name) << " base " << base);
      for (const std::uint32_t first : {0U, 37U, 64U, 1000000U, (1U << 30) - 999}) {
        std::vector<double> u(999, 0.3);
        kernel.fill(column, first, u);
        for (std::uint32_t i = 0; i < u.size(); ++i) {
          std::uint64_t rest = first + i;
          std::uint64_t cell = 0;
          std::uint64_t prefix = 0;
          std::uint64_t weight = 1;
          for (const HaltonDigit& digit : digits) {
            const std::uint64_t d = rest % base;
            const std::uint64_t shift =
                keyed_hash(static_cast<std::uint32_t>(prefix), digit.key) * std::uint64_t{base} >>
                32;
            cell = cell * base + (d * digit.factor + shift) % base;
            prefix += d * weight;
            weight *= base;
            rest /= base;
          }
          REQUIRE(u[i] == (static_cast<double>(cell) + 0.3) / cells);
        }
      }
    }
  }
}

// The digits of two points that differ first at digit k are a uniform pair of different digits, and
// later ones are independent: at k = 0 for points 0 and 1, at k = 1 for points 0 and b.
TEST_CASE("halton: digits of two points are a uniform pair", "[halton][statistical]") {
  constexpr Index replicates = 20000;
  const UnitPoints points = scrambled_halton(32 * replicates, 3, replicates, {8});
  for (Index j = 1; j < 3; ++j) {
    const Index base = j == 1 ? 3 : 5;
    Vector split = Vector::Zero(base * base);
    Vector later = Vector::Zero(base * base);
    Vector deep = Vector::Zero(base * base);
    for (Index r = 0; r < replicates; ++r) {
      const Matrix u = uq::test::rows(points, 32 * r, base + 1);
      const auto pair = [&](Index other, int k) {
        return digit(u(0, j), base, k) * base + digit(u(other, j), base, k);
      };
      ++split[pair(1, 0)];
      ++later[pair(1, 1)];
      ++deep[pair(base, 1)];
      REQUIRE(digit(u(0, j), base, 0) == digit(u(base, j), base, 0));
    }
    const auto degrees = static_cast<double>(base * base);
    CHECK(uq::test::chi_square(later) < uq::test::chi_square_limit(degrees - 1));
    for (const Vector& hits : {split, deep}) {
      Vector different(base * (base - 1));
      Index at = 0;
      for (Index state = 0; state < base * base; ++state) {
        if (state % base == state / base) {
          REQUIRE(hits[state] == 0);
        } else {
          different[at++] = hits[state];
        }
      }
      CHECK(uq::test::chi_square(different) <
            uq::test::chi_square_limit(static_cast<double>(different.size() - 1)));
    }
  }
}

// As a stratified sample in each dimension: the variance of the mean of exp(u_j) over b^m points is
// (e^2 - 1) / (24 n^3) up to a relative n^-2. A scramble by one permutation per digit has n^-2.
TEST_CASE("halton: in one dimension the variance is that of a stratified sample",
          "[halton][statistical]") {
  constexpr Index replicates = 4000;
  for (const auto& [j, n] : {std::pair<Index, Index>{0, 64}, {1, 81}, {2, 125}, {9, 29}}) {
    const UnitPoints points = scrambled_halton(n * replicates, 10, replicates, {3});
    double squares = 0;
    for (Index r = 0; r < replicates; ++r) {
      const Vector u = uq::test::rows(points, r * n, n).col(j);
      squares += std::pow(u.array().exp().mean() - (std::exp(1.0) - 1), 2);
    }
    const double size = static_cast<double>(n);
    const double expected = (std::exp(2.0) - 1) / (24 * std::pow(size, 3));
    CHECK(uq::test::within_standard_errors(
        squares / replicates,
        expected,
        expected * (std::sqrt(2.0 / replicates) + 1 / (size * size))));
  }
}
