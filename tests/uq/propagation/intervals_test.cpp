#include "uq/propagation/intervals.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "uq/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace uq::propagation;
using uq::Index;

TEST_CASE("intervals: Clopper-Pearson equals its definition", "[intervals][reference]") {
  int checked = 0;
  for (const auto cases = uq::test::reference("intervals.json")["cases"]; const auto& c : cases) {
    if (c["kind"] != "binomial_interval") {
      continue;
    }
    INFO(c["id"]);
    const auto interval = clopper_pearson(c["k"], c["n"], c["level"]);
    CHECK(std::abs(interval.lower - c["clopper_pearson"][0].get<double>()) <= 1e-12);
    CHECK(std::abs(interval.upper - c["clopper_pearson"][1].get<double>()) <= 1e-12);
    ++checked;
  }
  CHECK(checked >= 3);
}

TEST_CASE("intervals: Wilks sample sizes equal the tables", "[intervals][reference]") {
  int checked = 0;
  for (const auto cases = uq::test::reference("intervals.json")["cases"]; const auto& c : cases) {
    if (c["kind"] != "wilks_sample_size") {
      continue;
    }
    INFO(c["id"]);
    CHECK(wilks_sample_size(c["coverage"], c["confidence"], c["order"], c["two_sided"]) == c["n"]);
    ++checked;
  }
  CHECK(checked >= 4);
}

TEST_CASE("intervals: ranks of a quantile miss with at most half the rest on each side",
          "[intervals][property]") {
  for (const Index n : {10, 59, 100, 1000, 65536}) {
    for (const double p : {0.05, 0.5, 0.9, 0.99}) {
      for (const double level : {0.9, 0.95, 0.99}) {
        CAPTURE(n, p, level);
        const auto ranks = order_statistic_ranks(n, p, level);
        const double tail = (1 - level) / 2;
        if (!ranks) {
          // Even the extreme order statistics are too often on one side of the quantile.
          CHECK(std::max(std::pow(p, n), std::pow(1 - p, n)) > tail);
          continue;
        }
        // The lower rank is safe and the next one is not; so is the upper one and the one before.
        CHECK(binomial_cdf(ranks->lower - 1, n, p) <= tail);
        CHECK(binomial_cdf(ranks->lower, n, p) > tail);
        CHECK(1 - binomial_cdf(ranks->upper - 1, n, p) <= tail + 1e-12);
        CHECK(1 - binomial_cdf(ranks->upper - 2, n, p) > tail - 1e-12);
      }
    }
  }
}

TEST_CASE("intervals: ranks of small samples follow by hand", "[intervals][unit]") {
  // n = 6, p = 1/2: both extremes miss with 1/64 < 0.025, the next ranks with 7/64.
  CHECK(order_statistic_ranks(6, 0.5, 0.95) == Ranks{1, 6});
  CHECK_FALSE(order_statistic_ranks(5, 0.5, 0.95));
  CHECK(smallest_sample(0.5, 0.95) == 6);
  // 0.95^n <= 0.025 first at n = 72.
  CHECK(smallest_sample(0.95, 0.95) == 72);
  CHECK(smallest_sample(0.05, 0.95) == 72);
}

TEST_CASE("intervals: quantiles of t and normal equal tabulated values", "[intervals][unit]") {
  // Tables to the digits printed: t_0.975 with 1, 7 and 10 degrees of freedom.
  CHECK(student_t_quantile(0.975, 1) == Approx(12.7062047).epsilon(1e-8));
  CHECK(student_t_quantile(0.975, 7) == Approx(2.36462425).epsilon(1e-8));
  CHECK(student_t_quantile(0.025, 10) == Approx(-2.22813885).epsilon(1e-8));
  CHECK(normal_quantile(0.975) == Approx(1.95996398).epsilon(1e-8));
}

TEST_CASE("intervals: t interval of three values follows by hand", "[intervals][unit]") {
  // Mean 2, sd 1: 2 ± 4.30265273 / sqrt(3); an offset of 1e9 costs nothing.
  const double half = 4.30265272991 / std::sqrt(3.0);
  for (const double offset : {0.0, 1e9}) {
    const auto interval = t_interval(std::vector<double>{offset + 1, offset + 2, offset + 3}, 0.95);
    CHECK(interval.lower - offset == Approx(2 - half).epsilon(1e-6));
    CHECK(interval.upper - offset == Approx(2 + half).epsilon(1e-6));
  }
  CHECK(std::isnan(t_interval(std::vector<double>{1}, 0.95).lower));
}

TEST_CASE("intervals: replicates give the wider of t and range", "[intervals][unit]") {
  // Two values: t reaches far beyond them. Many, one of them far off: it is kept inside.
  CHECK(replicate_interval(std::vector<double>{1, 2}, 0.95).upper ==
        t_interval(std::vector<double>{1, 2}, 0.95).upper);
  const std::vector<double> skewed{0, 0.1, 0.2, 0.1, 0, 0.2, 0.1, 5};
  CHECK(replicate_interval(skewed, 0.95).upper == 5);
  CHECK(replicate_interval(skewed, 0.95).lower == t_interval(skewed, 0.95).lower);
  CHECK(std::isnan(replicate_interval(std::vector<double>{1}, 0.95).upper));
}

TEST_CASE("intervals: impossible arguments are refused", "[intervals][unit]") {
  CHECK_THROWS_AS(student_t_quantile(1, 3), uq::InvalidArgument);
  CHECK_THROWS_AS(student_t_quantile(0.5, 0), uq::InvalidArgument);
  CHECK_THROWS_AS(clopper_pearson(3, 2, 0.95), uq::InvalidArgument);
  CHECK_THROWS_AS(order_statistic_ranks(10, 0, 0.95), uq::InvalidArgument);
  CHECK_THROWS_AS(wilks_sample_size(0.95, 0.95, 0, false), uq::InvalidArgument);
}
