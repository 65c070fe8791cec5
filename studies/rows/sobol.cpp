#include "studies/rows/sobol.hpp"

#include "studies/rows/failure_pattern.hpp"
#include "studies/rows/finish.hpp"
#include "studies/rows/heavy_tails.hpp"
#include "studies/rows/independence.hpp"
#include "studies/rows/samples.hpp"
#include "studies/rows/sobol_dataset.hpp"
#include "studies/rows/sobol_exact.hpp"
#include "studies/rows/sobol_extend.hpp"
#include "studies/rows/sobol_options.hpp"
#include "uq/dependence/transform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <any>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace uq::studies {

namespace {

SaltelliDesign design_of(const SobolStudy& study, const Problem& problem, Index n, Seed seed) {
  SaltelliDesign design =
      samplers::saltelli(problem.dims(), sampling_for(study, problem, n), seed.child("design"));
  return problem.correlation.size() == 0
             ? design
             : samplers::dependent(std::move(design), copula_factor(problem));
}

/// One analysis while it runs.
struct Run {
  const SobolStudy& study;
  const Problem& problem;  ///< without correlations that are to be ignored
  const RunContext& context;
  bool keep;  ///< whether outputs of all settings are needed after the estimates
  SaltelliDesign design = {};
  std::vector<Evaluations> evaluations = {};         ///< one per setting
  std::vector<SobolSetting> results = {};            ///< one per setting
  std::vector<std::vector<Vector>> first_rows = {};  ///< [setting][output]: of A
  Index evaluated = 0;
};

Evaluations evaluate_setting(Run& run, Index setting, const SaltelliDesign& design) {
  Problem at = run.problem;
  set(run.study.sweep, setting, at);
  EvaluateOptions options = run.context.evaluate;
  if (options.progress) {
    options.progress = [&, done = run.evaluated](Index more) {
      run.context.evaluate.progress(done + more);
    };
  }
  Evaluations evaluations = evaluate(at, design, options);
  run.evaluated += static_cast<Index>(evaluations.status.size());
  return evaluations;
}

/// Evaluates what is new at n rows and estimates from all of them.
void advance(Run& run, Index n) {
  const bool extends = !run.evaluations.empty();
  run.design = design_of(run.study, run.problem, n, run.context.seed);
  run.evaluations.resize(static_cast<std::size_t>(settings(run.study.sweep)));
  run.results.clear();
  run.first_rows.clear();
  const Seed seed = run.context.seed.child("estimate");
  for (std::size_t s = 0; s < run.evaluations.size(); ++s) {
    Evaluations& at = run.evaluations[s];
    const auto setting = static_cast<Index>(s);
    at = extends ? joined(at,
                          evaluate_setting(run, setting, second_halves(run.design)),
                          run.design.replicates,
                          run.design.blocks())
                 : evaluate_setting(run, setting, run.design);
    auto indices =
        sensitivity::sobol(run.design, at.y, run.study.estimation, seed, run.context.missing);
    auto convergence =
        sensitivity::sobol_convergence(run.design, at.y, run.study.estimation, indices);
    run.results.push_back({std::move(indices), std::move(convergence)});
    run.first_rows.emplace_back();
    for (const Matrix& y : at.y) {
      run.first_rows.back().emplace_back(y.col(0).head(std::min(n, failure_pattern_rows)));
    }
    if (!run.keep) {
      at.y.clear();
    }
  }
}

/// The widest interval of S1 and ST; infinite where one is missing, none when no output has
/// indices.
std::optional<double> widest(const std::vector<SobolSetting>& settings) {
  std::optional<double> widest;
  for (const SobolSetting& setting : settings) {
    const auto& all = setting.indices;
    const Index factors = all.S1.shape[1];
    for (Index q = 0; q < all.S1.shape[0]; ++q) {
      for (Index f = 0; all.undefined[static_cast<std::size_t>(q)].empty() && f < factors; ++f) {
        for (const NdArray* ci : {&all.S1_ci, &all.ST_ci}) {
          const double width = ci->at({q, f, 1}) - ci->at({q, f, 0});
          widest = std::isnan(width) ? std::numeric_limits<double>::infinity()
                                     : std::max(widest.value_or(0), width);
        }
      }
    }
  }
  return widest;
}

/// Runs the analysis to its end; what `stop` came to, else empty.
std::string run_to_end(Run& run, AnalysisResult& out) {
  const Index last = largest_n(run.study, run.problem);
  Index n = run.study.sampling.n;
  advance(run, n);
  if (!run.study.stop) {
    return {};
  }
  std::optional<double> found = widest(run.results);
  while (found && !(*found <= run.study.stop->ci_width) && n < last) {
    n *= 2;
    advance(run, n);
    found = widest(run.results);
  }
  if (!found) {
    out.warnings.push_back(
        {"W120", fmt::format("no output has indices at n = {}: `stop` does not double n", n)});
    return fmt::format("no output has indices at n = {}", n);
  }
  const double width = *found;
  const std::string state = fmt::format("widest interval {:.3g} at n = {}", width, n);
  if (width <= run.study.stop->ci_width) {
    return state + fmt::format(", asked {:g}", run.study.stop->ci_width);
  }
  out.warnings.push_back(
      {"W080",
       state + fmt::format(", asked {:g}: twice the rows would exceed max_evaluations = {:.0f}",
                           run.study.stop->ci_width,
                           run.study.stop->max_evaluations)});
  return state + "; evaluations used up";
}

/// Warnings of all settings, each once.
void add_warnings(AnalysisResult& out, const Run& run) {
  const auto add = [&](const Warning& warning) {
    const bool known = std::any_of(out.warnings.begin(), out.warnings.end(), [&](const Warning& w) {
      return w.code == warning.code && w.message == warning.message;
    });
    if (!known) {
      out.warnings.push_back(warning);
    }
  };
  for (const SobolSetting& setting : run.results) {
    std::for_each(setting.indices.warnings.begin(), setting.indices.warnings.end(), add);
  }
}

/// Counts, failures by setting, and what they mean for the results.
void add_failures_of(AnalysisResult& out, Dataset& dataset, const Run& run) {
  std::vector<Failure> failures;
  const bool swept = run.evaluations.size() > 1;
  for (std::size_t s = 0; s < run.evaluations.size(); ++s) {
    const Evaluations& at = run.evaluations[s];
    const auto rows = static_cast<Index>(at.status.size());
    out.evaluations += rows;
    out.failures += rows - at.counts[static_cast<std::size_t>(RowStatus::ok)];
    if (const std::string summary = failure_summary(at); !summary.empty()) {
      out.warnings.push_back(
          {"W030", (swept ? "setting " + std::to_string(s) + ": " : "") + summary});
    }
    for (Failure failure : at.failures) {
      if (failures.size() < static_cast<std::size_t>(Evaluations::max_failures)) {
        failure.row += static_cast<Index>(s) * rows;
        failures.push_back(std::move(failure));
      }
    }
  }
  out.withheld = is_withheld(lost_shares(run.results), run.context.missing);
  add_failures(dataset, failures);
  if (out.failures > 0) {
    AxisDimensions axes = axes_of(run.problem);
    axes[Axis::sweep] = dimensions(run.study.sweep);
    const Index rows = std::min(run.design.n(), failure_pattern_rows);
    add_failure_pattern(out,
                        dataset,
                        std::move(axes),
                        run.problem,
                        physical(run.problem, run.design.points, rows),
                        run.first_rows);
  }
}

/// Rows of A, then of B.
std::shared_ptr<const Sample> sample_of(const Run& run) {
  const Index n = run.design.n();
  const Index d = run.design.dims();
  const Evaluations& at = run.evaluations.front();
  // Rows of a replicate lie apart, n / R of A and n / R of B: no replicates for those who use it.
  auto sample = std::make_shared<Sample>(
      Sample{.problem = run.problem, .x = Matrix(2 * n, d), .kind = run.design.kind});
  fill_physical(run.problem, run.design.points, sample->x.topRows(n));
  fill_physical(run.problem, run.design.points, sample->x.bottomRows(n), d);
  for (const Matrix& y : at.y) {
    Vector both(2 * n);
    both << y.col(0), y.col(1);
    sample->y.push_back(std::move(both));
  }
  sample->status.assign(at.status.begin(), at.status.begin() + 2 * n);
  return sample;
}

std::any bind(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
  return read_sobol(table, scope, diagnostics);
}

Problem narrow_problem(const std::any& any, Problem problem) {
  return narrow(std::any_cast<const SobolStudy&>(any).sweep, std::move(problem));
}

Attributes used(const std::any& any) {
  return used_sobol(std::any_cast<const SobolStudy&>(any));
}

Cost cost(const std::any& any, const Problem& problem) {
  const auto& study = std::any_cast<const SobolStudy&>(any);
  if (study.exact) {
    return {.evaluations = 0, .bytes = 8e6};  // results, whatever their size
  }
  const Index n = largest_n(study, problem);
  const double rows = static_cast<double>(n) * evaluations_per_row(study, problem);
  const auto outputs = static_cast<Index>(problem.outputs.size());
  const auto sampling = sampling_for(study, problem, n);
  const Index columns = (sampling.third_base ? 3 : 2) * problem.dims();
  const SaltelliDesign shape{{n, columns, {}},
                             PointKind::sobol,
                             replicates(sampling),
                             sampling.second_order,
                             sampling.third_base,
                             sampling.groups};
  // Outputs as doubles and a status byte for each evaluation, and what the estimator works with.
  // Outputs of a setting go with its estimates, unless rows may be added; while they are, those of
  // one setting are there once more.
  const auto at_settings = static_cast<double>(settings(study.sweep));
  const double setting = rows / at_settings;
  const double held = study.stop ? rows + setting : setting;
  return {.evaluations = rows,
          .bytes = held * static_cast<double>(8 * outputs) + rows + setting +
                   workspace_bytes(problem, columns) +
                   working_bytes(shape, outputs, study.estimation),
          .sample = sample_bytes(setting, problem, at_settings),
          .kept_rows = 2 * static_cast<double>(n),
          .kept_bytes = kept_bytes(2 * static_cast<double>(n), problem)};
}

Dataset outline(const std::any& any, const Problem& problem) {
  const auto& study = std::any_cast<const SobolStudy&>(any);
  return study.exact ? exact_sobol_outline(study, problem) : sobol_outline(study, problem);
}

AnalysisResult run(const std::any& any, const Problem& dependent, const RunContext& context) {
  const auto& study = std::any_cast<const SobolStudy&>(any);
  if (study.exact) {
    return exact_sobol(study, dependent, *context.on);
  }
  const bool ignored =
      study.sampling.dependence == samplers::Dependence::ignore && dependent.correlation.size() > 0;
  Problem problem = dependent;
  if (ignored) {
    problem.correlation.resize(0, 0);
  }
  const auto count = static_cast<double>(settings(study.sweep));
  const auto fits = [&](Index n) {
    const double rows = static_cast<double>(n) * evaluations_per_row(study, problem) / count;
    return sample_bytes(rows, problem, count) <= context.store_limit;
  };
  AnalysisResult out;
  Run run{study,
          problem,
          context,
          study.stop.has_value() || context.keep_sample || fits(study.sampling.n)};
  const std::string stopped = run_to_end(run, out);
  for (const Warning& warning : warnings(sampling_for(study, problem, run.design.n()))) {
    out.warnings.push_back(warning);
  }
  if (ignored) {
    out.warnings.push_back(correlation_ignored());
  }
  add_warnings(out, run);
  Dataset dataset = sobol_dataset(study, problem, run.results);
  if (!stopped.empty()) {
    dataset.attributes.emplace_back("stopped", stopped);
    dataset.attributes.emplace_back("n_reached", static_cast<std::int64_t>(run.design.n()));
  }
  warn_of_dead_inputs(out, named_by_factor(study, problem), dead_everywhere(run.results));
  warn_of_heavy_tails(
      out, problem, static_cast<Index>(run.first_rows.size()), [&](Index s, Index q) {
        const Vector& y = run.first_rows[static_cast<std::size_t>(s)][static_cast<std::size_t>(q)];
        return std::vector<double>(y.begin(), y.end());
      });
  add_failures_of(out, dataset, run);
  out.groups.push_back(std::move(dataset));
  if (fits(run.design.n())) {
    out.groups.push_back(samples(problem, run.design, run.evaluations, dimensions(study.sweep)));
  }
  if (context.keep_sample && study.sweep.empty()) {
    out.sample = sample_of(run);
  }
  return out;
}

std::string no_sample(const std::any& any) {
  const auto& study = std::any_cast<const SobolStudy&>(any);
  return study.exact           ? "it samples nothing: its indices follow from coefficients"
         : study.sweep.empty() ? ""
                               : "it sweeps, so its rows have several outputs each";
}

}  // namespace

Method sobol_method(std::string_view name, std::string_view summary, std::string_view page) {
  return {.name = name,
          .summary = summary,
          .page = page,
          .options = &sobol_options,
          .bind = &bind,
          .narrow = &narrow_problem,
          .used = &used,
          .cost = &cost,
          .run = &run,
          .leaves_sample = true,
          .no_sample = &no_sample,
          .outline = &outline};
}

}  // namespace uq::studies
