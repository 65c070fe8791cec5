#include "studies/rows/sobol_options.hpp"

#include "studies/read/keys.hpp"
#include "studies/rows/independence.hpp"
#include "studies/rows/used_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace uq::studies {

namespace {

using samplers::Interval;
using sensitivity::SobolInterval;

/// The interval of a design without replicates that `ci` asks for.
SobolInterval interval_of(Interval ci) {
  switch (ci) {
    case Interval::bca:
      return SobolInterval::bca;
    case Interval::asymptotic:
      return SobolInterval::asymptotic;
    case Interval::automatic:
    case Interval::bootstrap:
    case Interval::replicates:
      break;
  }
  return SobolInterval::bootstrap;
}

std::optional<double> stop_number(const Node& stop,
                                  const std::string& key,
                                  double lower,
                                  Diagnostics& diagnostics) {
  const Node::Entry* entry = stop.find(key);
  if (entry == nullptr) {
    diagnostics.error("U420",
                      "`stop` has no `" + key + "`",
                      stop.place,
                      "write stop = { ci_width = 0.05, max_evaluations = 100_000 }");
    return {};
  }
  const auto value = read_quantity(entry->value, "1", "`" + key + "`", diagnostics);
  if (value && !(*value > lower)) {
    diagnostics.error("U420",
                      fmt::format("`{}` is {:g}, required is more than {:g}", key, *value, lower),
                      entry->value.place);
    return {};
  }
  return value;
}

std::optional<SobolStop> read_stop(const Node& table, Diagnostics& diagnostics) {
  const Node* stop =
      table_at(table, "stop", "stop = { ci_width = 0.05, max_evaluations = 100_000 }", diagnostics);
  if (stop == nullptr) {
    return {};
  }
  check_keys(*stop, {"ci_width", "max_evaluations"}, "`stop`", diagnostics);
  const auto width = stop_number(*stop, "ci_width", 0, diagnostics);
  const auto most = stop_number(*stop, "max_evaluations", 0, diagnostics);
  return width && most ? std::optional(SobolStop{*width, *most}) : std::nullopt;
}

/// Doubling keeps the kind of interval that n begins with.
samplers::SaltelliOptions with_fixed_interval(samplers::SaltelliOptions sampling) {
  if (sampling.ci == Interval::automatic) {
    sampling.ci = replicates(sampling) > 1 ? Interval::replicates : Interval::bootstrap;
  }
  return sampling;
}

void check_design(const Node& table,
                  const SobolStudy& study,
                  const Problem& problem,
                  Diagnostics& diagnostics) {
  const Node::Entry* n = table.find("n");
  const Place place = n != nullptr ? n->value.place : table.place;
  const auto sampling = sampling_for(study, problem, study.sampling.n);
  if (const std::string broken = fault(problem.dims(), sampling); !broken.empty()) {
    diagnostics.error("U306", broken, place);
  }
  for (const Warning& warning : warnings(sampling)) {
    diagnostics.warning(warning.code, warning.message, place);
  }
  const double first = static_cast<double>(study.sampling.n) * evaluations_per_row(study, problem);
  if (study.stop && first > study.stop->max_evaluations) {
    diagnostics.error("U421",
                      fmt::format("`max_evaluations` is {:.0f}, but n = {} alone takes {:.0f}",
                                  study.stop->max_evaluations,
                                  study.sampling.n,
                                  first),
                      table.find("stop")->value.place,
                      "raise it, or begin with a smaller `n`");
  }
}

}  // namespace

std::vector<OptionInfo> sobol_options() {
  std::vector<OptionInfo> all = describe_options<samplers::SaltelliOptions>();
  const std::vector<OptionInfo> more = describe_options<sensitivity::SobolOptions>();
  all.insert(all.end(), more.begin(), more.end());
  all.push_back(groups_option());
  all.push_back({.name = "sweep",
                 .type = "table",
                 .default_value = "none",
                 .doc = "inputs and the values they take, e.g. { batch = [1, 2, 4] }; the same "
                        "design at every setting"});
  all.push_back({.name = "stop",
                 .type = "table",
                 .default_value = "none",
                 .doc = "doubles n until the widest interval of S1 and ST is narrow enough, e.g. "
                        "{ ci_width = 0.05, max_evaluations = 100_000 }"});
  return all;
}

SobolStudy read_sobol(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  SobolStudy study;
  study.sampling = bind_options<samplers::SaltelliOptions>(table, diagnostics);
  study.estimation = bind_options<sensitivity::SobolOptions>(table, diagnostics);
  study.estimation.interval = interval_of(study.sampling.ci);
  study.groups = read_groups(table, scope, diagnostics);
  study.sweep = read_sweep(table, scope, diagnostics);
  study.stop = read_stop(table, diagnostics);
  if (study.stop) {
    study.sampling = with_fixed_interval(study.sampling);
  }
  check_independent(table,
                    scope,
                    study.sampling.dependence == samplers::Dependence::ignore,
                    study.groups ? &study.groups->groups : nullptr,
                    diagnostics,
                    "Sobol' indices",
                    study.sweep);
  const Problem problem = narrow(study.sweep, scope.problem);
  if (problem.dims() > 0 && diagnostics.error_count() == before) {
    check_design(table, study, problem, diagnostics);
  }
  return study;
}

Attributes used_sobol(const SobolStudy& study) {
  Attributes all = used_options(as_used(study.sampling));
  const Attributes more = used_options(study.estimation);
  all.insert(all.end(), more.begin(), more.end());
  const Attributes groups = used_groups(study.groups);
  all.insert(all.end(), groups.begin(), groups.end());
  for (const SweptInput& input : study.sweep) {
    if (input.labels.empty()) {
      all.emplace_back("sweep_" + input.name, input.values);
    } else {
      all.emplace_back("sweep_" + input.name, input.labels);
    }
  }
  if (study.stop) {
    all.emplace_back("stop_ci_width", study.stop->ci_width);
    all.emplace_back("stop_max_evaluations", study.stop->max_evaluations);
  }
  return all;
}

samplers::SaltelliOptions sampling_for(const SobolStudy& study, const Problem& problem, Index n) {
  samplers::SaltelliOptions sampling = study.sampling;
  sampling.n = n;
  sampling.third_base = study.estimation.estimator_first == sensitivity::FirstOrder::owen;
  if (const auto groups = groups_within(study.groups, problem)) {
    sampling.groups = groups->members;
  }
  return sampling;
}

double evaluations_per_row(const SobolStudy& study, const Problem& problem) {
  const auto sampling = sampling_for(study, problem, study.sampling.n);
  const auto factors = static_cast<double>(
      sampling.groups.empty() ? problem.dims() : static_cast<Index>(sampling.groups.size()));
  const double kinds = 1 + (sampling.second_order ? 1 : 0) + (sampling.third_base ? 1 : 0);
  return static_cast<double>(settings(study.sweep)) * (2 + factors * kinds);
}

Index largest_n(const SobolStudy& study, const Problem& problem) {
  Index n = study.sampling.n;
  const double per_row = evaluations_per_row(study, problem);
  while (study.stop && n <= 500'000'000 &&
         2 * static_cast<double>(n) * per_row <= study.stop->max_evaluations) {
    n *= 2;
  }
  return n;
}

}  // namespace uq::studies
