#include "perfmodels/known/cases_detail.hpp"

#include <utility>

namespace uq::perfmodels::known {
namespace {

Distribution uniform(double lo, double hi) {
  return {Uniform{lo, hi}};
}

KnownCase beam_case() {
  std::vector<KnownInput> inputs{{"b", {lognormal_from_moments(0.15, 0.0075)}},
                                 {"h", {lognormal_from_moments(0.3, 0.015)}},
                                 {"L", {lognormal_from_moments(5, 0.05)}},
                                 {"E", {lognormal_from_moments(3e10, 4.5e9)}},
                                 {"p", {lognormal_from_moments(1e4, 2000)}}};
  std::vector<double> mean_log;
  std::vector<double> sd_log;
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
          .truth = power_product_exact(
              5.0 / 32, std::vector<double>{-1, -3, 4, -1, 1}, mean_log, sd_log),
          .tolerance = closed_form,
          .quantiles = quantiles_of("simply-supported-beam"),
          .source = "Schoebi & Sudret (2014)"};
}

KnownCase cantilever_case() {
  return {.name = "cantilever-ot",
          .model = "known/cantilever",
          .config = {},
          .output = "deflection",
          .inputs = {{"E", {Beta{0.9, 3.5, 65e9, 75e9}}},
                     {"F", {lognormal_from_moments(300, 30)}},
                     {"L", uniform(2.5, 2.6)},
                     {"I", {Beta{2.5, 4, 1.3e-7, 1.7e-7}}}},
          .truth = cantilever_exact(),
          .tolerance = closed_form,
          .quantiles = quantiles_of("cantilever-ot"),
          .source = "a usual example, its inputs made independent"};
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
          .tolerance = closed_form,
          .quantiles = quantiles_of("wing-weight"),
          .source = "Forrester, Sobester & Keane (2008)"};
}

KnownCase tabulated_case(const std::string& name,
                         const std::string& model,
                         const std::string& output,
                         std::vector<KnownInput> inputs,
                         const std::string& source) {
  Tabulated table = tabulated(name);
  return {.name = name,
          .model = model,
          .config = {},
          .output = output,
          .inputs = std::move(inputs),
          .truth = std::move(table.truth),
          .tolerance = table.tolerance,
          .quantiles = quantiles_of(name),
          .source = source};
}

KnownCase flood_case() {
  return tabulated_case("flood-8-S",
                        "known/flood",
                        "S",
                        {{"Q", {.law = Gumbel{1013, 558}, .lower = 500, .upper = 3000}},
                         {"Ks", {.law = Normal{30, 8}, .lower = 15}},
                         {"Zv", {Triangular{49, 50, 51}}},
                         {"Zm", {Triangular{54, 55, 56}}},
                         {"B", {Triangular{295, 300, 305}}},
                         {"L", {Triangular{4990, 5000, 5010}}},
                         {"Zb", {Triangular{55, 55.5, 56}}},
                         {"Hd", uniform(7, 9)}},
                        "Iooss & Lemaitre (2015)");
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

}  // namespace

std::vector<KnownCase> engineering_cases() {
  return {
      beam_case(),
      cantilever_case(),
      flood_case(),
      borehole_case(),
      otl_circuit_case(),
      piston_case(),
      wing_weight_case(),
  };
}

}  // namespace uq::perfmodels::known
