#include "studies/run/selftest.hpp"

#include "samplers/independent.hpp"
#include "samplers/saltelli.hpp"
#include "studies/read/keys.hpp"
#include "studies/tables/models.hpp"
#include "uq/core/error.hpp"
#include "uq/core/evaluate.hpp"
#include "uq/propagation/intervals.hpp"
#include "uq/propagation/propagate.hpp"
#include "uq/sensitivity/sobol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace uq::studies {

namespace {

using perfmodels::KnownCase;

// Student's t of many replicates has short tails: 1e-7 is 6.9 standard errors, of eight 22.
constexpr Index replicates = 32;
constexpr double usual = 0.95;

Problem problem_of(const KnownCase& known_case) {
  const auto row = std::find_if(builtin_models().begin(),
                                builtin_models().end(),
                                [&](const BuiltinModel& m) { return m.name == known_case.model; });
  expects(row != builtin_models().end(), "no model " + known_case.model);
  Model model = row->make(known_case.config);
  const std::vector<std::string> outputs = names_of(model.outputs());
  const auto output = std::find(outputs.begin(), outputs.end(), known_case.output);
  expects(output != outputs.end(), known_case.model + " has no output " + known_case.output);
  expects(names_of(model.inputs()) == names_of(known_case.inputs),
          known_case.name + " has other inputs than " + known_case.model);
  std::vector<UncertainInput> inputs;
  for (const perfmodels::KnownInput& input : known_case.inputs) {
    const auto column = static_cast<Index>(inputs.size());
    const std::string unit = model.inputs()[inputs.size()].unit;
    inputs.push_back({input.name, unit, column, input.law, mean(input.law)});
  }
  const auto dims = static_cast<Index>(inputs.size());
  return {.model = std::move(model),
          .inputs = std::move(inputs),
          .fixed = Vector::Zero(dims),
          .outputs = {output - outputs.begin()},
          .correlation = {},
          .constraints = {}};
}

/// How many checks a case has: mean, variance and two indices for each input; mean, sd, quantiles.
Index checks_of(const KnownCase& known_case) {
  return 2 + 2 * static_cast<Index>(known_case.inputs.size()) + 2 +
         static_cast<Index>(known_case.quantiles.size());
}

struct Bounds {
  double lower, upper;
};

/// The estimate with the usual interval, and the interval that decides.
struct Estimate {
  double value;
  Bounds usual, sure;
};

SelftestCheck checked(std::string method,
                      std::string quantity,
                      std::string input,
                      double truth,
                      double tolerance,
                      const Estimate& estimate,
                      double standard_errors) {
  const auto holds = [&](const Bounds& bounds) {
    return bounds.lower - tolerance <= truth && truth <= bounds.upper + tolerance;
  };
  const double off = estimate.value - truth;
  const double beyond = std::copysign(std::max(0.0, std::abs(off) - tolerance), off);
  const double error = (estimate.usual.upper - estimate.usual.lower) / (2 * standard_errors);
  return {.method = std::move(method),
          .quantity = std::move(quantity),
          .input = std::move(input),
          .truth = truth,
          .estimate = estimate.value,
          .lower = estimate.usual.lower,
          .upper = estimate.usual.upper,
          .deviation = beyond == 0 ? 0 : beyond / error,
          .inside = holds(estimate.usual),
          .ok = holds(estimate.sure)};
}

/// Indices, mean and variance from a Saltelli design with replicates.
void check_sobol(const KnownCase& known_case,
                 const Problem& problem,
                 Index n,
                 Seed seed,
                 double sure_level,
                 SelftestCase& result) {
  const auto design =
      samplers::saltelli(problem.dims(),
                         {.n = n, .ci = samplers::Interval::replicates, .replicates = replicates},
                         seed);
  const Evaluations evaluations = evaluate(problem, design);
  result.evaluations += n * design.blocks();
  const auto indices = [&](double level) {
    return sensitivity::sobol(
        design, evaluations.y, {.confidence = level}, seed.child("intervals"));
  };
  const sensitivity::SobolIndices plain = indices(usual);
  const sensitivity::SobolIndices sure = indices(sure_level);
  const double t = propagation::student_t_quantile((1 + usual) / 2, replicates - 1);
  const auto number = [&](const char* quantity,
                          double truth,
                          NdArray sensitivity::SobolIndices::* value,
                          NdArray sensitivity::SobolIndices::* interval) {
    const NdArray& low = plain.*interval;
    const NdArray& wide = sure.*interval;
    const Estimate estimate{(plain.*value).at({0}),
                            {low.at({0, 0}), low.at({0, 1})},
                            {wide.at({0, 0}), wide.at({0, 1})}};
    result.checks.push_back(checked("sobol",
                                    quantity,
                                    {},
                                    truth,
                                    known_case.tolerance * std::max(1.0, std::abs(truth)),
                                    estimate,
                                    t));
  };
  const auto each = [&](const char* quantity,
                        const Vector& truth,
                        NdArray sensitivity::SobolIndices::* value,
                        NdArray sensitivity::SobolIndices::* interval) {
    const NdArray& low = plain.*interval;
    const NdArray& wide = sure.*interval;
    for (Index i = 0; i < truth.size(); ++i) {
      const Estimate estimate{(plain.*value).at({0, i}),
                              {low.at({0, i, 0}), low.at({0, i, 1})},
                              {wide.at({0, i, 0}), wide.at({0, i, 1})}};
      result.checks.push_back(checked("sobol",
                                      quantity,
                                      known_case.inputs[static_cast<std::size_t>(i)].name,
                                      truth(i),
                                      known_case.tolerance,
                                      estimate,
                                      t));
    }
  };
  using R = sensitivity::SobolIndices;
  number("mean", known_case.truth.mean, &R::mean, &R::mean_ci);
  number("variance", known_case.truth.variance, &R::variance, &R::variance_ci);
  each("S1", known_case.truth.first, &R::S1, &R::S1_ci);
  each("ST", known_case.truth.total, &R::ST, &R::ST_ci);
}

/// Mean, standard deviation and quantiles from independent points, whose intervals of quantiles
/// are exact at every level.
void check_bands(const KnownCase& known_case,
                 const Problem& problem,
                 Index n,
                 Seed seed,
                 double sure_level,
                 SelftestCase& result) {
  const auto design = samplers::independent(
      problem.dims(), {.n = n, .sampler = samplers::Sampler::monte_carlo}, seed);
  const Vector y = evaluate(problem, design).y[0].col(0);
  result.evaluations += n;
  std::vector<double> levels;
  for (const perfmodels::KnownQuantile& quantile : known_case.quantiles) {
    levels.push_back(quantile.p);
  }
  const auto bands = [&](double level) {
    return propagation::bands(design, {{y}}, {}, {.quantiles = levels, .confidence = level});
  };
  const propagation::Bands plain = bands(usual);
  const propagation::Bands sure = bands(sure_level);
  const double z = propagation::normal_quantile((1 + usual) / 2);
  const auto add =
      [&](std::string quantity, double truth, double tolerance, const Estimate& estimate) {
        result.checks.push_back(
            checked("propagate", std::move(quantity), {}, truth, tolerance, estimate, z));
      };
  const auto moment = [](const NdArray& value, const NdArray& low, const NdArray& wide) {
    return Estimate{value.at({0, 0}),
                    {low.at({0, 0, 0}), low.at({0, 0, 1})},
                    {wide.at({0, 0, 0}), wide.at({0, 0, 1})}};
  };
  const double sd = std::sqrt(known_case.truth.variance);
  add("mean",
      known_case.truth.mean,
      known_case.tolerance * std::max(sd, std::abs(known_case.truth.mean)),
      moment(plain.mean, plain.mean_ci, sure.mean_ci));
  add("sd", sd, known_case.tolerance * sd, moment(plain.sd, plain.sd_ci, sure.sd_ci));
  for (std::size_t k = 0; k < levels.size(); ++k) {
    const auto p = static_cast<Index>(k);
    const NdArray& low = plain.quantile_ci;
    const NdArray& wide = sure.quantile_ci;
    add(fmt::format("q{:g}", levels[k]),
        known_case.quantiles[k].value,
        known_case.quantiles[k].tolerance,
        {plain.quantile.at({0, p, 0}),
         {low.at({0, p, 0, 0}), low.at({0, p, 0, 1})},
         {wide.at({0, p, 0, 0}), wide.at({0, p, 0, 1})}});
  }
}

}  // namespace

std::vector<SelftestCase> selftest(const std::vector<KnownCase>& cases,
                                   const SelftestOptions& options) {
  expects(options.n >= 4096, "n must be at least 4096: smaller samples have no sure quantiles");
  Index checks = 0;
  for (const KnownCase& known_case : cases) {
    checks += checks_of(known_case);
  }
  // Eq. 41: every check gets the same share of the false alarms.
  const double sure_level = 1 - options.false_alarms / static_cast<double>(checks);
  std::vector<SelftestCase> results;
  for (const KnownCase& known_case : cases) {
    // Named after the case: its numbers do not depend on which others run.
    const Seed seed = options.seed.child(known_case.name);
    const Problem problem = problem_of(known_case);
    SelftestCase& result =
        results.emplace_back(SelftestCase{known_case.name, known_case.model, 0, {}});
    check_sobol(known_case, problem, options.n, seed.child("sobol"), sure_level, result);
    check_bands(known_case, problem, options.n, seed.child("propagate"), sure_level, result);
  }
  return results;
}

std::vector<KnownCase> known_cases_named(const std::string& name) {
  std::vector<KnownCase> cases;
  for (const KnownCase& known_case : perfmodels::known_cases()) {
    if (known_case.name == name || known_case.model == name) {
      cases.push_back(known_case);
    }
  }
  return cases;
}

}  // namespace uq::studies
