#include "uq/distributions/distribution.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "uq/core/error.hpp"

#include <cmath>

using namespace uq;
using test::number;

namespace {

struct Case {
  const char* id;
  Distribution law;
};

std::vector<Case> cases() {
  return {{"normal(0,1)", {Normal{0, 1}}},
          {"uniform(-1,3)", {Uniform{-1, 3}}},
          {"lognormal(mu=0,sigma=0.5)", {Lognormal{0, 0.5}}},
          {"lognormal(mean=2,sd=1)", {lognormal_from_moments(2, 1)}},
          {"loguniform(1,1000)", {Loguniform{1, 1000}}},
          {"triangular(0,0.25,1)", {Triangular{0, 0.25, 1}}},
          {"triangular(0,0,2) mode at lower edge", {Triangular{0, 0, 2}}},
          {"exponential(rate=0.5)", {Exponential{2}}},
          {"truncnormal(0,1,[-1,2])", {Normal{0, 1}, -1, 2}},
          {"truncnormal far tail (0,1,[8,inf))", {Normal{0, 1}, 8}}};
}

// Relative to the value, or to the scale 1 where the exact value is near 0 by cancellation (a
// quantile at 0).
void check_close(double value, double exact, const std::string& what) {
  INFO(what << ": " << value << " against " << exact);
  CHECK(std::abs(value - exact) <=
        1e-13 * std::max(std::abs(exact), std::abs(exact) < 1e-40 ? 1.0 : 0.0));
}

}  // namespace

TEST_CASE("distributions: 25-digit values hold in both tails to 1e-13",
          "[distributions][reference]") {
  const auto reference = test::reference("distributions.json");
  std::size_t found = 0;
  for (const Case& one : cases()) {
    for (const auto& entry : reference.at("cases")) {
      if (entry.at("id") != one.id) {
        continue;
      }
      ++found;
      check_close(mean(one.law), number(entry.at("mean")), std::string(one.id) + " mean");
      check_close(
          variance(one.law), number(entry.at("variance")), std::string(one.id) + " variance");
      for (const auto& row : entry.at("quantile_at_p")) {
        check_close(quantile(one.law, number(row[0])),
                    number(row[1]),
                    one.id + (" quantile " + row[0].get<std::string>()));
      }
      for (const auto& row : entry.at("quantile_at_upper_q")) {
        check_close(quantile_upper(one.law, number(row[0])),
                    number(row[1]),
                    one.id + (" upper " + row[0].get<std::string>()));
      }
      for (const auto& row : entry.at("at_x")) {
        const double x = number(row.at("x"));
        check_close(pdf(one.law, x), number(row.at("pdf")), one.id + (" pdf " + std::to_string(x)));
        check_close(cdf(one.law, x), number(row.at("cdf")), one.id + (" cdf " + std::to_string(x)));
        check_close(
            survival(one.law, x), number(row.at("sf")), one.id + (" sf " + std::to_string(x)));
      }
    }
  }
  CHECK(found == cases().size());
}

TEST_CASE("distributions: quantile and cdf are inverse, whole and truncated",
          "[distributions][property]") {
  std::vector<Distribution> laws;
  for (const Case& one : cases()) {
    laws.push_back(one.law);
  }
  laws.push_back({Histogram{{0, 1, 4, 5}, {1, 0, 2}}});
  laws.push_back({Histogram{{2, 29, 181, 14050}, {1, 4, 5}}, 2, 4096});
  laws.push_back({Triangular{0, 1, 2}, 0.5, 1.8});
  laws.push_back({Exponential{3}, 2, 2.5});
  laws.push_back({Lognormal{0, 1}, 0.1, 0.2});
  laws.push_back({Loguniform{1, 100}, 5, 6});
  for (const Distribution& law : laws) {
    double previous = -std::numeric_limits<double>::infinity();
    for (const double p : {1e-9, 1e-4, 0.01, 0.2, 0.3333, 0.5, 0.77, 0.99, 1 - 1e-6}) {
      const double x = quantile(law, p);
      // x carries a rounding error of |x| eps (the cdf's is that times the density), p one of eps.
      const double slack = 8 * 0x1p-52 * (p + std::abs(x) * pdf(law, x)) + 1e-15;
      CHECK(std::abs(cdf(law, x) - p) <= slack);
      CHECK(std::abs(cdf(law, x) + survival(law, x) - 1) <= 1e-13);
      CHECK(x > previous);
      CHECK(x >= support(law)[0]);
      CHECK(x <= support(law)[1]);
      previous = x;
    }
  }
}

TEST_CASE("distributions: a truncated law is the conditioned law", "[distributions][property]") {
  const Distribution whole{Lognormal{1, 0.4}};
  const Distribution cut{Lognormal{1, 0.4}, 2, 4};
  const double mass = cdf(whole, 4) - cdf(whole, 2);
  for (const double x : {2.1, 2.7, 3.9}) {
    CHECK(cdf(cut, x) == Approx((cdf(whole, x) - cdf(whole, 2)) / mass).epsilon(1e-13));
    CHECK(pdf(cut, x) == Approx(pdf(whole, x) / mass).epsilon(1e-13));
  }
}

TEST_CASE("distributions: mean and variance are those of the quantile function",
          "[distributions][property]") {
  // The mid-point rule on n points errs by O(range / n) where the quantile function jumps (an empty
  // bin).
  for (const Distribution& law : {Distribution{Histogram{{0, 1, 4, 5}, {1, 0, 2}}},
                                  Distribution{Histogram{{2, 29, 181, 14050}, {1, 4, 5}}, 2, 4096},
                                  Distribution{Normal{0.84, 0.044}, 0.7, 0.97},
                                  Distribution{Triangular{0, 1, 2}, 0.5, 1.8},
                                  Distribution{Exponential{3}, 2, 9},
                                  Distribution{Uniform{0, 1}, 0.2, 0.4}}) {
    constexpr int n = 200'000;
    double sum = 0;
    double squares = 0;
    const double m = mean(law);
    for (int k = 0; k < n; ++k) {
      const double x = quantile(law, (k + 0.5) / n);
      sum += x;
      squares += (x - m) * (x - m);
    }
    const double range = support(law)[1] - support(law)[0];
    CHECK(std::abs(m - sum / n) <= range / n);
    CHECK(std::abs(variance(law) - squares / n) <= 2 * range * range / n);
  }
}

TEST_CASE("distributions: a column is mapped as its elements are", "[distributions][unit]") {
  const Distribution law{Normal{1, 2}, -1, 2};
  std::vector<double> u{0x1p-54, 0.25, 0.5, 1 - 0x1p-53};
  std::vector<double> x(u.size());
  quantiles(law, u, x);
  for (std::size_t i = 0; i < u.size(); ++i) {
    CHECK(x[i] == quantile(law, u[i]));
  }
}

TEST_CASE("distributions: every broken rule is named with its parameter", "[distributions][unit]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  struct Rule {
    Distribution law;
    const char* parameter;
    const char* message;
  };
  const std::vector<Rule> rules{{{Uniform{1, 1}}, "hi", "{ value = … }"},
                                {{Uniform{2, 1}}, "hi", "swapped"},
                                {{Uniform{nan, 1}}, "lo", "finite"},
                                {{Loguniform{0, 1}}, "lo", "greater than 0"},
                                {{Loguniform{-1, 1}}, "lo", "greater than 0"},
                                {{Normal{0, 0}}, "sd", "greater than 0"},
                                {{Normal{nan, 1}}, "mean", "finite"},
                                {{Lognormal{0, -1}}, "sd_log", "greater than 0"},
                                {{Exponential{0}}, "mean", "greater than 0"},
                                {{Triangular{0, 2, 1}}, "mode", "between"},
                                {{Triangular{1, 1, 1}}, "hi", "{ value = … }"},
                                {{Histogram{{0}, {}}}, "edges", "two"},
                                {{Histogram{{0, 1}, {1, 2}}}, "weights", "one fewer"},
                                {{Histogram{{0, 0}, {1}}}, "edges", "increase"},
                                {{Histogram{{0, 1}, {-1}}}, "weights", "negative"},
                                {{Histogram{{0, 1}, {0}}}, "weights", "positive"},
                                {{Normal{0, 1}, 2, 1}, "truncate", "below"},
                                {{Uniform{0, 1}, 2, 3}, "truncate", "mass"},
                                {{Normal{0, 1}, 40, 50}, "truncate", "mass"}};
  for (const Rule& rule : rules) {
    const std::vector<ParameterFault> faults = check(rule.law);
    INFO(rule.parameter << " " << rule.message);
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].parameter == rule.parameter);
    CHECK_THAT(faults[0].message, Catch::Contains(rule.message));
  }
  for (const Case& one : cases()) {
    CHECK(check(one.law).empty());
  }
  CHECK(check({Normal{nan, -1}}).size() == 2);
}
