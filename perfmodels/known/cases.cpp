#include "perfmodels/known/cases_detail.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace uq::perfmodels {
namespace {

using Numbers = std::vector<double>;

/// Closed forms in double precision, and the last digits of the estimates that meet them.
constexpr double rounding = 1e-13;

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
          .tolerance = rounding,
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
          .tolerance = rounding,
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

/// One input of each kind of law: mean and variance of the laws are the truth.
KnownCase linear_case() {
  const Numbers c{1, -2, 0.5, 3, 0.75, -0.25, 1, 2};
  std::vector<KnownInput> inputs{{"x1", uniform(0, 1)},
                                 {"x2", {Normal{1, 0.4}}},
                                 {"x3", {lognormal_from_moments(2, 1)}},
                                 {"x4", {Triangular{0, 0.2, 1}}},
                                 {"x5", {Loguniform{0.5, 4}}},
                                 {"x6", {Exponential{2}}},
                                 {"x7", {Histogram{{0, 1, 3, 4}, {1, 4, 2}}}},
                                 {"x8", {.law = Normal{0, 1}, .lower = -0.5, .upper = 2}}};
  Numbers means;
  Numbers variances;
  for (const KnownInput& input : inputs) {
    means.push_back(mean(input.law));
    variances.push_back(variance(input.law));
  }
  return {.name = "linear-laws-8",
          .model = "known/linear",
          .config = {{"c", c}},
          .output = "y",
          .inputs = std::move(inputs),
          .truth = linear_exact(c, means, variances),
          .tolerance = rounding,
          .quantiles = {},
          .source = "a law of each kind"};
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
                  .tolerance = rounding,
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
    known.quantiles.push_back({p, std::exp(mean + z * std::sqrt(variance)), rounding});
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
          .tolerance = rounding,
          .quantiles = known::quantiles_of("oakley-15-sd0.5"),
          .source = "Oakley & O'Hagan (2004), with a standard deviation of 0.5 instead of 1"};
}

KnownCase beam_case() {
  std::vector<KnownInput> inputs{{"b", {lognormal_from_moments(0.15, 0.0075)}},
                                 {"h", {lognormal_from_moments(0.3, 0.015)}},
                                 {"L", {lognormal_from_moments(5, 0.05)}},
                                 {"E", {lognormal_from_moments(3e10, 4.5e9)}},
                                 {"p", {lognormal_from_moments(1e4, 2000)}}};
  Numbers mean_log;
  Numbers sd_log;
  for (const KnownInput& input : inputs) {
    const auto& law = std::get<Lognormal>(input.law.law);
    mean_log.push_back(law.mean_log);
    sd_log.push_back(law.sd_log);
  }
  return {.name = "simply-supported-beam",
          .model = "known/beam",
          .config = {},
          .output = "deflection",
          .inputs = std::move(inputs),
          .truth = power_product_exact(5.0 / 32, Numbers{-1, -3, 4, -1, 1}, mean_log, sd_log),
          .tolerance = rounding,
          .quantiles = known::quantiles_of("simply-supported-beam"),
          .source = "Schoebi & Sudret (2014)"};
}

KnownCase wing_weight_case() {
  return {.name = "wing-weight",
          .model = "known/wing_weight",
          .config = {},
          .output = "weight",
          .inputs = {{"Sw", uniform(150, 200)},
                     {"Wfw", uniform(220, 300)},
                     {"A", uniform(6, 10)},
                     {"Lambda", uniform(-10, 10)},
                     {"q", uniform(16, 45)},
                     {"lambda", uniform(0.5, 1)},
                     {"tc", uniform(0.08, 0.18)},
                     {"Nz", uniform(2.5, 6)},
                     {"Wdg", uniform(1700, 2500)},
                     {"Wp", uniform(0.025, 0.08)}},
          .truth = wing_weight_exact(),
          .tolerance = rounding,
          .quantiles = known::quantiles_of("wing-weight"),
          .source = "Forrester, Sobester & Keane (2008)"};
}

KnownCase tabulated_case(const std::string& name,
                         const std::string& model,
                         const std::string& output,
                         std::vector<KnownInput> inputs,
                         const std::string& source) {
  known::Tabulated table = known::tabulated(name);
  return {.name = name,
          .model = model,
          .config = {},
          .output = output,
          .inputs = std::move(inputs),
          .truth = std::move(table.truth),
          .tolerance = table.tolerance,
          .quantiles = known::quantiles_of(name),
          .source = source};
}

KnownCase borehole_case() {
  return tabulated_case(
      "borehole",
      "known/borehole",
      "flow",
      {// Untruncated, the radius would be negative with probability 3e-10: no moments.
       {"rw", {.law = Normal{0.1, 0.0161812}, .lower = 0.05, .upper = 0.15}},
       {"r", {Lognormal{7.71, 1.0056}}},
       {"Tu", uniform(63070, 115600)},
       {"Hu", uniform(990, 1110)},
       {"Tl", uniform(63.1, 116)},
       {"Hl", uniform(700, 820)},
       {"L", uniform(1120, 1680)},
       {"Kw", uniform(9855, 12045)}},
      "Harper & Gupta (1983)");
}

KnownCase otl_circuit_case() {
  return tabulated_case("otl-circuit",
                        "known/otl_circuit",
                        "voltage",
                        {{"Rb1", uniform(50, 150)},
                         {"Rb2", uniform(25, 70)},
                         {"Rf", uniform(0.5, 3)},
                         {"Rc1", uniform(1.2, 2.5)},
                         {"Rc2", uniform(0.25, 1.2)},
                         {"beta", uniform(50, 300)}},
                        "Ben-Ari & Steinberg (2007)");
}

KnownCase piston_case() {
  return tabulated_case("piston-narrow",
                        "known/piston",
                        "cycle",
                        {{"M", uniform(40, 60)},
                         {"S", uniform(0.01, 0.02)},
                         {"V0", uniform(0.004, 0.01)},
                         {"k", uniform(1000, 3000)},
                         {"P0", uniform(90000, 110000)},
                         {"Ta", uniform(290, 296)},
                         {"T0", uniform(340, 360)}},
                        "Kenett & Zacks (1998), narrower ranges");
}

std::vector<KnownCase> all_cases() {
  const Numbers steps{0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5,
                      5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5};
  return {
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
      linear_case(),
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
      beam_case(),
      borehole_case(),
      otl_circuit_case(),
      piston_case(),
      wing_weight_case(),
  };
}

}  // namespace

const std::vector<KnownCase>& known_cases() {
  static const std::vector<KnownCase> cases = all_cases();
  return cases;
}

}  // namespace uq::perfmodels
