#include "samplers/independent.hpp"

#include "samplers/halton.hpp"
#include "samplers/lhs.hpp"
#include "samplers/sobol_sequence.hpp"
#include "tests/samplers/points.hpp"
#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"
#include "uq/core/philox.hpp"

#include <cmath>
#include <vector>

namespace {

using namespace uq::samplers;
using Catch::Contains;
using uq::Index;
using uq::Matrix;
using uq::test::all;

}  // namespace

TEST_CASE("monte carlo: column j is the stream of child column j", "[independent][unit]") {
  const uq::IndependentDesign design = independent(4, {.n = 300}, {6});
  CHECK(design.kind == uq::PointKind::monte_carlo);
  CHECK(design.replicates == 1);
  const Matrix u = all(design.points);
  for (Index j = 0; j < 4; ++j) {
    std::vector<double> stream(300);
    uq::philox_uniforms(uq::Seed{6}.child("column", static_cast<std::uint64_t>(j)), 0, stream);
    for (Index k = 0; k < 300; ++k) {
      REQUIRE(u(k, j) == stream[static_cast<std::size_t>(k)]);
    }
  }
}

TEST_CASE("monte carlo: any split gives the same bits; more rows or inputs move none",
          "[independent][property]") {
  const uq::UnitPoints points = independent(4, {.n = 1999}, {6}).points;
  const Matrix u = all(points);
  CHECK(uq::test::all_in_pieces(points) == u);
  CHECK(all(independent(7, {.n = 2500}, {6}).points).topLeftCorner(1999, 4) == u);
  CHECK(u.minCoeff() > 0);
  CHECK(u.maxCoeff() < 1);
  Matrix beyond(2, 4);
  CHECK_THROWS_AS(points.block(1998, beyond), uq::InvalidArgument);
}

// Means of uniforms have standard error sqrt(1 / 12 n), correlations 1 / sqrt(n): 5 of them has a
// chance of 6e-7 each, under 1e-5 for the 10 statistics.
TEST_CASE("monte carlo: columns are uniform and uncorrelated", "[independent][statistical]") {
  constexpr Index n = 100000;
  const Matrix u = all(independent(4, {.n = n}, {1}).points);
  const Eigen::ArrayXXd centred = u.array() - 0.5;
  for (Index j = 0; j < 4; ++j) {
    CHECK(std::abs(centred.col(j).mean()) < 5 / std::sqrt(12.0 * n));
    for (Index other = 0; other < j; ++other) {
      const double correlation = 12 * (centred.col(j) * centred.col(other)).mean();
      CHECK(std::abs(correlation) < 5 / std::sqrt(static_cast<double>(n)));
    }
  }
}

TEST_CASE("independent: a Sobol' sample is replicated and scrambled", "[independent][unit]") {
  const IndependentOptions options{.n = 800, .sampler = Sampler::sobol};
  const uq::IndependentDesign design = independent(3, options, {6});
  CHECK(design.kind == uq::PointKind::sobol);
  CHECK(design.replicates == 8);
  CHECK(all(design.points) == all(scrambled_sobol(800, 3, 8, {6})));
}

TEST_CASE("independent: each sampler gives its points, kind and replicates",
          "[independent][unit]") {
  const auto check = [](const IndependentOptions& options,
                        uq::PointKind kind,
                        Index replicates,
                        const uq::UnitPoints& expected) {
    const uq::IndependentDesign design = independent(3, options, {6});
    CHECK(design.kind == kind);
    CHECK(design.replicates == replicates);
    CHECK_FALSE(design.dependent);
    CHECK(all(design.points) == all(expected));
    CHECK(as_used(options).replicates == replicates);
  };
  using enum uq::PointKind;
  check({.n = 600, .sampler = Sampler::lhs, .replicates = 3},
        lhs,
        3,
        uq::samplers::lhs(600, 3, 3, LatinPlace::random, {6}));
  check({.n = 601, .sampler = Sampler::lhs, .centred = true},
        lhs,
        1,
        uq::samplers::lhs(601, 3, 1, LatinPlace::centred, {6}));
  check({.n = 800, .sampler = Sampler::halton}, halton, 8, scrambled_halton(800, 3, 8, {6}));
  check({.n = 800, .sampler = Sampler::sobol, .scramble = Scramble::owen},
        sobol,
        8,
        owen_sobol(800, 3, 8, {6}));
}

TEST_CASE("independent: an option without effect on the sampler is refused",
          "[independent][unit]") {
  for (const Sampler sampler : {Sampler::monte_carlo, Sampler::lhs, Sampler::halton}) {
    CHECK_THAT(fault(3, {.n = 800, .sampler = sampler, .scramble = Scramble::owen}),
               Contains("scramble = \"owen\" has no effect") && Contains("sampler = \"sobol\""));
  }
  for (const Sampler sampler : {Sampler::monte_carlo, Sampler::sobol, Sampler::halton}) {
    CHECK_THAT(fault(3, {.n = 800, .sampler = sampler, .centred = true}),
               Contains("centred = true has no effect") && Contains("sampler = \"lhs\""));
  }
  CHECK_THROWS_AS(independent(3, {.n = 800, .centred = true}, {1}), uq::InvalidArgument);
}

TEST_CASE("independent: replicates ask for a fitting n, sequences for few inputs",
          "[independent][unit]") {
  for (const Sampler sampler : {Sampler::lhs, Sampler::halton}) {
    CHECK_THAT(fault(3, {.n = 1001, .sampler = sampler}), Contains("1000 or 1008"));
    CHECK(warnings({.n = 800, .sampler = sampler}).empty());
  }
  CHECK(fault(3, {.n = 1001, .sampler = Sampler::lhs, .centred = true}).empty());
  CHECK(fault(5000, {.n = 800, .sampler = Sampler::lhs}).empty());
  CHECK_THAT(fault(3668, {.n = 800, .sampler = Sampler::halton}),
             Contains("Halton sequence") && Contains("at most 3667"));
  CHECK_THAT(fault(0, {.n = 800, .sampler = Sampler::lhs}), Contains("at least one input"));
}

TEST_CASE("independent: a Sobol' sample asks for a fitting n, a Monte Carlo one does not",
          "[independent][unit]") {
  CHECK(fault(3, {.n = 1001}).empty());
  CHECK(fault(5000, {.n = 1001}).empty());
  CHECK(warnings({.n = 1001}).empty());
  CHECK_THAT(fault(3, {.n = 1}), Contains("n = 1 ") && Contains("2 to 1000000000"));
  CHECK_THAT(fault(0, {.n = 10}), Contains("at least one input"));

  const IndependentOptions sobol{.n = 1001, .sampler = Sampler::sobol};
  CHECK_THAT(fault(3, sobol), Contains("1000 or 1008"));
  CHECK_THROWS_WITH(independent(3, sobol, {1}), Contains("1000 or 1008"));
  CHECK_THAT(fault(3668, {.n = 800, .sampler = Sampler::sobol}),
             Contains("3668 inputs") && Contains("at most 3667"));
  CHECK_THAT(fault(3, {.n = 8, .sampler = Sampler::sobol}), Contains("take n = 16"));
  REQUIRE(warnings({.n = 800, .sampler = Sampler::sobol}).size() == 1);
  CHECK(warnings({.n = 1024, .sampler = Sampler::sobol}).empty());
}

TEST_CASE("independent: options as used say how many replicates there are", "[independent][unit]") {
  CHECK(as_used({.n = 1000}).replicates == 1);
  CHECK(as_used({.n = 1024, .sampler = Sampler::sobol}).replicates == 8);
}
