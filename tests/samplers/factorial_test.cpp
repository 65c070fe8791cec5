#include "samplers/factorial.hpp"

#include "tests/samplers/points.hpp"
#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"

#include <set>
#include <vector>

namespace {

using uq::Index;
using uq::Matrix;
using uq::UnitPoints;
using uq::samplers::factorial;

}  // namespace

TEST_CASE("factorial: the first dimension runs fastest through midpoints", "[factorial][unit]") {
  const UnitPoints points = factorial({2, 3});
  CHECK(points.count == 6);
  CHECK(points.dims == 2);
  Matrix expected(6, 2);
  expected << 0.25, 0.5 / 3, 0.75, 0.5 / 3, 0.25, 0.5, 0.75, 0.5, 0.25, 2.5 / 3, 0.75, 2.5 / 3;
  CHECK(uq::test::all(points) == expected);
  CHECK((uq::test::all(factorial({1})).array() == 0.5).all());
}

TEST_CASE("factorial: each combination of levels comes once", "[factorial][property]") {
  const std::vector<Index> levels{3, 1, 4, 7, 2};
  const UnitPoints points = factorial(levels);
  REQUIRE(points.count == 3 * 1 * 4 * 7 * 2);
  const Matrix u = uq::test::all(points);
  CHECK(uq::test::all_in_pieces(points) == u);
  std::set<std::vector<Index>> seen;
  for (Index i = 0; i < u.rows(); ++i) {
    std::vector<Index> combination;
    for (Index j = 0; j < u.cols(); ++j) {
      combination.push_back(
          static_cast<Index>(u(i, j) * static_cast<double>(levels[static_cast<std::size_t>(j)])));
    }
    seen.insert(combination);
  }
  CHECK(static_cast<Index>(seen.size()) == points.count);
}

TEST_CASE("factorial: rows of a design too large to hold can be had", "[factorial][unit]") {
  const UnitPoints points = factorial({Index{1} << 40, 1 << 20});
  CHECK(points.count == Index{1} << 60);
  const Matrix u = uq::test::rows(points, points.count - 2, 2);
  CHECK(u(1, 0) == 1 - 0x1p-41);
  CHECK(u(1, 1) == 1 - 0x1p-21);
  CHECK(u(0, 0) == 1 - 3 * 0x1p-41);
  const Matrix edge = uq::test::rows(factorial({Index{1} << 52}), (Index{1} << 52) - 1, 1);
  CHECK(edge(0, 0) < 1);
}

TEST_CASE("factorial: what cannot be counted is refused", "[factorial][unit]") {
  CHECK_THROWS_WITH(factorial({}), Catch::Contains("at least one dimension"));
  CHECK_THROWS_WITH(factorial({3, 0}), Catch::Contains("0 levels of dimension 1"));
  CHECK_THROWS_AS(factorial({-2}), uq::InvalidArgument);
  CHECK_THROWS_AS(factorial({(Index{1} << 52) + 1}), uq::InvalidArgument);
  CHECK_THROWS_WITH(factorial({Index{1} << 40, 1 << 20, 8}), Catch::Contains("first 3 dimensions"));
  CHECK(factorial({Index{1} << 40, 1 << 20, 7}).count == 7 * (Index{1} << 60));
  Matrix u(2, 2);
  CHECK_THROWS_AS(factorial({2, 3}).block(5, u), uq::InvalidArgument);
}
