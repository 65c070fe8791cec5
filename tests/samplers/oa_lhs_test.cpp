#include "samplers/oa_lhs.hpp"

#include "samplers/discrepancy.hpp"
#include "samplers/field_detail.hpp"
#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"

#include <cmath>
#include <set>
#include <utility>
#include <vector>

using Catch::Contains;
using uq::Index;
using uq::Matrix;
using uq::Seed;
using namespace uq::samplers;

TEST_CASE("oa_lhs: each pair of columns has one point in each cell", "[oa_lhs][property]") {
  // Primes and powers of primes, up to the most columns there are.
  const Index q = GENERATE(2, 3, 4, 5, 7, 8, 9, 16, 25, 27);
  CAPTURE(q);
  const Index n = q * q;
  const Matrix u = oa_lhs(n, q + 1, LatinPlace::random, Seed{4});
  REQUIRE(u.rows() == n);
  REQUIRE(u.cols() == q + 1);
  const auto cell = [](double x, Index cells) {
    return static_cast<Index>(std::floor(x * static_cast<double>(cells)));
  };
  for (Index k = 0; k <= q; ++k) {
    std::set<Index> fine;
    for (Index i = 0; i < n; ++i) {
      CHECK((u(i, k) > 0 && u(i, k) < 1));
      fine.insert(cell(u(i, k), n));
    }
    CHECK(fine.size() == static_cast<std::size_t>(n));  // a latin hypercube
    for (Index l = 0; l < k; ++l) {
      std::set<std::pair<Index, Index>> pairs;
      for (Index i = 0; i < n; ++i) {
        pairs.insert({cell(u(i, k), q), cell(u(i, l), q)});
      }
      CHECK(pairs.size() == static_cast<std::size_t>(n));
    }
  }
}

TEST_CASE("oa_lhs: centred points lie in the middle of their cells", "[oa_lhs][property]") {
  const Matrix u = oa_lhs(49, 5, LatinPlace::centred, Seed{1});
  for (Index k = 0; k < 5; ++k) {
    for (Index i = 0; i < 49; ++i) {
      CHECK(49 * u(i, k) - std::floor(49 * u(i, k)) == Approx(0.5).margin(1e-12));
    }
  }
}

TEST_CASE("oa_lhs: seeds give different points, one seed the same", "[oa_lhs][property]") {
  const Matrix one = oa_lhs(25, 4, LatinPlace::random, Seed{1});
  CHECK((one.array() == oa_lhs(25, 4, LatinPlace::random, Seed{1}).array()).all());
  CHECK_FALSE((one.array() == oa_lhs(25, 4, LatinPlace::random, Seed{2}).array()).any());
}

TEST_CASE("oa_lhs: illegal sizes are refused with the nearest legal ones", "[oa_lhs][unit]") {
  CHECK(oa_lhs_fault(49, 8).empty());
  CHECK(oa_lhs_fault(64, 9).empty());
  CHECK(oa_lhs_fault(50, 3) ==
        "n = 50 with 3 inputs has no orthogonal-array hypercube: n must be q² with q a prime power "
        "of at least 2; take n = 49 = 7² or 64 = 8²");
  CHECK_THAT(oa_lhs_fault(49, 9), Contains("at least 8; take n = 64 = 8²"));
  CHECK_THAT(oa_lhs_fault(36, 3), Contains("take n = 25 = 5² or 49 = 7²"));  // 6 is no prime power
  CHECK_THAT(oa_lhs_fault(1, 1), Contains("with 1 input has") && Contains("take n = 4 = 2²"));
  CHECK_THAT(oa_lhs_fault(2000000, 3), Contains("take n = 1048576 = 1024²"));
  CHECK_THAT(oa_lhs_fault(100, 2000), Contains("and at most 1024"));
  CHECK_FALSE(oa_lhs_fault(4, 0).empty());
  CHECK_THROWS_AS(oa_lhs(50, 3, LatinPlace::random, Seed{1}), uq::InvalidArgument);
}

TEST_CASE("field: every power of a prime gives a field", "[oa_lhs][property]") {
  const Index q = GENERATE(2, 3, 4, 8, 9, 13, 25, 32, 49, 121);
  CAPTURE(q);
  const detail::Field field(q);
  for (Index a = 0; a < q; ++a) {
    std::set<Index> sums;
    std::set<Index> products;
    for (Index b = 0; b < q; ++b) {
      sums.insert(field.add(a, b));
      products.insert(field.multiply(a, b));
      CHECK(field.multiply(a, b) == field.multiply(b, a));
      const Index c = (a + 2 * b + 1) % q;
      CHECK(field.multiply(a, field.add(b, c)) ==
            field.add(field.multiply(a, b), field.multiply(a, c)));
    }
    CHECK(sums.size() == static_cast<std::size_t>(q));
    CHECK(products.size() == static_cast<std::size_t>(a == 0 ? 1 : q));  // no divisors of zero
    CHECK(field.multiply(1, a) == a);
  }
  for (const Index none : {0, 1, 6, 12, 100}) {
    CHECK_THROWS_AS(detail::Field(none), uq::InvalidArgument);
  }
}
