// Propagation through formulas whose output law is known in closed form.

#include "perfmodels/expression.hpp"
#include "samplers/independent.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/statistics.hpp"
#include "uq/core/evaluate.hpp"
#include "uq/propagation/propagate.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using uq::Distribution;
using uq::Index;
using uq::Seed;
using uq::samplers::Sampler;
using Json = nlohmann::json;

namespace {

const Index rows = 1 << 17;

/// Chance that one check fails although all is right (tests/support/statistics.hpp).
const double false_alarm = uq::test::suite_false_alarms / uq::test::statistical_checks;

const Json& cases() {
  static const Json data = uq::test::reference("output_laws.json");
  return data.at("cases");
}

/// A formula and the laws of its inputs x0, x1 …
using Setup = std::pair<std::string, std::vector<Distribution>>;

std::string joined(std::size_t count, const std::string& separator) {
  std::string text = "x0";
  for (std::size_t i = 1; i < count; ++i) {
    text += fmt::format("{}x{}", separator, i);
  }
  return text;
}

Setup setup(const Json& law) {
  const std::string id = law.at("id");
  const Json& inputs = law.at("inputs");
  const auto value = [](const Json& number) { return number.get<double>(); };
  Setup result;
  if (id == "lin-normal-3") {
    result.first = fmt::format("{}*x0 + {}*x1 + {}*x2",
                               value(inputs.at("c")[0]),
                               value(inputs.at("c")[1]),
                               value(inputs.at("c")[2]));
    for (std::size_t i = 0; i < 3; ++i) {
      result.second.push_back({uq::Normal{value(inputs.at("mean")[i]), value(inputs.at("sd")[i])}});
    }
  } else if (id == "hypoexp-3") {
    result.first = joined(3, " + ");
    for (const Json& rate : inputs.at("rates")) {
      result.second.push_back({uq::Exponential{1 / value(rate)}});
    }
  } else if (id == "irwin-hall-4") {
    result = {joined(4, " + "), std::vector<Distribution>(4, {uq::Uniform{0, 1}})};
  } else if (id == "max-exp-8") {
    result = {"max(" + joined(8, ", ") + ")",
              std::vector<Distribution>(8, {uq::Exponential{1 / value(inputs.at("rate"))}})};
  } else if (id == "ratio-1") {
    result = {"x0 / x1",
              {{uq::Uniform{value(inputs.at("x1")[1]), value(inputs.at("x1")[2])}},
               {uq::Uniform{value(inputs.at("x2")[1]), value(inputs.at("x2")[2])}}}};
  } else if (id == "rayleigh-1") {
    result = {"sqrt(x0^2 + x1^2)",
              std::vector<Distribution>(2, {uq::Normal{0, value(inputs.at("sd"))}})};
  } else {
    throw std::invalid_argument("no set-up for " + id);
  }
  return result;
}

uq::Problem problem_of(const Setup& setup) {
  std::vector<uq::InputVariable> variables;
  std::vector<uq::UncertainInput> inputs;
  for (const Distribution& law : setup.second) {
    const auto column = static_cast<Index>(inputs.size());
    const std::string name = fmt::format("x{}", column);
    variables.push_back({.name = name, .unit = "1", .doc = {}});
    inputs.push_back({name, "1", column, law, uq::mean(law)});
  }
  const auto count = static_cast<Index>(inputs.size());
  return {uq::perfmodels::ExpressionModel(variables, {{"y", setup.first}}),
          std::move(inputs),
          uq::Vector::Zero(count),
          {0}};
}

uq::propagation::Bands bands_of(const Json& law, Sampler sampler, double confidence) {
  const uq::Problem problem = problem_of(setup(law));
  const auto design =
      uq::samplers::independent(problem.dims(), {.n = rows, .sampler = sampler}, Seed{31});
  std::vector<uq::propagation::Threshold> thresholds;
  for (const Json& pair : law.at("exceedances")) {
    thresholds.push_back({0, pair[0].get<double>()});
  }
  uq::propagation::BandOptions options{.quantiles = {}, .confidence = confidence};
  for (const Json& pair : law.at("quantiles")) {
    options.quantiles.push_back(pair[0].get<double>());
  }
  return uq::propagation::bands(
      design, {{uq::Vector(uq::evaluate(problem, design).y[0].col(0))}}, thresholds, options);
}

}  // namespace

TEST_CASE("output laws: random points hold every exact value within the suite's budget",
          "[propagation][truth][statistical]") {
  CHECK(cases().size() == 6);
  for (const Json& law : cases()) {
    const auto bands = bands_of(law, Sampler::monte_carlo, 1 - false_alarm);
    CAPTURE(law.at("id").get<std::string>());
    const auto holds = [](double lower, double truth, double upper) {
      CAPTURE(lower, truth, upper);
      CHECK(lower <= truth);
      CHECK(truth <= upper);
    };
    holds(bands.mean_ci.at({0, 0, 0}), law.at("mean").get<double>(), bands.mean_ci.at({0, 0, 1}));
    holds(bands.sd_ci.at({0, 0, 0}),
          std::sqrt(law.at("variance").get<double>()),
          bands.sd_ci.at({0, 0, 1}));
    Index k = 0;
    for (const Json& pair : law.at("quantiles")) {
      holds(bands.quantile_ci.at({0, k, 0, 0}),
            pair[1].get<double>(),
            bands.quantile_ci.at({0, k, 0, 1}));
      ++k;
    }
    k = 0;
    for (const Json& pair : law.at("exceedances")) {
      const double exact = pair[1].get<double>();
      const double estimate = bands.exceedance.at({0, k, 0});
      // The tiny ones have no hit: the interval says how small they are at most.
      holds(bands.exceedance_ci.at({0, k, 0, 0}), exact, bands.exceedance_ci.at({0, k, 0, 1}));
      if (exact >= 1e-4) {
        const double standard_error = std::sqrt(exact * (1 - exact) / static_cast<double>(rows));
        CHECK(uq::test::within_standard_errors(estimate, exact, standard_error));
      } else {
        CHECK(estimate <= 1e-4);
        CHECK(bands.exceedance_ci.at({0, k, 0, 1}) < 3e-4);
      }
      ++k;
    }
  }
}

TEST_CASE("output laws: the sequence meets mean, sd and quantiles to the third digit",
          "[propagation][truth][reference]") {
  for (const Json& law : cases()) {
    const auto bands = bands_of(law, Sampler::sobol, 0.95);
    CAPTURE(law.at("id").get<std::string>());
    const double sd = std::sqrt(law.at("variance").get<double>());
    // Independent points would err by sd / sqrt(131072) = 0.003 sd.
    CHECK(std::abs(bands.mean.at({0, 0}) - law.at("mean").get<double>()) < 3e-4 * sd);
    CHECK(std::abs(bands.sd.at({0, 0}) - sd) < 1e-3 * sd);
    Index k = 0;
    for (const Json& pair : law.at("quantiles")) {
      const double p = pair[0].get<double>();
      CAPTURE(p, bands.quantile.at({0, k, 0}), pair[1].get<double>());
      // Beyond 99 % few points carry the quantile.
      const double bar = p < 0.005 || p > 0.995 ? 0.03 : p < 0.03 || p > 0.97 ? 0.01 : 0.004;
      CHECK(std::abs(bands.quantile.at({0, k, 0}) - pair[1].get<double>()) < bar * sd);
      ++k;
    }
  }
}
