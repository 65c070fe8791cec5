#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "uq/core/philox.hpp"
#include "uq/distributions/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

using uq::Distribution;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
using Cdf = std::function<double(double)>;

struct Known {
  std::string name;
  Distribution law;
  Cdf cdf;  ///< of the law without truncation, from textbook formulas
};

double normal(double z) {
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

// Shape 3: the waiting time of the third event of a Poisson process.
double erlang(double x) {
  return 1 - std::exp(-x) * (1 + x + x * x / 2);
}

// Beta(a, n + 1 - a): the a-th smallest of n uniforms (a binomial sum).
double order_statistic(int a, int n, double t) {
  double sum = 0;
  double choose = 1;
  for (int k = 0; k <= n; ++k) {
    sum += k < a ? 0 : choose * std::pow(t, k) * std::pow(1 - t, n - k);
    choose = choose * (n - k) / (k + 1);
  }
  return sum;
}

// Student's law has elementary integrals for whole degrees of freedom.
double student3(double t) {
  const double r = t / std::sqrt(3.0);
  return 0.5 + (r / (1 + r * r) + std::atan(r)) / std::numbers::pi;
}

double triangular(double x) {  // on [0, 1], mode 1/4
  return x < 0.25 ? 4 * x * x : 1 - (1 - x) * (1 - x) / 0.75;
}

double histogram(double x) {  // weights 2, 0, 1, 3 on edges 0, 1, 3, 4, 7
  return x < 1 ? x / 3 : x < 3 ? 1 / 3.0 : x < 4 ? 1 / 3.0 + (x - 3) / 6 : 0.5 + (x - 4) / 6;
}

// Johnson, Kotz & Balakrishnan (1994, 1995).
std::vector<Known> laws() {
  const Cdf uniform = [](double x) { return (x + 1) / 4; };
  const Cdf loguniform = [](double x) { return std::log10(x * 1e3) / 7; };
  const Cdf gauss = [](double x) { return normal((x - 5) / 2); };
  const Cdf lognormal = [](double x) { return normal((std::log(x) - 0.3) / 0.5); };
  const Cdf exponential = [](double x) { return 1 - std::exp(-x / 2); };
  const Cdf beta = [](double x) { return order_statistic(2, 6, x); };
  const Cdf arcsine = [](double x) { return 2 / std::numbers::pi * std::asin(std::sqrt(x)); };
  const Cdf pert = [](double x) { return order_statistic(2, 5, (x - 1) / 4); };
  const Cdf gamma = [](double x) { return erlang(x / 1.5); };
  const Cdf half = [](double x) { return std::erf(std::sqrt(x)); };
  const Cdf weibull = [](double x) { return 1 - std::exp(-std::pow(x / 2, 1.5)); };
  const Cdf student = [](double x) { return student3((x - 10) / 2); };
  const Cdf cauchy = [](double x) { return 0.5 + std::atan(x) / std::numbers::pi; };
  const Cdf logistic = [](double x) { return 1 / (1 + std::exp(-(x - 3) / 0.5)); };
  const Cdf pareto = [](double x) { return 1 - std::pow(2 / x, 2.5); };
  const Cdf gumbel = [](double x) { return std::exp(-std::exp(-(x - 1013) / 558)); };
  std::vector<Known> all;
  const auto add = [&](const char* name, Distribution law, const Cdf& cdf) {
    all.push_back({name, std::move(law), cdf});
  };
  add("uniform", {uq::Uniform{-1, 3}}, uniform);
  add("log-uniform", {uq::Loguniform{1e-3, 1e4}}, loguniform);
  add("normal", {uq::Normal{5, 2}}, gauss);
  add("normal, cut", {uq::Normal{5, 2}, 4, 9}, gauss);
  add("lognormal", {uq::Lognormal{0.3, 0.5}}, lognormal);
  add("lognormal, cut", {uq::Lognormal{0.3, 0.5}, 1, 3}, lognormal);
  add("exponential", {uq::Exponential{2}}, exponential);
  add("exponential, cut", {uq::Exponential{2}, 0.5, 4}, exponential);
  add("triangular", {uq::Triangular{0, 0.25, 1}}, triangular);
  add("triangular, cut", {uq::Triangular{0, 0.25, 1}, 0.1, 0.6}, triangular);
  add("histogram", {uq::Histogram{{0, 1, 3, 4, 7}, {2, 0, 1, 3}}}, histogram);
  add("beta", {uq::Beta{2, 5, 0, 1}}, beta);
  add("beta, cut", {uq::Beta{2, 5, 0, 1}, 0.1, 0.6}, beta);
  add("arcsine", {uq::Beta{0.5, 0.5, 0, 1}}, arcsine);
  add("pert", {uq::pert(1, 2, 5)}, pert);
  add("gamma", {uq::Gamma{3, 1.5}}, gamma);
  add("gamma, cut", {uq::Gamma{3, 1.5}, 2, 9}, gamma);
  add("gamma of shape 1/2", {uq::Gamma{0.5, 1}}, half);
  add("weibull", {uq::Weibull{1.5, 2}}, weibull);
  add("weibull, cut", {uq::Weibull{1.5, 2}, 1, inf}, weibull);
  add("student", {uq::Student{3, 10, 2}}, student);
  add("student, cut", {uq::Student{3, 10, 2}, -inf, 11}, student);
  add("cauchy", {uq::Student{1, 0, 1}}, cauchy);
  add("logistic", {uq::Logistic{3, 0.5}}, logistic);
  add("logistic, cut", {uq::Logistic{3, 0.5}, 2, 3.5}, logistic);
  add("pareto", {uq::Pareto{2, 2.5}}, pareto);
  add("pareto, cut", {uq::Pareto{2, 2.5}, 3, 50}, pareto);
  add("gumbel", {uq::Gumbel{1013, 558}}, gumbel);
  add("gumbel, cut", {uq::Gumbel{1013, 558}, 0, 3000}, gumbel);
  return all;
}

// A Monte Carlo column of the law.
std::vector<double> sample(const Known& known, std::uint64_t stream) {
  std::vector<double> x(300000);
  uq::philox_uniforms(uq::Seed{23}.child("sample", stream), 0, x);
  quantiles(known.law, x, x);
  return x;
}

// Kolmogorov's statistic sqrt(n) sup |F_n - F|, F conditioned on the truncation.
double kolmogorov(const Known& known, std::vector<double> x) {
  std::sort(x.begin(), x.end());
  const double from = known.law.lower > -inf ? known.cdf(known.law.lower) : 0;
  const double to = known.law.upper < inf ? known.cdf(known.law.upper) : 1;
  const auto n = static_cast<double>(x.size());
  double distance = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double p = (known.cdf(x[i]) - from) / (to - from);
    const auto rank = static_cast<double>(i);
    distance = std::max({distance, p - rank / n, (rank + 1) / n - p});
  }
  return std::sqrt(n) * distance;
}

// P(statistic > t) <= 2 exp(-2 t^2) for every n; one check's share of the suite's false alarms.
// Massart (1990), Ann. Probab. 18, 1269-1283.
double allowed() {
  const double share = uq::test::suite_false_alarms / uq::test::statistical_checks;
  return std::sqrt(0.5 * std::log(2 / share));
}

}  // namespace

TEST_CASE("samples: columns follow their laws", "[distributions][statistical]") {
  std::uint64_t stream = 0;
  for (const Known& known : laws()) {
    INFO(known.name);
    CHECK(kolmogorov(known, sample(known, stream++)) < allowed());
  }
}

// The same statistic when the spread about the median is 5 % too large.
TEST_CASE("samples: a law distorted by a few percent is noticed", "[distributions][statistical]") {
  std::uint64_t stream = 0;
  for (const Known& known : laws()) {
    INFO(known.name);
    std::vector<double> x = sample(known, stream++);
    const double median = quantile(known.law, 0.5);
    const auto [lo, hi] = support(known.law);
    for (double& value : x) {
      value = std::clamp(median + 1.05 * (value - median), lo, hi);
    }
    CHECK(kolmogorov(known, std::move(x)) > allowed());
  }
}
