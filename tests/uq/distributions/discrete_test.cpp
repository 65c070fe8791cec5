#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "uq/core/philox.hpp"
#include "uq/distributions/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

using uq::Distribution;

namespace {

struct Atoms {
  Distribution law;
  std::vector<double> values;  ///< those that occur
};

void add(std::vector<Atoms>& laws, const uq::Distribution::Law& law, std::vector<double> values) {
  laws.push_back({Distribution{law}, std::move(values)});
}

std::vector<Atoms> discrete_laws() {
  std::vector<Atoms> laws;
  for (const int count : {2, 3, 7, 10, 49, 1000}) {
    std::vector<double> values(static_cast<std::size_t>(count));
    for (int k = 0; k < count; ++k) {
      values[static_cast<std::size_t>(k)] = k - 5;
    }
    add(laws, uq::Integer{-5, count - 6.0}, values);
    add(laws, uq::Empirical{values}, values);
    add(laws, uq::Discrete{values, std::vector<double>(values.size(), 0.1)}, values);
  }
  add(laws, uq::Discrete{{1, 2, 4, 8}, {0.1, 0.2, 0.3, 0.4}}, {1, 2, 4, 8});
  add(laws, uq::Discrete{{1, 2, 4, 8, 9}, {0, 2, 0, 1, 0}}, {2, 8});
  add(laws, uq::Discrete{{3}, {7}}, {3});
  add(laws, uq::Empirical{{3}}, {3});
  add(laws, uq::Empirical{{-1, -1, 0, 2, 2, 2}}, {-1, 0, 2});
  return laws;
}

}  // namespace

TEST_CASE("discrete laws: every atom is the quantile of its own probability",
          "[distributions][property]") {
  for (const Atoms& atoms : discrete_laws()) {
    const Distribution& d = atoms.law;
    REQUIRE(uq::check(d).empty());
    CHECK(uq::is_discrete(d));
    CHECK(uq::support(d) == std::array{atoms.values.front(), atoms.values.back()});
    double sum = 0;
    double mean = 0;
    double previous = 0;
    for (const double v : atoms.values) {
      const double p = uq::cdf(d, v);
      REQUIRE(uq::quantile(d, p) == v);
      REQUIRE(uq::quantile_upper(d, uq::survival(d, v)) == v);
      // Just above the probability of an atom begins the next one; just below its own it is not
      // reached.
      if (v < atoms.values.back()) {
        REQUIRE(uq::quantile(d, std::nextafter(p, 1)) > v);
        REQUIRE(uq::quantile_upper(d, std::nextafter(uq::survival(d, v), 0)) > v);
      }
      CHECK(p + uq::survival(d, v) == Approx(1).epsilon(4e-16));
      CHECK(uq::cdf(d, std::nextafter(v, -1e9)) == previous);
      CHECK(uq::cdf(d, std::nextafter(v, 1e9)) == p);  // continuous from the right
      CHECK(uq::pdf(d, v) == Approx(p - previous).epsilon(0).margin(4e-16));
      CHECK(uq::pdf(d, v + 0.5) == 0);
      sum += uq::pdf(d, v);
      mean += v * uq::pdf(d, v);
      previous = p;
    }
    double variance = 0;
    for (const double v : atoms.values) {
      variance += (v - mean) * (v - mean) * uq::pdf(d, v);
    }
    CHECK(sum == Approx(1).epsilon(1e-14));
    CHECK(uq::mean(d) == Approx(mean).epsilon(1e-13).margin(1e-13));
    CHECK(uq::variance(d) == Approx(variance).epsilon(1e-13));
    CHECK(uq::cdf(d, atoms.values.back()) == 1);
    CHECK(uq::cdf(d, atoms.values.front() - 1) == 0);
    CHECK(uq::survival(d, atoms.values.front() - 1) == 1);
    CHECK(uq::quantile(d, 1e-300) == atoms.values.front());
    CHECK(uq::quantile(d, 1 - 0x1p-53) == atoms.values.back());
    CHECK(std::isnan(uq::cdf(d, std::nan(""))));
  }
}

TEST_CASE("discrete laws: a column has the bits of the scalar function",
          "[distributions][property]") {
  std::vector<double> u(4096);
  uq::philox_uniforms({5}, 0, u);
  for (const Atoms& atoms : discrete_laws()) {
    std::vector<double> x(u.size());
    uq::quantiles(atoms.law, u, x);
    for (std::size_t i = 0; i < u.size(); ++i) {
      REQUIRE(x[i] == uq::quantile(atoms.law, u[i]));
    }
  }
}

TEST_CASE("discrete laws: the largest ranges stay exact", "[distributions][unit]") {
  const Distribution wide{uq::Integer{-0x1p52, 0x1p52 - 1}};  // 2^53 integers
  REQUIRE(uq::check(wide).empty());
  for (const double v : {-0x1p52, -0x1p52 + 1, -1.0, 0.0, 1.0, 123456789.0, 0x1p52 - 1}) {
    CHECK(uq::quantile(wide, uq::cdf(wide, v)) == v);
    CHECK(uq::quantile_upper(wide, uq::survival(wide, v)) == v);
  }
  CHECK(uq::mean(wide) == -0.5);
  CHECK(uq::check({uq::Integer{-0x1p53, 0x1p53}}).empty());
  const double top = uq::quantile({uq::Integer{-0x1p53, 0x1p53}}, 1 - 0x1p-53);
  CHECK(top <= 0x1p53);
}

TEST_CASE("discrete laws: samples have the law's probabilities", "[distributions][statistical]") {
  // Each atom's count is binomial: within the suite's standard errors of n p.
  constexpr std::size_t n = 200000;
  std::vector<double> u(n);
  uq::philox_uniforms({17}, 0, u);
  for (const Atoms& atoms : discrete_laws()) {
    if (atoms.values.size() > 10) {
      continue;
    }
    std::vector<double> x(n);
    uq::quantiles(atoms.law, u, x);
    for (const double v : atoms.values) {
      const double p = uq::pdf(atoms.law, v);
      const auto share = static_cast<double>(std::count(x.begin(), x.end(), v)) / double(n);
      CHECK(uq::test::within_standard_errors(share, p, std::sqrt(p * (1 - p) / double(n)) + 1e-12));
    }
  }
}

TEST_CASE("discrete laws: a sample in any order is sorted once", "[distributions][unit]") {
  const uq::Empirical law = uq::empirical({3, -1, 2, 2});
  CHECK(law.values == std::vector<double>{-1, 2, 2, 3});
  CHECK(uq::cdf({law}, 2) == 0.75);
}
