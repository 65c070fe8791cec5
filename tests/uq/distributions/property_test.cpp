#include "tests/support/catch.hpp"
#include "uq/distributions/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using uq::Distribution;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

// Every family, untruncated, cut at one or both sides, cut narrowly and far out in a tail.
std::vector<Distribution> laws() {
  return {
      {uq::Uniform{-1, 3}},
      {uq::Uniform{-1, 3}, 0.5, 2},
      {uq::Loguniform{1e-3, 1e4}},
      {uq::Loguniform{1, 10}, 2, 2.0001},
      {uq::Normal{5, 2}},
      {uq::Normal{0.84, 0.044}, 0.7, 0.97},
      {uq::Normal{0, 1}, 8, inf},
      {uq::Normal{0, 1}, -inf, -8},
      {uq::Normal{0, 1}, 30, 30.1},
      {uq::Normal{0, 1}, 0.5, 0.5001},
      {uq::Normal{0, 1}, -0.3, 4},
      {uq::Lognormal{0.3, 0.5}},
      {uq::Lognormal{0.3, 0.5}, 1, 3},
      {uq::Lognormal{0.3, 0.5}, 20, inf},
      {uq::Lognormal{0.3, 2}, 1, 1.001},
      {uq::Exponential{2}},
      {uq::Exponential{2}, 1, inf},
      {uq::Exponential{2}, 1, 1.01},
      {uq::Exponential{2}, 0.5, 9},
      {uq::Triangular{0, 0.25, 1}},
      {uq::Triangular{0, 0, 2}},
      {uq::Triangular{0, 2, 2}},
      {uq::Triangular{0, 1, 3}, 0.5, 2},
      {uq::Triangular{0, 1, 3}, 2, inf},
      {uq::Triangular{0, 1, 3}, 0.2, 0.20001},
      {uq::Histogram{{0, 1, 3, 4, 7}, {2, 0, 1, 3}}},
      {uq::Histogram{{0, 1, 3, 4, 7}, {0, 4, 1, 0}}},
      {uq::Histogram{{0, 1, 3, 4, 7}, {2, 0, 1, 3}}, 0.5, 5},
      {uq::Beta{2, 5, 0, 1}},
      {uq::Beta{0.5, 0.7, -1, 3}},
      {uq::Beta{2, 5, 0, 1}, 0.1, 0.6},
      {uq::Beta{2, 5, 0, 1}, 0.9, inf},
      {uq::Beta{300, 200, -1, 3}, 2.5, 2.75},
      {uq::Beta{0.5, 0.7, -1, 3}, -0.5, -0.4999},
      {uq::pert(1, 2, 5)},
      {uq::pert(1, 2, 5), 1.5, 4},
      {uq::Gamma{2.5, 1.5}},
      {uq::Gamma{0.3, 2}},
      {uq::Gamma{1e4, 0.01}},
      {uq::Gamma{2.5, 1.5}, 40, inf},
      {uq::Gamma{2.5, 1.5}, 0.001, 0.01},
      {uq::Gamma{100, 1}, 300, 300.5},
      {uq::Gamma{0.3, 2}, 0.5, 0.501},
      {uq::Weibull{1.5, 2}},
      {uq::Weibull{0.7, 2}, 1, 4},
      {uq::Weibull{20, 1}},
      {uq::Weibull{1.5, 2}, 20, inf},
      {uq::Weibull{1.5, 2}, 1, 1.001},
      {uq::Student{4, 0, 1}},
      {uq::Student{3, 10, 2}, -inf, 11},
      {uq::Student{4.5, 10, 2}, 12, inf},
      {uq::Student{30, 0, 1}, 20, inf},
      {uq::Student{1, 0, 1}, -50, 200},
      {uq::Student{1.5, 0, 1}, 0.1, 0.1001},
      {uq::Logistic{3, 0.5}},
      {uq::Logistic{3, 0.5}, 2, 3.5},
      {uq::Logistic{3, 0.5}, 15, inf},
      {uq::Logistic{3, 0.5}, 3.1, 3.1001},
      {uq::Pareto{2, 4.5}},
      {uq::Pareto{2, 0.8}, 3, 50},
      {uq::Pareto{2, 5.5}, 10, inf},
      {uq::Pareto{2, 2.5}, 10, 10.01},
      {uq::Gumbel{1013, 558}},
      {uq::Gumbel{1013, 558}, 0, 3000},
      {uq::Gumbel{1013, 558}, 12000, inf},
      {uq::Gumbel{1013, 558}, -inf, -500},
      {uq::Gumbel{1013, 558}, 1000, 1000.1},
  };
}

const std::vector<double> probabilities{
    1e-15, 1e-9, 1e-4, 0.01, 0.07, 0.076, 0.2, 0.4, 0.5, 0.6, 0.8, 0.924, 0.93, 0.99, 0.9999};

}  // namespace

TEST_CASE("distributions: quantile and cdf are inverse to each other",
          "[distributions][property]") {
  // x carries a rounding error of |x| eps, which moves the probability by pdf |x| eps: the
  // tolerance.
  std::size_t index = 0;
  for (const Distribution& d : laws()) {
    INFO("law " << index++);
    REQUIRE(uq::check(d).empty());
    for (const double p : probabilities) {
      INFO("p = " << p);
      const double x = uq::quantile(d, p);
      const double slack = 8e-16 * (std::abs(x) + std::sqrt(uq::variance(d))) * uq::pdf(d, x);
      CHECK(std::abs(uq::cdf(d, x) - p) <= 2e-13 * p + slack);
      const double y = uq::quantile_upper(d, p);
      const double slack_y = 8e-16 * (std::abs(y) + std::sqrt(uq::variance(d))) * uq::pdf(d, y);
      CHECK(std::abs(uq::survival(d, y) - p) <= 2e-13 * p + slack_y);
      CHECK(std::abs(uq::cdf(d, x) + uq::survival(d, x) - 1) <=
            1e-13);  // erfc rounds its argument: z^2 eps, z <= 30
    }
  }
}

TEST_CASE("distributions: quantiles rise and stay inside the support",
          "[distributions][property]") {
  std::size_t index = 0;
  for (const Distribution& d : laws()) {
    INFO("law " << index++);
    const auto [lo, hi] = uq::support(d);
    double previous = lo;
    for (int i = 1; i < 2000; ++i) {
      const double x = uq::quantile(d, i / 2000.0);
      REQUIRE(x >= previous);
      REQUIRE(x <= hi);
      previous = x;
    }
    CHECK(uq::quantile(d, 0x1p-54) >= lo);
    CHECK(uq::quantile(d, 1 - 0x1p-53) <= hi);
    CHECK(uq::cdf(d, lo) == 0);
    CHECK(uq::survival(d, hi) == 0);
    CHECK(uq::cdf(d, inf) == 1);
    CHECK(uq::survival(d, -inf) == 1);
    CHECK(uq::pdf(d, inf) == 0);
    CHECK(std::isnan(uq::cdf(d, std::nan(""))));
  }
}

TEST_CASE("distributions: a column has the bits of the scalar function",
          "[distributions][property]") {
  std::vector<double> u;
  for (int i = 1; i < 1001; ++i) {
    u.push_back(i / 1001.0);
  }
  u.insert(u.end(), {0x1p-54, 1e-12, 1 - 0x1p-53});
  for (const Distribution& d : laws()) {
    std::vector<double> expected;
    for (const double p : u) {
      expected.push_back(uq::quantile(d, p));
    }
    std::vector<double> x(u.size());
    uq::quantiles(d, u, x);
    CHECK(x == expected);
    x = u;
    uq::quantiles(d, x, x);
    CHECK(x == expected);
  }
}

TEST_CASE("distributions: truncation is conditioning", "[distributions][property]") {
  std::size_t index = 0;
  for (const Distribution& d : laws()) {
    INFO("law " << index++);
    if (d.lower == -inf && d.upper == inf) {
      continue;
    }
    const Distribution whole{d.law};
    const auto [lo, hi] = uq::support(d);
    const bool upper_tail = uq::cdf(whole, lo) > 0.5;
    const auto between = [&](double a, double b) {
      return upper_tail ? uq::survival(whole, a) - uq::survival(whole, b)
                        : uq::cdf(whole, b) - uq::cdf(whole, a);
    };
    const double mass = between(lo, hi);
    // The differences of the untruncated law cancel by this factor. Its own tails are good to the
    // rounding of erfc and exp, or, from Beta on, to that of a special function.
    const double tail = upper_tail ? uq::survival(whole, lo) : uq::cdf(whole, hi);
    const double rounding =
        d.law.index() < uq::Distribution::Law(uq::Beta{}).index() ? 4e-16 : 2e-15;
    const double tolerance = 2e-13 + rounding * tail / mass;
    for (const double p : {0.01, 0.3, 0.5, 0.8, 0.99}) {
      const double x = uq::quantile(d, p);
      CHECK(uq::cdf(d, x) == Approx(between(lo, x) / mass).margin(tolerance).epsilon(0));
      CHECK(uq::survival(d, x) == Approx(between(x, hi) / mass).margin(tolerance).epsilon(0));
      CHECK(uq::pdf(d, x) == Approx(uq::pdf(whole, x) / mass).epsilon(tolerance));
    }
  }
}

TEST_CASE("distributions: mean and variance are the integrals of the quantile function",
          "[distributions][property]") {
  // Double exponential rule in p: u = 1 / (1 + exp(-pi sinh t)) resolves both tails; 1e-9 is its
  // error for kinked quantile functions (triangular, histogram: bins make jumps, hence their looser
  // bound).
  std::size_t index = 0;
  for (const Distribution& d : laws()) {
    INFO("law " << index++);
    const bool jumps = std::holds_alternative<uq::Histogram>(d.law);
    const double tolerance = jumps                                           ? 2e-4
                             : std::holds_alternative<uq::Triangular>(d.law) ? 1e-7
                                                                             : 1e-9;
    const auto integrate = [&](auto value) {
      const double step = 1.0 / 2048;
      double sum = 0;
      for (int k = -8192; k <= 8192; ++k) {
        const double t = k * step;
        const double e = std::exp(-M_PI * std::sinh(std::abs(t)));  // the smaller tail
        const double tail = e / (1 + e);
        if (tail < 1e-280) {
          continue;
        }
        const double x = t < 0 ? uq::quantile(d, tail) : uq::quantile_upper(d, tail);
        sum += value(x) * tail / (1 + e) * M_PI * std::cosh(t) * step;
      }
      return sum;
    };
    const double origin = uq::quantile(d, 0.5);
    const double offset = integrate([&](double x) { return x - origin; });
    const double variance =
        integrate([&](double x) { return (x - origin - offset) * (x - origin - offset); });
    const double sd = std::sqrt(uq::variance(d));
    CHECK(std::abs(uq::mean(d) - origin - offset) <= tolerance * sd + 1e-15 * std::abs(origin));
    // x is known to |x| eps only: a narrow section's variance to eps |x| / sd.
    CHECK(uq::variance(d) == Approx(variance).epsilon(tolerance + 4e-16 * std::abs(origin) / sd));
  }
}

TEST_CASE("distributions: moments of narrow truncations do not cancel",
          "[distributions][property]") {
  // On a section of width w the density is c (1 + s t + …): mean -> centre + s w^2 / 12, variance
  // -> w^2 / 12, both up to relative w^2; w is exact in binary.
  const double w = 0x1p-20;
  const std::vector<uq::Distribution::Law> shapes{uq::Loguniform{0.5, 10},
                                                  uq::Normal{0, 1},
                                                  uq::Lognormal{0, 1},
                                                  uq::Exponential{1},
                                                  uq::Triangular{0, 4, 5},
                                                  uq::Histogram{{0, 3}, {1}},
                                                  uq::Beta{2, 5, 0, 4},
                                                  uq::Gamma{2.5, 1.5},
                                                  uq::Weibull{1.5, 2},
                                                  uq::Student{4, 0, 1},
                                                  uq::Logistic{0, 1},
                                                  uq::Pareto{1, 2.5},
                                                  uq::Gumbel{1, 2}};
  for (const auto& shape : shapes) {
    const Distribution d{shape, 1.5, 1.5 + w};
    CHECK(uq::variance(d) == Approx(w * w / 12).epsilon(1e-9));
    CHECK(uq::mean(d) == Approx(1.5 + w / 2).epsilon(1e-12));
  }
}

TEST_CASE("distributions: digits survive where one formula would cancel",
          "[distributions][property]") {
  // Triangular law near hi: P(X > x) = (hi - x)^2 / ((hi - lo)(hi - mode)); hi - x = 1e-6 is itself
  // known to 1e-10 only.
  for (const double mode : {0.1, 0.3, 0.37, 0.61}) {
    const double x = uq::quantile({uq::Triangular{-0.3, mode, 1.1}}, 1 - 0x1p-40);
    CHECK((1.1 - x) * (1.1 - x) / (1.4 * (1.1 - mode)) == Approx(0x1p-40).epsilon(1e-8));
  }
  // Exponential law on [0, w]: mean w/2 (1 - w/6 + O(w^3)), and w is all the scale there is.
  const double w = 0x1p-20;
  const Distribution narrow{uq::Exponential{1}, 0, w};
  CHECK(uq::mean(narrow) == Approx(w / 2 * (1 - w / 6)).epsilon(1e-15));
  CHECK(uq::cdf(narrow, uq::quantile_upper(narrow, 0.25)) == Approx(0.75).epsilon(1e-14));
  CHECK(uq::cdf(narrow, uq::quantile(narrow, 0.75)) == Approx(0.75).epsilon(1e-14));
}
