// Elasticities at the nominal point against closed forms, and the honesty of their error.

#include "tests/support/catch.hpp"
#include "tests/uq/sensitivity/oat_support.hpp"
#include "uq/core/error.hpp"

#include <cmath>
#include <limits>
#include <string>

using uq::Vector;
using uq::sensitivity::OatInput;
using uq::sensitivity::OatResult;
using uq::test::moving;
using uq::test::oat_of;

namespace {

struct Case {
  std::string name;
  std::function<double(double)> f;
  double x0;
  double exact;  // x f'(x) / f(x)
};

/// Smooth functions of one input with their elasticity.
std::vector<Case> smooth() {
  return {
      {"1/x", [](double x) { return 1 / x; }, 0.583, -1},
      {"x^3", [](double x) { return x * x * x; }, 2.7, 3},
      {"c0 + c1/x", [](double x) { return 3 + 2 / x; }, 0.8, -2.5 / 5.5},
      {"exp", [](double x) { return std::exp(3 * x); }, 0.5, 1.5},
      {"sin", [](double x) { return std::sin(x); }, 1.0, 1 / std::tan(1.0)},
      {"negative x", [](double x) { return x * x; }, -3.0, 2},
      {"negative y", [](double x) { return -std::sqrt(x); }, 4.0, 0.5},
      {"tiny unit", [](double x) { return 1e-200 / x; }, 1e-6, -1},
      {"large offset", [](double x) { return 1e8 + x; }, 2.0, 2 / (1e8 + 2)},
      {"logistic", [](double x) { return 1 / (1 + std::exp(-x)); }, 2.0, 2 / (1 + std::exp(2.0))}};
}

}  // namespace

TEST_CASE("oat: elasticities of smooth functions lie within their error", "[oat][property]") {
  for (const Case& c : smooth()) {
    const OatResult r = oat_of({[&](const Vector& x) { return c.f(x[0]); }}, {moving(c.x0)});
    CAPTURE(c.name, r.elasticity.data[0], r.elasticity_error.data[0], r.evaluations);
    CHECK(r.reason[0].empty());
    for (const auto& [value, error] : {std::pair{r.elasticity, r.elasticity_error},
                                       std::pair{r.elasticity_low, r.elasticity_low_error},
                                       std::pair{r.elasticity_high, r.elasticity_high_error}}) {
      CHECK(std::abs(value.data[0] - c.exact) <= error.data[0]);
      CHECK(error.data[0] < 1e-6);
      CHECK(error.data[0] > 0);
    }
    CHECK(r.elasticity_error.data[0] < 1e-8);
    CHECK(r.kink.data[0] == 0);
    CHECK(std::isnan(r.jump.data[0]));
  }
}

TEST_CASE("oat: rounding in a model widens the error instead of being believed", "[oat][unit]") {
  // Single precision inside, or six digits printed: small steps are noise.
  const auto single = [](double y) { return static_cast<double>(static_cast<float>(y)); };
  const auto printed = [](double y) { return std::round(y * 1e5) / 1e5; };
  for (int k = 0; k < 50; ++k) {
    const double x0 = 1 + 0.01 * k;
    const OatResult r = oat_of({[&](const Vector& x) { return single(std::exp(x[0])); },
                                [&](const Vector& x) { return printed(std::exp(x[0])); }},
                               {moving(x0)});
    for (std::size_t q = 0; q < 2; ++q) {
      CAPTURE(k, q, r.elasticity.data[q], r.elasticity_error.data[q]);
      CHECK(std::abs(r.elasticity.data[q] - x0) <= r.elasticity_error.data[q]);
      CHECK(r.elasticity_error.data[q] < (q == 0 ? 1e-4 : 0.01));
    }
  }
}

TEST_CASE("oat: at a kink there are two elasticities and not one", "[oat][unit]") {
  const OatResult r =
      oat_of({[](const Vector& x) { return std::max(1 / x[0], 1.0); }}, {moving(1)});
  CHECK(std::isnan(r.elasticity.data[0]));
  CHECK(r.reason[0].find("kink at the nominal value") != std::string::npos);
  CHECK(r.elasticity_low.data[0] == Approx(-1).margin(1e-8));
  CHECK(r.elasticity_high.data[0] == Approx(0).margin(1e-12));
  CHECK(r.kink.data[0] == 1);
  CHECK(r.kink_at.data[0] == Approx(1).epsilon(1e-7));
}

TEST_CASE("oat: below and above are those of a negative input, too", "[oat][unit]") {
  const OatResult r = oat_of({[](const Vector& x) { return std::max(-x[0], 1.0); }}, {moving(-1)});
  CHECK(r.elasticity_low.data[0] == Approx(1).margin(1e-8));
  CHECK(r.elasticity_high.data[0] == Approx(0).margin(1e-12));
}

TEST_CASE("oat: a kink near the nominal value does not reach its elasticity", "[oat][unit]") {
  for (const double place : {1.03, 1.001, 1 + 3e-5, 0.9995}) {
    const OatResult r =
        oat_of({[&](const Vector& x) { return std::max(place / x[0], 1.0); }}, {moving(1)});
    const double exact = place > 1 ? -1 : 0;
    CAPTURE(place, r.elasticity.data[0], r.elasticity_error.data[0]);
    CHECK(std::abs(r.elasticity.data[0] - exact) <= r.elasticity_error.data[0]);
    CHECK(r.kink_at.data[0] == Approx(place).epsilon(1e-7));
  }
}

TEST_CASE("oat: a jump at the nominal value is reported, not differentiated", "[oat][unit]") {
  // The time of a transfer whose efficiency steps from 0.75 to 0.90 at 100 MB: 65.1 us, 54.3 us.
  const auto time = [](const Vector& x) { return x[0] / (2.048e12 * (x[0] >= 1e8 ? 0.90 : 0.75)); };
  const OatResult r = oat_of({time}, {moving(1e8)});
  CAPTURE(r.reason[0]);
  CHECK(std::isnan(r.elasticity.data[0]));
  CHECK(std::isnan(r.elasticity_low.data[0]));
  CHECK(r.reason[0].find("jumps at the nominal value") != std::string::npos);
  CHECK(r.elasticity_high.data[0] == Approx(1).margin(1e-8));
  CHECK(r.jump_at.data[0] == Approx(1e8).epsilon(1e-8));
  CHECK(r.jump.data[0] == Approx(1e8 / 2.048e12 * (1 / 0.90 - 1 / 0.75)).epsilon(1e-7));
  CHECK(r.y_nominal.data[0] == Approx(54.25e-6).epsilon(1e-3));
}

TEST_CASE("oat: a slope without bound does not settle", "[oat][unit]") {
  const OatResult r =
      oat_of({[](const Vector& x) { return 1 + std::sqrt(std::abs(x[0] - 1)); }}, {moving(1)});
  CHECK(std::isnan(r.elasticity.data[0]));
  CHECK(r.reason[0].find("does not settle") != std::string::npos);
}

TEST_CASE("oat: what has no relative change says so", "[oat][unit]") {
  const OatResult at_zero = oat_of({[](const Vector& x) { return 1 + x[0]; }},
                                   {OatInput{.nominal = 0, .low = -1, .high = 1}});
  CHECK(std::isnan(at_zero.elasticity.data[0]));
  CHECK(at_zero.reason[0].find("nominal input is 0") != std::string::npos);
  CHECK(at_zero.y_high.data[0] == 2);
  const OatResult zero = oat_of({[](const Vector& x) { return x[0] - 1; }}, {moving(1)});
  CHECK(std::isnan(zero.elasticity.data[0]));
  CHECK(zero.reason[0].find("nominal output is 0") != std::string::npos);
}

TEST_CASE("oat: at a bound the elasticity is the one of the side there is", "[oat][unit]") {
  const OatResult r = oat_of({[](const Vector& x) { return x[0] > 1 ? NAN : 1 / x[0]; }},
                             {OatInput{.nominal = 1, .low = 0.9, .high = 1}});
  CHECK(r.elasticity.data[0] == Approx(-1).margin(1e-8));
  CHECK(r.elasticity_low.data[0] == r.elasticity.data[0]);
  CHECK(std::isnan(r.elasticity_high.data[0]));
  CHECK(r.reason[0] == "no room above the nominal value");
  CHECK(r.lost_share.data[0] == 0);
  // Steps up to the bound itself must not be carried past it by rounding.
  for (int k = 1; k < 200; ++k) {
    const double edge = 0.3 * (1 + 0.0002 * k);
    const OatResult close = oat_of({[&](const Vector& x) { return x[0] > edge ? NAN : 1 / x[0]; }},
                                   {OatInput{.nominal = 0.3, .low = 0.27, .high = edge}},
                                   {.kinks = false});
    CAPTURE(k);
    CHECK(close.lost_share.data[0] == 0);
  }
}

TEST_CASE("oat: Euler's identity holds for rates and latencies", "[oat][property]") {
  // T homogeneous of degree -1 in rates and +1 in latencies: sum E(rates) - sum E(latencies) = -1.
  const auto time = [](const Vector& x) {
    return std::max(3 / x[0], 2 / x[1]) + 5 / x[2] + 7 * x[3] + std::sqrt(x[4] / x[0]);
  };
  const OatResult r = oat_of({time}, {moving(2), moving(3), moving(4), moving(0.1), moving(0.02)});
  const auto& e = r.elasticity.data;
  CHECK(e[0] + e[1] + e[2] - e[3] - e[4] == Approx(-1).margin(1e-8));
  CHECK(e[1] == 0);
}
