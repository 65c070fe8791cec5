// Kinks, jumps and changes of regime with known places.

#include "tests/support/catch.hpp"
#include "tests/uq/sensitivity/oat_support.hpp"

#include <cmath>
#include <limits>
#include <string>

using uq::Vector;
using uq::sensitivity::OatInput;
using uq::sensitivity::OatOptions;
using uq::sensitivity::OatResult;
using uq::test::moving;
using uq::test::oat_of;

namespace {

/// GEMM m x k x n in 2 bytes: time of compute and of memory at rates eta_c P and eta_m W.
double gemm(double m, double n, double k, double eta_c, double eta_m) {
  const double flops = 2 * m * n * k;
  const double bytes = 2 * (m * k + k * n + m * n);
  return std::max(flops / (eta_c * 989.4e12), bytes / (eta_m * 3.35e12));
}

/// The batch at which the matrix product turns from memory to compute.
double crossover(double n, double k, double eta_c, double eta_m) {
  const double ridge = eta_c * 989.4e12 / (eta_m * 3.35e12);
  return 1 / (1 / ridge - 1 / n - 1 / k);
}

}  // namespace

TEST_CASE("oat: the roofline crossover is found where it lies", "[oat][kink][unit]") {
  const double m = crossover(4096, 4096, 0.6, 0.7);
  // Ridge 253.1 with these rates; the crossover of the notes, 283.9, has ridge 249.33.
  CHECK(1 / (1 / 249.33 - 2.0 / 4096) == Approx(283.9).margin(0.1));
  const OatResult r =
      oat_of({[](const Vector& x) { return gemm(x[0], 4096, 4096, x[1], x[2]); }},
             {OatInput{.nominal = 256, .low = 128, .high = 512}, moving(0.6), moving(0.7, 0.2)});
  CHECK(r.kink.data[0] == 1);
  CHECK(r.kink_at.data[0] == Approx(m).epsilon(1e-6));
  CHECK(r.kink_at_high.data[0] == r.kink_at.data[0]);
  CHECK(std::isnan(r.kink_at_low.data[0]));
  // eta_c and eta_m cross where the crossover of the batch is 256 itself.
  const double ai = 1 / (1.0 / 256 + 2.0 / 4096);
  CHECK(r.kink_at.data[2] == Approx(0.6 * 989.4e12 / 3.35e12 / ai).epsilon(1e-6));
}

TEST_CASE("oat: the crossover has elasticity +1 to compute and -1 to memory", "[oat][kink][unit]") {
  const auto kink = [](double eta_c, double eta_m) {
    const OatResult r =
        oat_of({[=](const Vector& x) { return gemm(x[0], 1e9, 1e9, eta_c, eta_m); }},
               {OatInput{.nominal = 256, .low = 128, .high = 512}});
    return r.kink_at.data[0];
  };
  const double h = 1e-2;
  CHECK(std::log(kink(0.6 * (1 + h), 0.7) / kink(0.6 * (1 - h), 0.7)) /
            std::log((1 + h) / (1 - h)) ==
        Approx(1).margin(1e-4));
  CHECK(std::log(kink(0.6, 0.7 * (1 + h)) / kink(0.6, 0.7 * (1 - h))) /
            std::log((1 + h) / (1 - h)) ==
        Approx(-1).margin(1e-4));
}

TEST_CASE("oat: kinks at any place, the grid's own points included", "[oat][kink][property]") {
  for (const double place : {1.001, 1.00625, 1.05, 1.0507, 1.0333, 1.09, 0.95, 0.9123, 0.99375}) {
    const OatResult r =
        oat_of({[&](const Vector& x) { return 2 + x[0] + 0.3 * std::max(x[0] - place, 0.0); },
                [&](const Vector& x) { return std::exp(x[0]) + 1e-3 * std::abs(x[0] - place); },
                [&](const Vector& x) { return x[0] < place ? 1 / x[0] : 2 / x[0]; },
                [&](const Vector& x) { return 1e8 + 0.3 * std::max(x[0] - place, 0.0); }},
               {moving(1)});
    CAPTURE(place);
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}, std::size_t{3}}) {
      CAPTURE(k);
      CHECK(r.kink.data[k] == 1);
      CHECK(r.kink_at.data[k] == Approx(place).epsilon(k == 0 ? 1e-9 : 3e-6));
      CHECK(std::isnan(r.jump.data[k]));
      const auto& side = place > 1 ? r.kink_at_high : r.kink_at_low;
      CHECK(side.data[k] == r.kink_at.data[k]);
    }
    CHECK(r.kink_change.data[0] == Approx(0.3 * place / (2 + place)).epsilon(1e-6));
    CHECK(r.kink.data[2] == 0);
    CHECK(r.jump_at.data[2] == Approx(place).epsilon(1e-8));
    CHECK(r.jump.data[2] == Approx(1 / place).epsilon(1e-6));
  }
}

TEST_CASE("oat: the first of several kinks on each side, and no kink where there is none",
          "[oat][kink][unit]") {
  const OatResult r = oat_of(
      {[](const Vector& x) {
         return std::max({1.0, 3 * (x[0] - 1.04) + 1, 9 * (x[0] - 1.07) + 1.09, 2 - x[0] - 0.05});
       },
       [](const Vector& x) { return std::sin(20 * x[0]) + 2; },
       [](const Vector& x) { return std::pow(x[0], 12); },
       [](const Vector& x) { return 1e-13 * x[0]; },
       [](const Vector&) { return 3.0; }},
      {moving(1)});
  CHECK(r.kink_at_high.data[0] == Approx(1.04).epsilon(1e-7));
  CHECK(r.kink_at_low.data[0] == Approx(0.95).epsilon(1e-7));
  for (const std::size_t k : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{4}}) {
    CAPTURE(k, r.reason[k]);
    CHECK(r.kink.data[k] == 0);
    CHECK(std::isnan(r.kink_at.data[k]));
    CHECK(std::isnan(r.jump.data[k]));
  }
}

TEST_CASE("oat: a search that fails at the nominal value knows of no absence",
          "[oat][kink][unit]") {
  const auto bend = [](const Vector& x) { return std::abs(x[0] - 1) + 1; };
  CHECK(oat_of({bend}, {moving(1)}).kink.data[0] == 1);
  for (const double hole : {1.003, 0.9965}) {
    CAPTURE(hole);
    const OatResult r = oat_of({[&](const Vector& x) {
                                 return x[0] > hole && x[0] < hole + 5e-4
                                            ? std::numeric_limits<double>::quiet_NaN()
                                            : bend(x);
                               }},
                               {moving(1)},
                               {},
                               uq::MissingPolicy{0.5});
    CHECK(std::isnan(r.kink.data[0]));
    CHECK(r.reason[0].find("below: evaluations failed near a kink") != std::string::npos);
    CHECK(r.reason[0].find("above: evaluations failed near a kink") != std::string::npos);
  }
}

TEST_CASE("oat: a jump away from the nominal value leaves its elasticity alone",
          "[oat][kink][unit]") {
  // Time against the size of the transfer, the efficiency stepping at 100 MB; nominal 95 MB.
  const auto time = [](const Vector& x) { return x[0] / (2.048e12 * (x[0] >= 1e8 ? 0.90 : 0.75)); };
  const OatResult r = oat_of({time}, {moving(9.5e7)});
  CHECK(r.elasticity.data[0] == Approx(1).margin(1e-8));
  CHECK(r.jump_at.data[0] == Approx(1e8).epsilon(1e-8));
  CHECK(r.jump.data[0] == Approx(54.25e-6 - 65.10e-6).epsilon(1e-3));
  CHECK(r.kink.data[0] == 0);
}

TEST_CASE("oat: a change of regime is found on a line and on a grid", "[oat][kink][unit]") {
  const auto regime = [](const Vector& x) { return x[0] < 1.0444 ? 0.0 : 2.0; };
  const auto on_grid = [](const Vector& x) { return x[1] < 61 ? 1.0 : 0.0; };
  const OatResult r = uq::sensitivity::oat(
      uq::test::model_of({[](const Vector& x) { return x[0]; }, regime, on_grid}),
      {moving(1), OatInput{.nominal = 64, .low = 58, .high = 70, .whole = true}},
      {.outputs = 1, .regimes = 2},
      {});
  CHECK(r.regime_at_high.data[0] == Approx(1.0444).epsilon(1e-8));
  CHECK(std::isnan(r.regime_at_low.data[0]));
  CHECK(r.regime_high[0].column == 1);
  CHECK(r.regime_high[0].after == 2);
  CHECK(r.regime_at_low.data[1] == 60);
  CHECK(r.regime_low[1].before == 0);
  CHECK(r.regime_low[1].after == 1);
  CHECK(r.regime_high[1].column == -1);
}
