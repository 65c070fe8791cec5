#include "samplers/lhs.hpp"

#include "tests/samplers/points.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

using uq::Index;
using uq::Matrix;
using uq::UnitPoints;
using uq::Vector;
using uq::samplers::LatinPlace;
using uq::samplers::lhs;
using uq::test::all;
using uq::test::is_stratified;

}  // namespace

TEST_CASE("lhs: each replicate has one point in each cell of every column", "[lhs][property]") {
  for (const LatinPlace place : {LatinPlace::random, LatinPlace::centred}) {
    for (const Index rows : {1, 2, 3, 5, 7, 10, 97, 1000, 1023, 1024, 1025, 1031, 10000}) {
      for (const Index replicates : {1, 3}) {
        const Matrix u = all(lhs(rows * replicates, 4, replicates, place, {5}));
        for (Index r = 0; r < replicates; ++r) {
          for (Index j = 0; j < 4; ++j) {
            REQUIRE(is_stratified(u.col(j).segment(r * rows, rows), rows));
          }
        }
      }
    }
  }
}

TEST_CASE("lhs: a million rows fill a million cells", "[lhs][property]") {
  for (const Index rows : {Index{1} << 20, Index{1000003}}) {
    const Matrix u = all(lhs(rows, 1, 1, LatinPlace::random, {6}));
    CHECK(is_stratified(u.col(0), rows));
  }
}

// Of 2^30 rows a sample: no cell twice, which independent draws of 2^18 rows would have 32 times.
TEST_CASE("lhs: a thousand million rows need no table", "[lhs][property]") {
  constexpr Index n = Index{1} << 30;
  const UnitPoints points = lhs(n, 1, 1, LatinPlace::random, {7});
  std::vector<Index> cells;
  for (Index block = 0; block < 256; ++block) {
    const Matrix u = uq::test::rows(points, block << 22, 1024);
    for (const double x : u.col(0)) {
      cells.push_back(static_cast<Index>(x * static_cast<double>(n)));
    }
  }
  std::sort(cells.begin(), cells.end());
  CHECK(std::adjacent_find(cells.begin(), cells.end()) == cells.end());
}

TEST_CASE("lhs: centred points are the midpoints of the cells", "[lhs][unit]") {
  for (const Index n : {1, 2, 3, 10, 1500}) {
    const Matrix u = all(lhs(n, 3, 1, LatinPlace::centred, {1}));
    for (Index j = 0; j < 3; ++j) {
      Vector column = u.col(j);
      std::sort(column.begin(), column.end());
      for (Index i = 0; i < n; ++i) {
        REQUIRE(column[i] == (static_cast<double>(i) + 0.5) / static_cast<double>(n));
      }
    }
  }
}

TEST_CASE("lhs: random and centred points lie in the same cells", "[lhs][property]") {
  for (const Index n : {1000, 3000}) {
    const Matrix u = all(lhs(n, 3, 1, LatinPlace::random, {2}));
    const Matrix centred = all(lhs(n, 3, 1, LatinPlace::centred, {2}));
    CHECK((u - centred).cwiseAbs().maxCoeff() < 0.5 / static_cast<double>(n));
  }
}

// Place within the cell: chi-square over 64 parts.
TEST_CASE("lhs: random places are uniform within the cells", "[lhs][statistical]") {
  for (const Index rows : {1000, 4000}) {
    const Matrix u = all(lhs(50 * rows, 2, 50, LatinPlace::random, {3}));
    for (Index j = 0; j < 2; ++j) {
      Vector hits = Vector::Zero(64);
      for (const double x : u.col(j)) {
        const double scaled = x * static_cast<double>(rows);
        ++hits[static_cast<Index>(64 * (scaled - std::floor(scaled)))];
      }
      CHECK(uq::test::chi_square(hits) < uq::test::chi_square_limit(63));
    }
  }
}

// Stein (1987): the variance of a mean is 1/n of that of what no sum of functions of single inputs
// explains. For f = u + v + (u - 1/2)(v - 1/2) that is 1/144, whereas f has 1/6 + 1/144; the
// variance of the mean over replicates is known within sqrt(2 / R). The additive part adds of order
// n^-3.
TEST_CASE("lhs: the variance of a mean is that of the interactions", "[lhs][statistical]") {
  constexpr Index replicates = 4000;
  for (const Index rows : {100, 1500}) {
    const UnitPoints points = lhs(rows * replicates, 2, replicates, LatinPlace::random, {4});
    Vector means(replicates);
    for (Index r = 0; r < replicates; ++r) {
      const Matrix u = uq::test::rows(points, r * rows, rows);
      const auto x = u.col(0).array();
      const auto y = u.col(1).array();
      means[r] = (x + y + (x - 0.5) * (y - 0.5)).mean() - 1;
    }
    const double n = static_cast<double>(rows);
    const double expected = 1 / (144 * n) + 2 / (12 * n * n * n);
    const double squares = means.squaredNorm() / replicates;
    CHECK(uq::test::within_standard_errors(
        squares, expected, expected * std::sqrt(2.0 / replicates)));
    CHECK(uq::test::within_standard_errors(means.mean(), 0, std::sqrt(expected / replicates)));
  }
}
