#include "tests/support/catch.hpp"
#include "uq/dependence/correlation.hpp"

#include <boost/math/quadrature/gauss.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

using uq::Distribution;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

// A law with the scores z at which its quantile bends or jumps, found by hand.
struct Known {
  std::string name;
  Distribution law;
  std::vector<double> bends;
};

double below(double z) {
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

double score(const Distribution& law, double x) {
  double lo = -12;
  double hi = 12;
  for (int i = 0; i < 80; ++i) {
    const double z = 0.5 * (lo + hi);
    (below(z) < cdf(law, x) ? lo : hi) = z;
  }
  return lo;
}

double at_score(const Distribution& law, double z) {
  return z < 0 ? quantile(law, below(z)) : quantile_upper(law, below(-z));
}

// Integral of f(z) phi(z), panels of `width` broken at `breaks`.
template <class F>
double integral(double reach, double width, std::vector<double> breaks, const F& f) {
  using Gauss = boost::math::quadrature::gauss<double, 10>;
  for (double z = -reach; z <= reach + width / 2; z += width) {
    breaks.push_back(z);
  }
  std::sort(breaks.begin(), breaks.end());
  double sum = 0;
  for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
    if (breaks[i] >= -reach && breaks[i + 1] <= reach && breaks[i] < breaks[i + 1]) {
      sum += Gauss::integrate(
          [&](double z) { return f(z) * std::exp(-0.5 * z * z); }, breaks[i], breaks[i + 1]);
    }
  }
  return sum / std::sqrt(2 * std::numbers::pi);
}

// The Nataf integral in its conditional form, E[x(Z) E[y(r Z + sqrt(1 - r^2) W) | Z]]: nothing in
// common with the series but the quantiles.
double nested(const Known& x, const Known& y, double r, double width) {
  const double root = std::sqrt(1 - r * r);
  const double mx = mean(x.law);
  const double my = mean(y.law);
  const double covariance = integral(9, width, x.bends, [&](double z) {
    std::vector<double> breaks;
    for (const double bend : y.bends) {
      breaks.push_back((bend - r * z) / root);
    }
    return (at_score(x.law, z) - mx) * integral(9, 1, std::move(breaks), [&](double w) {
             return at_score(y.law, r * z + root * w) - my;
           });
  });
  return covariance / std::sqrt(variance(x.law) * variance(y.law));
}

std::vector<Known> laws() {
  const Distribution triangular{uq::Triangular{0, 0.25, 1}};
  const Distribution histogram{uq::Histogram{{0, 1, 3, 4, 7}, {2, 0, 1, 3}}};
  std::vector<double> edges;
  for (const double x : {1.0, 3.0, 4.0}) {
    edges.push_back(score(histogram, x));
  }
  edges.erase(edges.begin());  // 1 and 3 are one score: the empty bin is a jump
  return {{"truncated normal", {uq::Normal{0.84, 0.044}, 0.7, 0.97}, {}},
          {"exponential", {uq::Exponential{2}}, {}},
          {"log-uniform", {uq::Loguniform{1, 1000}}, {}},
          {"truncated lognormal", {uq::Lognormal{0, 1}, 0.2, 5}, {}},
          {"triangular", triangular, {score(triangular, 0.25)}},
          {"histogram", histogram, edges}};
}

}  // namespace

TEST_CASE("pearson: the series agrees with the closed forms", "[correlation][property]") {
  // Truncation far out leaves a law as it is but hides its name from the closed forms.
  const Distribution normal{uq::Normal{2, 3}};
  const Distribution lognormal{uq::Lognormal{1, 0.8}};
  const Distribution uniform{uq::Uniform{-1, 3}};
  const Distribution cut_normal{uq::Normal{2, 3}, -1e9, inf};
  const Distribution cut_lognormal{uq::Lognormal{1, 0.8}, 0, 1e150};
  for (const double r : {-1.0, -0.999, -0.9, -0.3, 0.0, 0.2, 0.7, 0.95, 0.9999, 1.0}) {
    INFO("r = " << r);
    const auto differ = [r](const Distribution& a, const Distribution& b, const Distribution& c) {
      return std::abs(pearson_from_latent(a, b, r) - pearson_from_latent(a, c, r));
    };
    CHECK(differ(normal, normal, cut_normal) < 1e-12);
    CHECK(differ(normal, lognormal, cut_lognormal) < 1e-12);
    CHECK(differ(lognormal, normal, cut_normal) < 1e-12);
    CHECK(differ(lognormal, lognormal, cut_lognormal) < 1e-12);
    CHECK(differ(uniform, normal, cut_normal) < 1e-12);
    CHECK(differ(uniform, lognormal, cut_lognormal) < 1e-12);
    CHECK(std::abs(pearson_from_latent(uniform, uniform, r) -
                   6 / std::numbers::pi * std::asin(r / 2)) < 1e-14);
  }
}

// Roundings of two sums of thousands of terms: 2e-15 is seen.
TEST_CASE("pearson: all pairs of laws agree with nested quadrature", "[correlation][reference]") {
  const std::vector<Known> all = laws();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      for (const double r : {-0.95, 0.5, 0.99}) {
        INFO(all[i].name << ", " << all[j].name << ", r = " << r);
        const double series = pearson_from_latent(all[i].law, all[j].law, r);
        CHECK(std::abs(series - nested(all[i], all[j], r, 0.125)) < 1e-12);
        CHECK(std::abs(series - pearson_from_latent(all[j].law, all[i].law, r)) < 1e-13);
      }
    }
  }
}

// Two values, nearly: the correlation of indicators of Z > 0 is 2 asin(r) / pi (Sheppard), steep at
// the ends. The width of the two bins adds 1e-9.
TEST_CASE("pearson: jumps are exact up to the ends", "[correlation][reference]") {
  const Distribution coin{uq::Histogram{{0, 1e-10, 1, 1 + 1e-10}, {1, 0, 1}}};
  for (const double r : {-0.99999, -0.5, 0.1, 0.9, 0.999, 0.999999}) {
    INFO("r = " << r);
    const double sheppard = 2 / std::numbers::pi * std::asin(r);
    CHECK(std::abs(pearson_from_latent(coin, coin, r) - sheppard) < 1e-9);
  }
  CHECK(latent_from_pearson(coin, coin, 0.95).value() ==
        Approx(std::sin(0.95 * std::numbers::pi / 2)).epsilon(1e-9));
}

// Towards r = 1 a finite series misses what is known there: without it 1e-7 and more would be seen.
TEST_CASE("pearson: no gap at the ends of the series", "[correlation][property]") {
  const Distribution histogram{uq::Histogram{{0, 1, 3, 4, 7}, {2, 0, 1, 3}}};
  const Distribution triangular{uq::Triangular{0, 0.25, 1}};
  for (const double end : {-1.0, 1.0}) {
    for (const Distribution& other : {histogram, triangular}) {
      const double at_end = pearson_from_latent(triangular, other, end);
      CHECK(std::abs(pearson_from_latent(triangular, other, end * (1 - 1e-9)) - at_end) < 5e-9);
    }
  }
}

TEST_CASE("pearson: the latent correlation is its inverse, within the range only",
          "[correlation][property]") {
  const std::vector<Known> all = laws();
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    const Distribution& x = all[i].law;
    const Distribution& y = all[i + 1].law;
    INFO(all[i].name << ", " << all[i + 1].name);
    const auto [least, most] = pearson_range(x, y);
    CHECK(least < 0);
    CHECK(most > 0);
    CHECK(most <= 1 + 1e-12);
    CHECK(std::abs(pearson_from_latent(x, y, 1) - most) < 1e-15);
    double before = -1;
    for (const double share : {0.02, 0.3, 0.5, 0.8, 0.98}) {
      const double rho = least + share * (most - least);
      const double r = latent_from_pearson(x, y, rho).value();
      CHECK(std::abs(pearson_from_latent(x, y, r) - rho) < 1e-12);
      CHECK(r > before);
      before = r;
    }
    CHECK(latent_from_pearson(x, y, most).value() == 1);
    CHECK(latent_from_pearson(x, y, least).value() == -1);
    if (most < 1 - 1e-6) {
      CHECK_FALSE(latent_from_pearson(x, y, most + 1e-6));
    }
    if (least > -1 + 1e-6) {
      CHECK_FALSE(latent_from_pearson(x, y, least - 1e-6));
    }
  }
}

// Location and scale of the laws do not matter.
TEST_CASE("pearson: offsets and units change nothing", "[correlation][property]") {
  const Distribution a{uq::Triangular{0, 0.25, 1}};
  const Distribution b{uq::Triangular{1000, 1250, 2000}};
  const Distribution c{uq::Exponential{2}};
  for (const double r : {-0.8, 0.6}) {
    CHECK(std::abs(pearson_from_latent(a, c, r) - pearson_from_latent(b, c, r)) < 1e-11);
  }
}

// Two equally likely values: the indicator of Z > 0, exactly (Sheppard 1899).
TEST_CASE("pearson: a fair coin with itself is an arcsine", "[correlation][reference]") {
  const Distribution coin{uq::Discrete{{0, 1}, {1, 1}}};
  const Distribution dice{uq::Integer{0, 1}};
  for (const double r : {-1.0, -0.9999, -0.5, 0.0, 0.1, 0.9, 0.99, 0.999999, 1.0}) {
    INFO("r = " << r);
    const double sheppard = 2 / std::numbers::pi * std::asin(r);
    CHECK(std::abs(pearson_from_latent(coin, coin, r) - sheppard) < 1e-14);
    CHECK(std::abs(pearson_from_latent(coin, dice, r) - sheppard) < 1e-14);
  }
}

namespace {

// The laws with shapes, and the discrete ones with the scores of their jumps.
std::vector<Known> shaped_laws() {
  std::vector<Known> all;
  const auto add = [&](const char* name, const Distribution& law, std::vector<double> atoms = {}) {
    std::vector<double> bends;
    for (const double x : atoms) {
      bends.push_back(score(law, x));
    }
    all.push_back({name, law, bends});
  };
  add("beta", {uq::Beta{2, 5, 0, 1}});
  add("truncated beta", {uq::Beta{2, 5, 0, 1}, 0.1, 0.6});
  add("pert", {uq::pert(1, 2, 5)});
  add("gamma", {uq::Gamma{2.5, 1.5}});
  add("gamma of shape 0.3", {uq::Gamma{0.3, 2}});
  add("weibull", {uq::Weibull{0.7, 2}});
  add("student", {uq::Student{5, 10, 2}});
  add("logistic", {uq::Logistic{3, 0.5}});
  add("pareto", {uq::Pareto{2, 5.5}});
  add("gumbel", {uq::Gumbel{1013, 558}});
  add("integer", {uq::Integer{1, 6}}, {1, 2, 3, 4, 5});
  add("discrete", {uq::Discrete{{1, 2, 4, 8}, {1, 2, 3, 4}}}, {1, 2, 4});
  add("empirical", {uq::Empirical{{-1, -1, 0, 2, 2, 2}}}, {-1, 0});
  return all;
}

}  // namespace

// With a normal law only the first term is left, rho = r E[x(Z) Z] / sd x: a single integral.
TEST_CASE("pearson: laws with shapes and discrete laws agree with nested quadrature",
          "[correlation][reference]") {
  const Known normal{"normal", {uq::Normal{2, 3}}, {}};
  for (const Known& known : shaped_laws()) {
    for (const double r : {-0.95, 0.5, 0.99}) {
      INFO(known.name << ", r = " << r);
      const double series = pearson_from_latent(known.law, normal.law, r);
      CHECK(std::abs(series - nested(known, normal, r, 0.125)) < 1e-12);
    }
  }
}

TEST_CASE("pearson: every pair of laws with a variance has a latent correlation",
          "[correlation][property]") {
  const std::vector<Known> all = shaped_laws();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      INFO(all[i].name << ", " << all[j].name);
      const auto [least, most] = pearson_range(all[i].law, all[j].law);
      CHECK(least < 0);
      CHECK(least >= -1 - 1e-12);
      CHECK(most <= 1 + 1e-12);
      CHECK((i != j || std::abs(most - 1) < 1e-12));
      const double rho = 0.9 * least;
      const double r = latent_from_pearson(all[i].law, all[j].law, rho).value();
      CHECK(std::abs(pearson_from_latent(all[i].law, all[j].law, r) - rho) < 1e-12);
    }
  }
}
