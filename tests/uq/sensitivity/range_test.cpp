// Outputs at the ends of the range of doubles: what does not depend on their unit is as exact as
// anywhere, what no double holds is NaN with a reason.
#include "samplers/morris.hpp"
#include "tests/support/catch.hpp"
#include "tests/uq/sensitivity/given_samples.hpp"
#include "tests/uq/sensitivity/morris_outputs.hpp"
#include "tests/uq/sensitivity/oat_support.hpp"
#include "tests/uq/sensitivity/saltelli_outputs.hpp"
#include "uq/propagation/moments.hpp"
#include "uq/sensitivity/morris.hpp"
#include "uq/sensitivity/sobol.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace uq::sensitivity;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::NdArray;
using uq::PointKind;
using uq::Seed;
using uq::Vector;
using uq::propagation::out_of_range;

namespace {

const SobolInterval every_interval[] = {
    SobolInterval::bootstrap, SobolInterval::bca, SobolInterval::asymptotic};

/// a - b, exactly 0 on average, and 1.9 at most.
double contrast(const double* u) {
  return 1.9 * (u[0] - u[1]);
}

Matrix contrasts(const uq::SaltelliDesign& design, double unit) {
  const KnownFunction function{"contrast", 2, contrast, 0, 0, {}, {}};
  return random_outputs(function, design, Seed{3}) * unit;
}

bool all_nan(const NdArray& array) {
  return std::all_of(
      array.data.begin(), array.data.end(), [](double value) { return std::isnan(value); });
}

void check_scaled(const NdArray& far, const NdArray& near, double unit) {
  REQUIRE(far.data.size() == near.data.size());
  for (std::size_t k = 0; k < far.data.size(); ++k) {
    CAPTURE(k);
    CHECK(far.data[k] == near.data[k] * unit);
  }
}

}  // namespace

TEST_CASE("range: of outputs whose variance no double holds, Sobol' indices are the same bits",
          "[sobol][range][property]") {
  for (const Index replicates : {1, 4}) {
    for (const SobolInterval interval : every_interval) {
      // 1.9 (a - b) 2^1023 reaches to both ends of the range; its differences overflow.
      for (const int exponent : {-700, 700, 1023}) {
        CAPTURE(replicates, static_cast<int>(interval), exponent);
        const auto design = shape(256, 2, PointKind::monte_carlo, replicates);
        SobolOptions options{.resamples = 100};
        options.interval = interval;
        const double unit = std::ldexp(1.0, exponent);
        const auto near = sobol(design, {contrasts(design, 1)}, options, Seed{1});
        const auto far = sobol(design, {contrasts(design, unit)}, options, Seed{1});
        CHECK(far.undefined[0].empty());
        check_scaled(far.S1, near.S1, 1);
        check_scaled(far.S1_ci, near.S1_ci, 1);
        check_scaled(far.ST, near.ST, 1);
        check_scaled(far.ST_ci, near.ST_ci, 1);
        check_scaled(far.mean, near.mean, unit);
        check_scaled(far.mean_ci, near.mean_ci, unit);
        CHECK(all_nan(far.variance));
        CHECK(all_nan(far.variance_ci));
        CHECK(far.moments_undefined[0] == out_of_range);
        CHECK(near.moments_undefined[0].empty());
        CHECK(far.warnings.size() == near.warnings.size());
      }
    }
  }
}

TEST_CASE("range: a variance within it is exact, to the last power of two",
          "[sobol][range][property]") {
  const auto design = shape(256, 2);
  const auto near = sobol(design, {contrasts(design, 1)}, {.resamples = 100}, Seed{1});
  for (const int exponent : {-500, 500}) {
    const double unit = std::ldexp(1.0, exponent);
    const auto far = sobol(design, {contrasts(design, unit)}, {.resamples = 100}, Seed{1});
    check_scaled(far.variance, near.variance, unit * unit);
    check_scaled(far.variance_ci, near.variance_ci, unit * unit);
    CHECK(far.moments_undefined[0].empty());
  }
}

TEST_CASE("range: Morris effects beyond it have no value, and say so",
          "[morris][range][property]") {
  using uq::samplers::MorrisInput;
  const auto design =
      uq::samplers::morris(std::vector<MorrisInput>(2), singles(2), {.trajectories = 40}, Seed{1});
  const CubeFunction steep{"steep", 2, [](const Vector& u) { return 1.9 * (u[0] - u[1]); }};
  const CubeFunction mild{"mild", 2, [](const Vector& u) { return u[0] + u[1] * u[1] / 4; }};
  const auto effects = [&](const CubeFunction& function, double unit) {
    return morris(design, {morris_outputs(design, function) * unit}, {.resamples = 100}, Seed{2});
  };
  SECTION("too large: every effect is 1.9 2^1023, from end to end of the range") {
    const auto near = effects(steep, 1);
    const auto far = effects(steep, std::ldexp(1.0, 1023));
    check_scaled(far.mu_star, near.mu_star, std::ldexp(1.0, 1023));
    check_scaled(far.mu_star_ci, near.mu_star_ci, std::ldexp(1.0, 1023));
    CHECK(far.reason[0].empty());
    // A jump of 3.8 within a step of 2/3.
    const CubeFunction steeper{
        "steeper", 2, [](const Vector& u) { return (u[0] > 0.5 ? 1 : -1) * (1.9 - 0.1 * u[1]); }};
    const auto beyond = effects(steeper, std::ldexp(1.0, 1023));
    CHECK(std::isnan(beyond.mu_star.data[0]));
    CHECK(std::isnan(beyond.mu_star_ci.data[0]));
    CHECK(beyond.reason[0] == out_of_range);
    CHECK(std::isfinite(beyond.mu_star.data[1]));
    CHECK(beyond.reason[1].empty());
    CHECK(std::isnan(beyond.stable_top.data[0]));  // what is out of range may be first
  }
  SECTION("too small") {
    const auto far = effects(mild, std::ldexp(1.0, -1040));
    CHECK(all_nan(far.mu_star));
    CHECK(far.reason[0] == out_of_range);
    CHECK(far.dead.data[0] == 0);
  }
  SECTION("within it the order and its certainty are the same bits") {
    for (const int exponent : {-700, 700}) {
      const auto near = effects(mild, 1);
      const auto far = effects(mild, std::ldexp(1.0, exponent));
      check_scaled(far.sigma, near.sigma, std::ldexp(1.0, exponent));
      check_scaled(far.sigma_ci, near.sigma_ci, std::ldexp(1.0, exponent));
      CHECK(far.stable_top.data == near.stable_top.data);
      CHECK(far.below.data == near.below.data);
      CHECK(far.reason[0].empty());
    }
  }
}

TEST_CASE("range: given data tell of any output the same bits", "[given_data][range][property]") {
  GivenSample near{uniforms(400, 2, Seed{5}), {}};
  near.y = 1.9 * (near.x.col(0) - near.x.col(1));
  for (const int exponent : {-700, 700, 1023}) {
    CAPTURE(exponent);
    GivenSample far = near;
    far.y *= std::ldexp(1.0, exponent);
    const auto a = given(near);
    const auto b = given(far);
    CHECK(b.undefined[0].empty());
    check_scaled(b.S1, a.S1, 1);
    check_scaled(b.S1_ci, a.S1_ci, 1);
    check_scaled(b.PCC, a.PCC, 1);
    check_scaled(b.R2_ci, a.R2_ci, 1);
  }
}

TEST_CASE("range: elasticities do not depend on the unit, at its ends either",
          "[oat][range][property]") {
  const auto model = [](double unit) {
    return Functions{[unit](const Vector& x) { return unit * (0.5 + 0.3 * x[0] * x[0]); }};
  };
  const auto near = oat_of(model(1), {moving(1)});
  REQUIRE(near.elasticity.data[0] == Approx(0.75));
  for (const int exponent : {-1015, 1023}) {
    CAPTURE(exponent);
    const auto far = oat_of(model(std::ldexp(1.0, exponent)), {moving(1)});
    CHECK(far.elasticity.data[0] == Approx(0.75));
    CHECK(far.kink.data[0] == 0);
    CHECK(far.reason[0].empty());
  }
}
