#include "uq/propagation/moments.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "uq/core/error.hpp"
#include "uq/core/philox.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace uq::propagation;

TEST_CASE("moments: equal exact arithmetic, offsets and small units included",
          "[moments][reference]") {
  int checked = 0;
  for (const auto cases = uq::test::reference("intervals.json")["cases"]; const auto& c : cases) {
    if (c["kind"] != "moments") {
      continue;
    }
    INFO(c["id"]);
    const auto x = c["x"].get<std::vector<double>>();
    const auto got = moments(x);
    const double variance = c["variance_ddof0"].get<double>();
    CHECK(std::abs(got.mean - c["mean"].get<double>()) <= 1e-13 * std::abs(got.mean));
    CHECK(std::abs(got.sd * got.sd - variance) <= 1e-13 * variance);
    ++checked;
  }
  CHECK(checked >= 3);
}

TEST_CASE("moments: a power of two as unit changes no bit of the mantissa", "[moments][property]") {
  std::vector<double> values(3000);
  uq::philox_uniforms(uq::Seed{4}, 0, values);
  const auto plain = moments(values);
  for (const int power : {-900, -30, 1, 600, 1000}) {
    auto scaled = values;
    for (double& value : scaled) {
      value = std::ldexp(value, power);
    }
    CHECK(moments(scaled).mean == std::ldexp(plain.mean, power));
    CHECK(moments(scaled).sd == std::ldexp(plain.sd, power));
  }
  CHECK_THROWS_AS(moments(std::vector<double>{}), uq::InvalidArgument);
}

TEST_CASE("moments: the interval of the sd follows Bonett's formula", "[moments][unit]") {
  // n = 6, no trimming: 0.5 / sqrt(2) * 6 = 2.1 -> two values cut at either end.
  std::vector<double> x{1, 2, 3, 4, 5, 9};
  const double trimmed = trimmed_mean(x);
  CHECK(trimmed == 3.5);
  const double n = 6;
  const double z = 1.959963984540054;
  double fourth = 0;
  double squares = 0;
  for (const double value : x) {
    fourth += std::pow(value - trimmed, 4);
    squares += std::pow(value - 4, 2);
  }
  const double kurtosis = n * fourth / (squares * squares);
  const double c = n / (n - z);
  const double se = c * std::sqrt((kurtosis - (n - 3) / n) / (n - 1));
  const auto interval = sd_interval(x, trimmed, 0.95);
  CHECK(interval.lower == Approx(std::sqrt(c * squares / 5 * std::exp(-z * se))).epsilon(1e-12));
  CHECK(interval.upper == Approx(std::sqrt(c * squares / 5 * std::exp(z * se))).epsilon(1e-12));
  CHECK(std::isnan(sd_interval(std::vector<double>{1, 2, 3, 4}, 2.5, 0.95).lower));
}
