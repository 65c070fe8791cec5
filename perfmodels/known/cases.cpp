#include "perfmodels/known/cases_detail.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace uq::perfmodels {
namespace {

using Numbers = std::vector<double>;

Distribution uniform(double lo, double hi) {
  return {Uniform{lo, hi}};
}

/// x1 … xd of the same law.
std::vector<KnownInput> alike(Index count, const Distribution& law) {
  std::vector<KnownInput> inputs;
  for (Index i = 1; i <= count; ++i) {
    std::string name = "x";
    inputs.push_back({name.append(std::to_string(i)), law});
  }
  return inputs;
}

KnownCase ishigami_case(const std::string& name, double a, double b, const std::string& source) {
  using std::numbers::pi;
  return {.name = name,
          .model = "known/ishigami",
          .config = {{"a", a}, {"b", b}},
          .output = "y",
          .inputs = alike(3, uniform(-pi, pi)),
          .truth = ishigami_exact(a, b),
          .tolerance = known::closed_form,
          .quantiles = known::quantiles_of(name),
          .source = source};
}

/// A function of inputs uniform on [0, 1].
KnownCase unit_case(const std::string& name,
                    const std::string& model,
                    Config config,
                    ExactIndices truth,
                    const std::string& source) {
  return {.name = name,
          .model = model,
          .config = std::move(config),
          .output = "y",
          .inputs = alike(truth.first.size(), uniform(0, 1)),
          .truth = std::move(truth),
          .tolerance = known::closed_form,
          .quantiles = known::quantiles_of(name),
          .source = source};
}

KnownCase g_case(const std::string& name, const Numbers& a, const std::string& source) {
  return unit_case(name, "known/g", {{"a", a}}, g_function_exact(a), source);
}

KnownCase g_star_case(const std::string& name,
                      const Numbers& a,
                      double exponent,
                      const std::string& source) {
  const Numbers alpha(a.size(), exponent);
  const Numbers delta{0.3, 0.71, 0.05, 0.9, 0.44, 0.62, 0.18, 0.83, 0.5, 0.27};
  return unit_case(name,
                   "known/g_star",
                   {{"a", a}, {"delta", delta}, {"alpha", alpha}},
                   g_star_exact(a, alpha),
                   source);
}

/// A weighted sum: mean and variance of the laws are the truth.
KnownCase linear_case(const std::string& name,
                      const Numbers& c,
                      const std::vector<Distribution>& laws,
                      const std::string& source) {
  Numbers means;
  Numbers variances;
  std::vector<KnownInput> inputs;
  for (const Distribution& law : laws) {
    means.push_back(mean(law));
    variances.push_back(variance(law));
    std::string input = "x";
    inputs.push_back({input.append(std::to_string(inputs.size() + 1)), law});
  }
  return {.name = name,
          .model = "known/linear",
          .config = {{"c", c}},
          .output = "y",
          .inputs = std::move(inputs),
          .truth = linear_exact(c, means, variances),
          .tolerance = known::closed_form,
          .quantiles = known::quantiles_of(name),
          .source = source};
}

KnownCase mixed_case() {
  return linear_case("linear-mixed-6",
                     {1, -2, 0.5, 3, 1.5, -0.25},
                     {uniform(0, 1),
                      {Normal{1, 0.4}},
                      {lognormal_from_moments(2, 1)},
                      {Triangular{0, 0.2, 1}},
                      {Beta{2, 5, 0, 2}},
                      {Exponential{2}}},
                     "laws of several kinds");
}

/// One input of each kind of law, each with the same share of the variance. Tails are short enough
/// for the variance to be known well.
KnownCase laws_case() {
  const std::vector<Distribution> laws{uniform(0, 1),
                                       {Loguniform{0.5, 4}},
                                       {Normal{1, 0.4}},
                                       {.law = Normal{0, 1}, .lower = -0.5, .upper = 2},
                                       {lognormal_from_moments(2, 0.5)},
                                       {Exponential{2}},
                                       {Triangular{0, 0.2, 1}},
                                       {Histogram{{0, 1, 3, 4}, {1, 4, 2}}},
                                       {Beta{2, 5, 0, 2}},
                                       {Gamma{3, 2}},
                                       {Weibull{2, 3}},
                                       {Student{12, 1, 2}},
                                       {Logistic{1, 0.5}},
                                       {Pareto{1, 12}},
                                       {Gumbel{1, 2}},
                                       {Integer{1, 6}},
                                       {Discrete{{1, 2, 4}, {0.5, 0.25, 0.25}}},
                                       {Empirical{{1, 2, 3, 5, 8, 13}}}};
  Numbers c;
  for (const Distribution& law : laws) {
    c.push_back(1 / std::sqrt(variance(law)));
  }
  return linear_case("linear-laws-18", c, laws, "a law of each kind");
}

/// A product of powers of lognormal inputs is lognormal: its quantiles are exact, too.
KnownCase power_product_case() {
  const double constant = 2;
  const Numbers exponents{1, -2, 0.5};
  const Numbers mean_log{0, 0.5, 1};
  const Numbers sd_log{0.3, 0.1, 0.4};
  KnownCase known{.name = "power-product-3",
                  .model = "known/power_product",
                  .config = {{"const", constant}, {"exponents", exponents}},
                  .output = "y",
                  .inputs = {},
                  .truth = power_product_exact(constant, exponents, mean_log, sd_log),
                  .tolerance = known::closed_form,
                  .quantiles = {},
                  .source = "a lognormal output"};
  double mean = std::log(constant);
  double variance = 0;
  for (std::size_t i = 0; i < exponents.size(); ++i) {
    std::string name = "x";
    known.inputs.push_back(
        {name.append(std::to_string(i + 1)), {Lognormal{mean_log[i], sd_log[i]}}});
    mean += exponents[i] * mean_log[i];
    variance += exponents[i] * exponents[i] * sd_log[i] * sd_log[i];
  }
  // Quantiles of the standard normal law.
  for (const auto& [p, z] : {std::pair{0.01, -2.3263478740408408},
                             std::pair{0.05, -1.6448536269514722},
                             std::pair{0.25, -0.67448975019608174},
                             std::pair{0.75, 0.67448975019608174},
                             std::pair{0.95, 1.6448536269514722},
                             std::pair{0.99, 2.3263478740408408}}) {
    known.quantiles.push_back({p, std::exp(mean + z * std::sqrt(variance)), known::closed_form});
  }
  return known;
}

KnownCase oakley_case() {
  return {.name = "oakley-15-sd0.5",
          .model = "known/oakley_ohagan",
          .config = {},
          .output = "y",
          .inputs = alike(15, {Normal{0, 0.5}}),
          .truth = oakley_ohagan_exact(0.5),
          .tolerance = known::closed_form,
          .quantiles = known::quantiles_of("oakley-15-sd0.5"),
          .source = "Oakley & O'Hagan (2004), with a standard deviation of 0.5 instead of 1"};
}

std::vector<KnownCase> all_cases() {
  const Numbers steps{0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5,
                      5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5};
  std::vector<KnownCase> cases{
      ishigami_case("ishigami-7-0.1", 7, 0.1, "Ishigami & Homma (1990)"),
      ishigami_case("ishigami-7-0.05", 7, 0.05, "Sobol' & Levitan (1999)"),
      ishigami_case("ishigami-0-1", 0, 1, "x2 is inert"),
      g_case("g-8-classic", {0, 1, 4.5, 9, 99, 99, 99, 99}, "Saltelli & Sobol' (1995)"),
      g_case("g-6-salib", {78, 12, 0.5, 2, 97, 33}, "a usual example of six inputs"),
      g_case("g-20-linear", steps, "twenty inputs that fade"),
      g_case("g-5-zero", {0, 0, 0, 0, 0}, "Bratley, Fox & Niederreiter (1992), function 1"),
      g_star_case("gstar-10-1",
                  {0, 0, 9, 9, 9, 9, 9, 9, 9, 9},
                  1,
                  "Saltelli et al. (2010), Table 5, case 1"),
      g_star_case("gstar-10-5",
                  {0, 0.1, 0.2, 0.3, 0.4, 0.8, 1, 2, 3, 4},
                  0.5,
                  "Saltelli et al. (2010), Table 5, set b, infinite slope at the kink"),
      unit_case("sudret-poly-3",
                "known/polynomial",
                {{"d", std::int64_t{3}}, {"c0", 0.5}, {"c2", 1.5}},
                polynomial_product_exact(3, 0.5, 1.5),
                "Sudret (2008)"),
      mixed_case(),
      laws_case(),
      unit_case("bratley-k-6",
                "known/bratley_k",
                {{"d", std::int64_t{6}}},
                bratley_k_exact(6),
                "Bratley, Fox & Niederreiter (1992), function 4"),
      unit_case("bratley-b-3",
                "known/bratley_b",
                {{"d", std::int64_t{3}}},
                bratley_b_exact(3),
                "Bratley, Fox & Niederreiter (1992), function 2"),
      unit_case(
          "friedman-6", "known/friedman", {}, friedman_exact(10, 20, 10, 5), "Friedman (1991)"),
      unit_case("morris-20",
                "known/morris20",
                {},
                morris20_exact(20, -15, -10, 5),
                "Morris (1991), coefficients +-1 for those it draws"),
      oakley_case(),
      power_product_case(),
  };
  for (KnownCase& each : known::engineering_cases()) {
    cases.push_back(std::move(each));
  }
  return cases;
}

}  // namespace

const std::vector<KnownCase>& known_cases() {
  static const std::vector<KnownCase> cases = all_cases();
  return cases;
}

}  // namespace uq::perfmodels
