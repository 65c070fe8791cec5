#include "tests/support/catch.hpp"
#include "tests/uq/distributions/random_laws.hpp"
#include "uq/distributions/distribution.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <variant>
#include <vector>

using uq::Distribution;

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr std::array probabilities{1e-30, 1e-12, 1e-3, 0.07, 0.3, 0.5, 0.8, 0.93, 0.999, 1 - 1e-12};

// The law of c X + b.
struct Affine {
  double c, b;

  double operator()(double x) const { return c * x + b; }
  std::vector<double> operator()(std::vector<double> values) const {
    for (double& x : values) {
      x = (*this)(x);
    }
    return values;
  }
  using Law = Distribution::Law;
  Law operator()(const uq::Uniform& law) const { return uq::Uniform{at(law.lo), at(law.hi)}; }
  Law operator()(const uq::Normal& law) const { return uq::Normal{at(law.mean), c * law.sd}; }
  Law operator()(const uq::Triangular& law) const {
    return uq::Triangular{at(law.lo), at(law.mode), at(law.hi)};
  }
  Law operator()(const uq::Histogram& law) const {
    return uq::Histogram{(*this)(law.edges), law.weights};
  }
  Law operator()(const uq::Beta& law) const {
    return uq::Beta{law.alpha, law.beta, at(law.lo), at(law.hi)};
  }
  Law operator()(const uq::Student& law) const {
    return uq::Student{law.df, at(law.mean), c * law.scale};
  }
  Law operator()(const uq::Logistic& law) const {
    return uq::Logistic{at(law.mean), c * law.scale};
  }
  Law operator()(const uq::Gumbel& law) const { return uq::Gumbel{at(law.mode), c * law.scale}; }
  Law operator()(const uq::Discrete& law) const {
    return uq::Discrete{(*this)(law.values), law.weights};
  }
  Law operator()(const uq::Empirical& law) const { return uq::Empirical{(*this)(law.values)}; }
  // Of a scale alone.
  Law operator()(const uq::Loguniform& law) const { return uq::Loguniform{c * law.lo, c * law.hi}; }
  Law operator()(const uq::Lognormal& law) const {
    return uq::Lognormal{law.mean_log + std::log(c), law.sd_log};
  }
  Law operator()(const uq::Exponential& law) const { return uq::Exponential{c * law.mean}; }
  Law operator()(const uq::Gamma& law) const { return uq::Gamma{law.shape, c * law.scale}; }
  Law operator()(const uq::Weibull& law) const { return uq::Weibull{law.shape, c * law.scale}; }
  Law operator()(const uq::Pareto& law) const { return uq::Pareto{c * law.scale, law.shape}; }
  Law operator()(const uq::Integer& law) const { return uq::Integer{at(law.lo), at(law.hi)}; }

  Distribution operator()(const Distribution& d) const {
    return {std::visit(*this, d.law), at(d.lower), at(d.upper)};
  }

 private:
  double at(double x) const { return c * x + b; }
};

// Locations on a grid of 2^-20, so that shifts by its multiples are exact.
std::vector<Distribution> location_laws() {
  return {{uq::Uniform{-1, 3}},
          {uq::Uniform{-1, 3}, 0.5, 2},
          {uq::Normal{5, 2}},
          {uq::Normal{0.75, 0.0625}, 0.6875, 0.875},
          {uq::Normal{0, 1}, 8, inf},
          {uq::Normal{0, 1}, 0.5, 0.5 + 0x1p-12},
          {uq::Logistic{3, 0.5}},
          {uq::Logistic{3, 0.5}, 2, 3.5},
          {uq::Logistic{3, 0.5}, 15, inf},
          {uq::Gumbel{1013, 558}},
          {uq::Gumbel{1013, 558}, 12000, inf},
          {uq::Gumbel{1013, 558}, 1000, 1000 + 0x1p-4},
          {uq::Student{4, 0, 1}},
          {uq::Student{3, 10, 2}, -inf, 11},
          {uq::Student{1.5, 0, 1}, 0.125, 0.125 + 0x1p-12},
          {uq::Triangular{0, 0.25, 1}},
          {uq::Triangular{0, 0, 2}},
          {uq::Triangular{0, 1, 3}, 0.5, 2},
          {uq::Beta{2, 5, 0, 1}},
          {uq::Beta{0.5, 0.7, -1, 3}},
          {uq::Beta{2, 5, 0, 1}, 0.125, 0.625},
          {uq::Histogram{{0, 1, 3, 4, 7}, {2, 0, 1, 3}}},
          {uq::Histogram{{0, 1, 3, 4, 7}, {2, 0, 1, 3}}, 0.5, 5},
          {uq::Integer{-5, 17}},
          {uq::Discrete{{1, 2, 4, 8}, {1, 2, 3, 4}}},
          {uq::Empirical{{-1, -1, 0, 2, 2, 2}}}};
}

bool normal_or_zero(double x) {
  return x == 0 || std::isnormal(x);
}

}  // namespace

// A power of two changes exponents only: every bit follows, whatever the parameters.
TEST_CASE("equivariance: powers of two scale every law exactly", "[distributions][property]") {
  constexpr std::size_t loguniform = Distribution::Law(uq::Loguniform{}).index();
  constexpr std::size_t lognormal = Distribution::Law(uq::Lognormal{}).index();
  constexpr std::size_t integer = Distribution::Law(uq::Integer{}).index();
  for (std::size_t family = 0; family < uq::test::families; ++family) {
    if (family == lognormal || family == integer) {  // scaled by a logarithm; not closed
      continue;
    }
    for (std::uint64_t k = 0; k < 60; ++k) {
      uq::test::RandomLaw random(uq::Seed{family}.child("scaled law", k));
      const Distribution d = random.truncated(random.law(family));
      if (!check(d).empty()) {
        continue;
      }
      for (const double c : {0x1p-100, 0.5, 0x1p70}) {
        INFO("family " << family << ", law " << k << ", factor " << c);
        const Distribution scaled = Affine{c, 0}(d);
        REQUIRE(check(scaled).empty());
        for (const double p : probabilities) {
          const double x = quantile(d, p);
          const double y = quantile_upper(d, p);
          CHECK((quantile(scaled, p) == c * x || !normal_or_zero(x)));
          CHECK((quantile_upper(scaled, p) == c * y || !normal_or_zero(y)));
          if (std::isnormal(x) && std::isnormal(c * x)) {
            CHECK(cdf(scaled, c * x) == cdf(d, x));
            CHECK(survival(scaled, c * x) == survival(d, x));
            const double unit = is_discrete(d) ? 1 : c;
            CHECK(unit * pdf(scaled, c * x) == pdf(d, x));
          }
        }
        const double m = mean(d);
        const double v = variance(d);
        if (std::isnormal(m) && std::isnormal(v) && v < 1e250 && v > 1e-230) {
          CHECK(mean(scaled) == c * m);
          // A log-uniform variance has the factor sqrt(lo) sqrt(hi): the last place.
          CHECK(std::abs(variance(scaled) - c * c * v) <=
                (family == loguniform ? 2 : 0) * eps * v * c * c);
        }
      }
    }
  }
}

// Any factor rounds the parameters and the result: a few roundings of x, and of the bounds where a
// section is narrow; a logarithm of the factor is a parameter of lognormal laws.
TEST_CASE("equivariance: any factor scales, up to roundings", "[distributions][property]") {
  const std::vector<Distribution> laws{{uq::Loguniform{1e-3, 1e4}},
                                       {uq::Loguniform{1e-3, 1e4}, 2, 50},
                                       {uq::Lognormal{0.3, 0.5}},
                                       {uq::Lognormal{0.3, 0.5}, 1, 3},
                                       {uq::Lognormal{0.3, 0.5}, 20, inf},
                                       {uq::Exponential{2}},
                                       {uq::Exponential{2}, 0.5, 9},
                                       {uq::Gamma{2.5, 1.5}},
                                       {uq::Gamma{2.5, 1.5}, 40, inf},
                                       {uq::Weibull{1.5, 2}},
                                       {uq::Weibull{0.7, 2}, 1, 4},
                                       {uq::Pareto{2, 4.5}},
                                       {uq::Pareto{2, 0.8}, 3, 50}};
  for (const double c : {1e-30, 0.1, 3.0, 1e9, 7e40}) {
    const double roundings = 8 * (1 + std::abs(std::log(c)));
    for (std::size_t i = 0; i < laws.size(); ++i) {
      INFO("law " << i << ", factor " << c);
      const Distribution& d = laws[i];
      const Distribution scaled = Affine{c, 0}(d);
      for (const double p : probabilities) {
        const double x = quantile(d, p);
        const double y = quantile_upper(d, p);
        CHECK(quantile(scaled, p) == Approx(c * x).epsilon(roundings * eps));
        CHECK(quantile_upper(scaled, p) == Approx(c * y).epsilon(roundings * eps));
      }
      CHECK(mean(scaled) == Approx(c * mean(d)).epsilon(roundings * eps));
      CHECK(variance(scaled) == Approx(c * c * variance(d)).epsilon(100 * roundings * eps));
    }
  }
}

TEST_CASE("equivariance: an offset shifts, up to roundings of the sum",
          "[distributions][property]") {
  const std::vector<Distribution> laws = location_laws();
  for (const double b : {-0x1p-10, 1.0, 0x1p10 + 0x1p-20, -0x1p20}) {
    for (std::size_t i = 0; i < laws.size(); ++i) {
      INFO("law " << i << ", offset " << b);
      const Distribution& d = laws[i];
      const Distribution shifted = Affine{1, b}(d);
      if (!check(shifted).empty()) {  // integers move by whole numbers
        continue;
      }
      const double spread = std::sqrt(std::isfinite(variance(d)) ? variance(d) : 1);
      for (const double p : probabilities) {
        const double x = quantile(d, p);
        const double y = quantile_upper(d, p);
        CHECK(std::abs(quantile(shifted, p) - (x + b)) <=
              4 * eps * (std::abs(b) + std::abs(x) + spread));
        CHECK(std::abs(quantile_upper(shifted, p) - (y + b)) <=
              4 * eps * (std::abs(b) + std::abs(y) + spread));
        // At an x the shift leaves exact.
        const double on_grid = std::round(x * 0x1p20) * 0x1p-20;
        if (std::abs(on_grid) < 0x1p20) {
          CHECK(cdf(shifted, on_grid + b) == cdf(d, on_grid));
          CHECK(survival(shifted, on_grid + b) == survival(d, on_grid));
          CHECK(pdf(shifted, on_grid + b) == pdf(d, on_grid));
        }
      }
      CHECK(std::abs(mean(shifted) - (mean(d) + b)) <=
            4 * eps * (std::abs(b) + std::abs(mean(d)) + spread));
      CHECK((variance(shifted) == Approx(variance(d)).epsilon(1e-12) || spread == 1));
    }
  }
}
