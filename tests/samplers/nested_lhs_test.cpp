#include "samplers/nested_lhs.hpp"

#include "samplers/discrepancy.hpp"
#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"

#include <cmath>
#include <set>

using uq::Index;
using uq::Matrix;
using uq::Seed;
using namespace uq::samplers;

namespace {

Matrix plain(Index n, Index dims, Seed seed, LatinPlace place = LatinPlace::random) {
  Matrix u(n, dims);
  lhs(n, dims, 1, place, seed).block(0, u);
  return u;
}

Matrix joined(const Matrix& first, const Matrix& second) {
  Matrix all(first.rows() + second.rows(), first.cols());
  all << first, second;
  return all;
}

/// Cells of the finest grid that hold a point, per column the fewest.
Index occupied(const Matrix& u) {
  Index least = u.rows();
  for (Index k = 0; k < u.cols(); ++k) {
    std::set<Index> cells;
    for (Index i = 0; i < u.rows(); ++i) {
      cells.insert(static_cast<Index>(std::floor(u(i, k) * static_cast<double>(u.rows()))));
    }
    least = std::min(least, static_cast<Index>(cells.size()));
  }
  return least;
}

}  // namespace

TEST_CASE("nested lhs: doubling a hypercube gives a hypercube", "[nested_lhs][property]") {
  // Each old cell is split in two, one half of which holds its point.
  const Index n = GENERATE(1, 2, 10, 57);
  const Matrix old = plain(n, 4, Seed{1});
  for (const LatinPlace place : {LatinPlace::random, LatinPlace::centred}) {
    const Matrix fresh = extend_lhs(old, n, place, {}, Seed{2});
    REQUIRE(fresh.rows() == n);
    CHECK(occupied(joined(old, fresh)) == 2 * n);
  }
  // Thrice as many rows of centred points, too.
  const Matrix centred = plain(n, 4, Seed{1}, LatinPlace::centred);
  CHECK(occupied(joined(centred, extend_lhs(centred, 2 * n, LatinPlace::random, {}, Seed{2}))) ==
        3 * n);
}

TEST_CASE("nested lhs: new points lie in cells of their own, without an old one",
          "[nested_lhs][property]") {
  const Index m = GENERATE(1, 7, 60);
  const Matrix old = plain(100, 3, Seed{3});
  const Matrix fresh = extend_lhs(old, m, LatinPlace::random, {}, Seed{4});
  const auto cell = [&](double x) {
    return static_cast<Index>(std::floor(x * static_cast<double>(100 + m)));
  };
  for (Index k = 0; k < 3; ++k) {
    std::set<Index> taken;
    for (Index i = 0; i < 100; ++i) {
      taken.insert(cell(old(i, k)));
    }
    for (Index i = 0; i < m; ++i) {
      CHECK(taken.insert(cell(fresh(i, k))).second);
    }
  }
}

TEST_CASE("nested lhs: the order of new points is improved with the old ones there",
          "[nested_lhs][property]") {
  const Matrix old = plain(40, 4, Seed{5});
  const Matrix any = extend_lhs(old, 40, LatinPlace::random, {}, Seed{6});
  const Matrix apart =
      extend_lhs(old, 40, LatinPlace::random, OptimalLhsOptions{.proposals = 8000}, Seed{6});
  const auto nearest = [&](const Matrix& fresh) {
    double least = 9;
    const Matrix all = joined(old, fresh);
    for (Index i = 40; i < 80; ++i) {
      for (Index j = 0; j < i; ++j) {
        least = std::min(least, (all.row(i) - all.row(j)).norm());
      }
    }
    return least;
  };
  CHECK(nearest(apart) > 1.3 * nearest(any));
  CHECK(occupied(joined(old, apart)) == 80);
}

TEST_CASE("nested lhs: the same seed gives the same points, without old ones a hypercube",
          "[nested_lhs][property]") {
  const Matrix none(0, 3);
  const Matrix first = extend_lhs(none, 20, LatinPlace::random, {}, Seed{1});
  CHECK(occupied(first) == 20);
  CHECK((first.array() == extend_lhs(none, 20, LatinPlace::random, {}, Seed{1}).array()).all());
  CHECK_FALSE(
      (first.array() == extend_lhs(none, 20, LatinPlace::random, {}, Seed{2}).array()).any());
}

TEST_CASE("nested lhs: what cannot be extended is refused", "[nested_lhs][unit]") {
  Matrix old = plain(5, 2, Seed{1});
  CHECK_THROWS_AS(extend_lhs(old, 0, LatinPlace::random, {}, Seed{1}), uq::InvalidArgument);
  CHECK_THROWS_AS(extend_lhs(old, 1 << 24, LatinPlace::random, {}, Seed{1}), uq::InvalidArgument);
  CHECK_THROWS_AS(extend_lhs(Matrix(3, 0), 2, LatinPlace::random, {}, Seed{1}),
                  uq::InvalidArgument);
  CHECK_THROWS_AS(extend_lhs(old, 4000, LatinPlace::random, OptimalLhsOptions{}, Seed{1}),
                  uq::InvalidArgument);
  old(2, 1) = 1;
  CHECK_THROWS_AS(extend_lhs(old, 2, LatinPlace::random, {}, Seed{1}), uq::InvalidArgument);
}
