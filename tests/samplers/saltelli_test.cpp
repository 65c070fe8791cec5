#include "samplers/saltelli.hpp"

#include "samplers/sobol_sequence.hpp"
#include "tests/samplers/points.hpp"
#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"

#include <string>

namespace {

using namespace uq::samplers;
using Catch::Contains;
using uq::Index;
using uq::Matrix;
using uq::test::all;

}  // namespace

TEST_CASE("saltelli: A and B are the 2d columns of one scrambled sequence", "[saltelli][unit]") {
  const uq::SaltelliDesign design = saltelli(3, {.n = 64}, {4});
  CHECK(design.n() == 64);
  CHECK(design.dims() == 3);
  CHECK(design.blocks() == 5);
  CHECK(design.kind == uq::PointKind::sobol);
  CHECK(design.replicates == 1);
  CHECK(all(design.points) == all(scrambled_sobol(64, 6, 1, {4})));
}

// Halves of one d-column sequence would make B a continuation of A; 12 and 45 inputs are where
// tools with short tables or letters for names break.
TEST_CASE("saltelli: each of the 2d columns is stratified and differs from the others",
          "[saltelli][property]") {
  for (const Index d : {1, 12, 45}) {
    const Matrix u = all(saltelli(d, {.n = 256}, {8}).points);
    REQUIRE(u.cols() == 2 * d);
    for (Index j = 0; j < 2 * d; ++j) {
      REQUIRE(uq::test::is_stratified(u.col(j), 256));
      for (Index other = 0; other < j; ++other) {
        REQUIRE((u.col(j).array() != u.col(other).array()).any());
      }
    }
  }
}

TEST_CASE("saltelli: replicates split the rows into independent nets", "[saltelli][property]") {
  const uq::SaltelliDesign design = saltelli(2, {.n = 8 * 512, .ci = Interval::replicates}, {1});
  CHECK(design.replicates == 8);
  const Matrix u = all(design.points);
  for (Index r = 0; r < 8; ++r) {
    for (Index j = 0; j < 4; ++j) {
      REQUIRE(uq::test::is_stratified(u.col(j).segment(r * 512, 512), 512));
    }
  }
}

TEST_CASE("saltelli: automatic intervals take replicates from 4096 rows on", "[saltelli][unit]") {
  CHECK(replicates({.n = 4095}) == 1);
  CHECK(replicates({.n = 2048}) == 1);
  CHECK(replicates({.n = 4096}) == 8);
  CHECK(replicates({.n = 4096, .replicates = 16}) == 16);
  CHECK(replicates({.n = 1 << 20, .ci = Interval::bootstrap}) == 1);
  CHECK(replicates({.n = 1024, .ci = Interval::replicates, .replicates = 4}) == 4);
}

TEST_CASE("saltelli: any n is accepted and one not a power of two warns once", "[saltelli][unit]") {
  CHECK(warnings({.n = 1024}).empty());
  CHECK(warnings({.n = 4096}).empty());
  CHECK(warnings({.n = 6 * 1024, .ci = Interval::replicates, .replicates = 6}).empty());
  const uq::Warnings plain = warnings({.n = 1000});
  REQUIRE(plain.size() == 1);
  CHECK(plain[0].code == "W021");
  CHECK_THAT(plain[0].message,
             Contains("n = 1000") && Contains("balance") && Contains("512 or 1024"));
  const uq::Warnings replicated = warnings({.n = 5000});
  REQUIRE(replicated.size() == 1);
  CHECK_THAT(replicated[0].message, Contains("8 replicates 625 rows") && Contains("4096 or 8192"));
  CHECK(fault(3, {.n = 1000}).empty());
}

// Measured with 16 rows each: 256 replicates cover ST of Ishigami's function 0.35 to 0.90 of the
// time, 8 of them 0.94 to 0.98. What a replicate is biased by does not average out.
TEST_CASE("saltelli: more replicates than rows in each are warned of", "[saltelli][unit]") {
  const auto told = [](Index n, Index replicates, Interval ci) {
    return warnings({.n = n, .ci = ci, .replicates = replicates});
  };
  CHECK(told(4096, 64, Interval::replicates).empty());
  const uq::Warnings many = told(4096, 128, Interval::replicates);
  REQUIRE(many.size() == 1);
  CHECK(many[0].code == "W081");
  CHECK_THAT(many[0].message, Contains("128 replicates of 32 rows") && Contains("64 or fewer"));
  CHECK(told(4096, 128, Interval::automatic).size() == 1);
  CHECK(told(4096, 128, Interval::bootstrap).empty());
}

TEST_CASE(
    "saltelli: a remainder falls back to the bootstrap, or is refused when replicates are "
    "asked for",
    "[saltelli][unit]") {
  const SaltelliOptions automatic{.n = 5001};
  CHECK(fault(3, automatic).empty());
  CHECK(saltelli(3, automatic, {1}).replicates == 1);
  const uq::Warnings told = warnings(automatic);
  REQUIRE(told.size() == 2);
  CHECK(told[0].code == "W021");
  CHECK(told[1].code == "W022");
  CHECK_THAT(told[1].message, Contains("bootstrap") && Contains("5000 or 5008"));

  const SaltelliOptions asked{.n = 5001, .ci = Interval::replicates};
  CHECK_THAT(fault(3, asked), Contains("n = 5001") && Contains("5000 or 5008"));
  CHECK_THROWS_WITH(saltelli(3, asked, {1}), Contains("5000 or 5008"));
  // Below the least size only the larger neighbour works.
  CHECK_THAT(fault(3, {.n = 129, .ci = Interval::replicates, .replicates = 9}),
             Contains("take n = 144") && !Contains(" or "));
}

TEST_CASE("saltelli: sizes too small or too large are refused with the number",
          "[saltelli][unit]") {
  CHECK_THAT(fault(3, {.n = 15}), Contains("n = 15") && Contains("16 to 1000000000"));
  CHECK(fault(3, {.n = 16}).empty());
  CHECK_THAT(fault(3, {.n = 64, .ci = Interval::replicates}),
             Contains("8 rows") && Contains("n = 128"));
  CHECK_THAT(fault(3, {.n = 64, .replicates = 1}), Contains("replicates = 1"));
  CHECK_THAT(fault(3, {.n = 4096, .replicates = 0}), Contains("replicates = 0"));
  CHECK(replicates({.n = 4096, .replicates = 0}) == 1);  // no division before `fault` is asked
  CHECK_THAT(fault(1834, {.n = 64}),
             Contains("1834 inputs") && Contains("3668") && Contains("3667") && Contains("1833"));
  CHECK(fault(1833, {.n = 64}).empty());
  CHECK(saltelli(1833, {.n = 16}, {1}).dims() == 1833);
  CHECK_THAT(fault(0, {.n = 64}), Contains("at least one input"));
  CHECK_THROWS_AS(saltelli(0, {.n = 64}, {1}), uq::InvalidArgument);
}

TEST_CASE("saltelli: options as used say how many replicates there are", "[saltelli][unit]") {
  CHECK(as_used({.n = 4096}).replicates == 8);
  CHECK(as_used({.n = 4096, .ci = Interval::bootstrap}).replicates == 1);
  CHECK(as_used({.n = 1024}).replicates == 1);
}
