// What every replicated design promises, whatever its points.
#include "samplers/halton.hpp"
#include "samplers/lhs.hpp"
#include "samplers/sobol_sequence.hpp"
#include "tests/samplers/points.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace {

using uq::Index;
using uq::Matrix;
using uq::Seed;
using uq::UnitPoints;
using uq::Vector;
using uq::samplers::LatinPlace;
using uq::test::all;

struct Design {
  std::string name;
  std::function<UnitPoints(Index n, Index dims, Index replicates, Seed seed)> points;
  bool sequence = true;  ///< more rows per replicate leave the earlier ones where they are
  bool random = true;    ///< all digits of a point are
};

std::vector<Design> designs() {
  using namespace uq::samplers;
  const auto latin = [](LatinPlace place) {
    return [place](Index n, Index dims, Index replicates, Seed seed) {
      return lhs(n, dims, replicates, place, seed);
    };
  };
  return {{"owen", owen_sobol},
          {"halton", scrambled_halton},
          {"lhs", latin(LatinPlace::random), false},
          {"lhs centred", latin(LatinPlace::centred), false, false}};
}

}  // namespace

TEST_CASE("designs: any split into blocks gives the same bits", "[designs][property]") {
  for (const Design& design : designs()) {
    INFO(design.name);
    for (const Index replicates : {1, 3, 7}) {
      for (const Index rows : {1, 100, 2100}) {  // below and above the largest shuffled hypercube
        const UnitPoints points = design.points(rows * replicates, 6, replicates, {9});
        CHECK(uq::test::all_in_pieces(points) == all(points));
      }
    }
  }
}

TEST_CASE("designs: any number of threads gives the same bits", "[designs][property]") {
  constexpr Index block = 100;
  for (const Design& design : designs()) {
    INFO(design.name);
    const UnitPoints points = design.points(5000, 4, 2, {3});
    const Matrix expected = all(points);
    for (const int threads : {1, 2, 5}) {
      uq::set_threads(threads);
      Matrix u(5000, 4);
      uq::parallel_for(5000 / block, [&](Index task) {
        points.block(task * block, u.middleRows(task * block, block));
      });
      CHECK(u == expected);
    }
    uq::set_threads(0);
  }
}

TEST_CASE("designs: more dimensions, replicates or rows move no point", "[designs][property]") {
  for (const Design& design : designs()) {
    INFO(design.name);
    for (const Index rows : {50, 1500}) {
      const Matrix u = all(design.points(3 * rows, 5, 3, {2}));
      CHECK(all(design.points(3 * rows, 9, 3, {2})).leftCols(5) == u);
      CHECK(all(design.points(8 * rows, 5, 8, {2})).topRows(3 * rows) == u);
      if (design.sequence) {
        const Matrix longer = all(design.points(3 * 20 * rows, 5, 3, {2}));
        for (Index r = 0; r < 3; ++r) {
          CHECK(longer.middleRows(r * 20 * rows, rows) == u.middleRows(r * rows, rows));
        }
      }
    }
  }
}

TEST_CASE("designs: seeds, replicates and dimensions differ", "[designs][property]") {
  for (const Design& design : designs()) {
    INFO(design.name);
    const Matrix u = all(design.points(2 * 512, 12, 2, {0}));
    const Matrix other = all(design.points(2 * 512, 12, 2, {1}));
    // Centred points share 512 places: by chance one row in 512 agrees.
    const double most = design.random ? 0 : 12;
    const auto agree = [](const auto& a, const auto& b) {
      return static_cast<double>((a.array() == b.array()).count());
    };
    CHECK(agree(u, other) <= 12 * 2 * most);
    CHECK(agree(u.topRows(512), u.bottomRows(512)) <= 12 * most);
    for (Index j = 1; j < 12; ++j) {
      CHECK(agree(u.col(j), u.col(j - 1)) <= most);
    }
  }
}

TEST_CASE("designs: all 53 digits vary and no u is 0 or 1", "[designs][property]") {
  for (const Design& design : designs()) {
    INFO(design.name);
    const Matrix u = all(design.points(4096, 40, 1, {5}));
    CHECK(u.minCoeff() > 0);
    CHECK(u.maxCoeff() < 1);
    for (Index j = 0; design.random && j < u.cols(); ++j) {
      std::uint64_t ones = 0;
      std::uint64_t zeros = 0;
      for (const double x : u.col(j)) {
        ones |= uq::test::digits_of(x);
        zeros |= ~uq::test::digits_of(x);
      }
      REQUIRE((ones & zeros) == (std::uint64_t{1} << 53) - 1);
    }
  }
}

TEST_CASE("designs: the last rows of the largest sample can be had", "[designs][unit]") {
  constexpr Index most = Index{1} << 30;
  for (const Design& design : designs()) {
    INFO(design.name);
    const UnitPoints points = design.points(most, 3, 1, {5});
    const Matrix u = uq::test::rows(points, most - 100, 100);
    CHECK(u.minCoeff() > 0);
    CHECK(u.maxCoeff() < 1);
    CHECK(uq::test::rows(points, most - 1, 1) == u.bottomRows(1));
    CHECK_THROWS_WITH(design.points(most + 1, 3, 1, {5}), Catch::Contains("at most 1073741824"));
  }
}

TEST_CASE("designs: sizes that do not fit are refused", "[designs][unit]") {
  for (const Design& design : designs()) {
    INFO(design.name);
    CHECK_THROWS_AS(design.points(100, 2, 3, {1}), uq::InvalidArgument);
    CHECK_THROWS_AS(design.points(0, 2, 1, {1}), uq::InvalidArgument);
    CHECK_THROWS_AS(design.points(10, 2, 0, {1}), uq::InvalidArgument);
    CHECK_THROWS_AS(design.points(10, -1, 1, {1}), uq::InvalidArgument);
    const UnitPoints points = design.points(16, 2, 1, {1});
    Matrix u(8, 2);
    CHECK_THROWS_WITH(points.block(9, u), Catch::Contains("16 rows"));
    CHECK_THROWS_AS(points.block(-1, u), uq::InvalidArgument);
  }
  CHECK_THROWS_AS(uq::samplers::owen_sobol(16, 3668, 1, {1}), uq::InvalidArgument);
  CHECK_THROWS_AS(uq::samplers::scrambled_halton(16, 3668, 1, {1}), uq::InvalidArgument);
}

// Chi-square over 16 x 16 cells of two coordinates of one point over replicates: the point is
// uniform in the plane, whatever its row.
TEST_CASE("designs: each point is uniform over the replicates", "[designs][statistical]") {
  constexpr Index replicates = 25600;
  for (const Design& design : designs()) {
    INFO(design.name);
    const UnitPoints points = design.points(64 * replicates, 4, replicates, {17});
    Matrix first = Matrix::Zero(16, 16);
    Matrix later = Matrix::Zero(16, 16);
    for (Index r = 0; r < replicates; ++r) {
      const Matrix a = uq::test::rows(points, 64 * r, 1);
      const Matrix b = uq::test::rows(points, 64 * r + 37, 1);
      ++first(static_cast<Index>(16 * a(0, 0)), static_cast<Index>(16 * a(0, 1)));
      ++later(static_cast<Index>(16 * b(0, 2)), static_cast<Index>(16 * b(0, 3)));
    }
    for (const Matrix& hits : {first, later}) {
      CHECK(uq::test::chi_square(hits.reshaped()) < uq::test::chi_square_limit(255));
    }
  }
}

// Over the replicates, estimates of a mean are independent: neighbours have correlation 0.
TEST_CASE("designs: replicates are independent", "[designs][statistical]") {
  constexpr Index replicates = 20000;
  for (const Design& design : designs()) {
    if (!design.random) {
      continue;
    }
    INFO(design.name);
    const UnitPoints points = design.points(16 * replicates, 2, replicates, {23});
    const Matrix u = all(points);
    Vector error(replicates);
    for (Index r = 0; r < replicates; ++r) {
      const auto rows = u.middleRows(16 * r, 16).array();
      error[r] = (rows.col(0) * rows.col(1)).mean() - 0.25;
    }
    const double squares = error.squaredNorm();
    const Index pairs = replicates - 1;
    const double correlation = error.head(pairs).dot(error.tail(pairs)) / squares;
    CHECK(uq::test::within_standard_errors(
        correlation, 0, 1 / std::sqrt(static_cast<double>(pairs))));
    CHECK(uq::test::within_standard_errors(
        error.mean(), 0, std::sqrt(squares) / static_cast<double>(replicates)));
  }
}
