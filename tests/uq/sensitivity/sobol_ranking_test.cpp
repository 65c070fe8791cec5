// How sure the order of the inputs by their total index is.
#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "tests/uq/sensitivity/saltelli_outputs.hpp"
#include "uq/sensitivity/ranking.hpp"

#include <cmath>

using namespace uq::sensitivity;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::PointKind;
using uq::Seed;

TEST_CASE("sobol ranking: of Ishigami's function x1 leads, x3 is last, a dead input ties with none",
          "[sobol][ranking][unit]") {
  for (const Index replicates : {1, 8}) {
    CAPTURE(replicates);
    const auto design = shape(2048, 3, PointKind::monte_carlo, replicates);
    const Matrix y = random_outputs(ishigami(), 2048, Seed{4});
    const auto result = sobol(design, {y}, {.resamples = 400, .epsilon = 0.3}, Seed{1});
    CHECK(result.before.shape == std::vector<Index>{1, 3, 3});
    CHECK(std::isnan(result.before.at({0, 1, 1})));
    for (Index i = 0; i < 3; ++i) {
      for (Index j = 0; j < 3; ++j) {
        if (i != j) {
          CHECK(result.before.at({0, i, j}) + result.before.at({0, j, i}) == Approx(1));
        }
      }
    }
    CHECK(result.before.at({0, 0, 2}) == 1);    // ST = 0.558 against 0.244
    CHECK(result.before.at({0, 0, 1}) > 0.95);  // against 0.442
    CHECK(result.stable_top.at({0}) == 2);
    CHECK(result.stable_top_share.at({0}) > 0.95);
    CHECK(result.below.at({0, 0}) == 0);
    CHECK(result.below.at({0, 2}) > 0.9);
  }
  Matrix y = random_outputs(ishigami(), 256, Seed{5});
  y.col(3) = y.col(0);
  y.col(4) = y.col(0);
  const auto dead = sobol(shape(256, 3), {y}, {.resamples = 100}, Seed{1});
  CHECK(dead.before.at({0, 1, 2}) == 0.5);
  CHECK(dead.below.at({0, 1}) == 1);
  CHECK(dead.stable_top.at({0}) == 1);
}

TEST_CASE("sobol ranking: there is none without draws, nor of very many inputs",
          "[sobol][ranking][unit]") {
  const Matrix y = random_outputs(ishigami(), 64, Seed{6});
  CHECK(sobol(shape(64, 3), {y}, {.interval = SobolInterval::asymptotic}, Seed{1})
            .before.data.empty());
  const KnownFunction wide = g_function(std::vector<double>(most_ranked + 1, 1));
  const Matrix many = random_outputs(wide, 16, Seed{7});
  CHECK(sobol(shape(16, most_ranked + 1), {many}, {.resamples = 100}, Seed{1}).before.data.empty());
}

TEST_CASE("sobol ranking: an output's order has the same bits beside other outputs",
          "[sobol][ranking][property]") {
  const Matrix a = random_outputs(ishigami(), 512, Seed{8});
  Matrix b = random_outputs(g_function({0, 1, 4.5}), 512, Seed{9});
  for (const Index replicates : {1, 4}) {
    const auto design = shape(512, 3, PointKind::monte_carlo, replicates);
    const auto alone = sobol(design, {b}, {.resamples = 100}, Seed{1});
    const auto beside = sobol(design, {a, b}, {.resamples = 100}, Seed{1});
    for (Index i = 0; i < 3; ++i) {
      CHECK(alone.below.at({0, i}) == beside.below.at({1, i}));
      for (Index j = 0; j < 3; ++j) {
        CHECK((i == j || alone.before.at({0, i, j}) == beside.before.at({1, i, j})));
      }
    }
  }
}

TEST_CASE("sobol ranking: a wrong order is called sure no oftener than the level allows",
          "[sobol][ranking][statistical]") {
  // Total indices 0.459 and 0.436: hard to tell apart at this size.
  const KnownFunction close = g_function({1, 1.06, 4});
  REQUIRE(close.ST[0] > close.ST[1]);
  constexpr int repeats = 400;
  for (const Index replicates : {1, 8}) {
    int wrong = 0;
    int right = 0;
    for (int r = 0; r < repeats; ++r) {
      const Seed seed = Seed{10}.child("repeat", static_cast<std::uint64_t>(r));
      const auto design = shape(512, 3, PointKind::monte_carlo, replicates);
      const Matrix y = random_outputs(close, 512, seed);
      const auto result = sobol(design, {y}, {.resamples = 200}, seed);
      wrong += result.before.at({0, 1, 0}) >= 0.95 ? 1 : 0;
      right += result.before.at({0, 0, 1}) >= 0.95 ? 1 : 0;
    }
    CAPTURE(replicates, wrong, right);
    const double se = std::sqrt(0.05 * 0.95 / repeats);
    CHECK(wrong <= repeats * (0.05 + allowed_standard_errors * se));
    CHECK(right > wrong);
    CHECK(right < repeats / 2);  // else the case would be too easy to tell anything
  }
}
