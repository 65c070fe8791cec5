#pragma once

#include "samplers/saltelli.hpp"
#include "studies/rows/erase.hpp"
#include "studies/rows/finish.hpp"
#include "studies/rows/method.hpp"
#include "studies/rows/samples.hpp"
#include "studies/rows/used_options.hpp"

#include <any>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace uq::studies {

/// Argument types of a sampler `Design f(Index, const Options&, Seed)` and of an estimator
/// `Result f(const Design&, const std::vector<Matrix>&, const Options&, Seed, const
/// MissingPolicy&)`.
template <class F>
struct SamplerOf;
template <class D, class O>
struct SamplerOf<D (*)(Index, const O&, Seed)> {
  using Design = D;
  using Options = O;
};
template <class F>
struct EstimatorOf;
template <class R, class D, class O>
struct EstimatorOf<R (*)(
    const D&, const std::vector<Matrix>&, const O&, Seed, const MissingPolicy&)> {
  using Result = R;
  using Design = D;
  using Options = O;
};

/// Reports inputs of the analysis that are correlated or tied by conditions, for methods that need
/// independent ones. @param ignore_correlation the study asks to sample them independently
void check_independent(const Node& table,
                       const Scope& scope,
                       bool ignore_correlation,
                       Diagnostics& diagnostics);

/// W023.
Warning correlation_ignored();

/// A method that is a design and an estimator on it. That they fit is checked when this compiles.
template <auto Sample, auto Estimate>
struct Designed {
  using Design = typename SamplerOf<decltype(Sample)>::Design;
  using Sampling = typename SamplerOf<decltype(Sample)>::Options;
  using Estimation = typename EstimatorOf<decltype(Estimate)>::Options;
  static_assert(std::is_same_v<Design, typename EstimatorOf<decltype(Estimate)>::Design>,
                "the estimator does not take the design this sampler returns");

  struct Options {
    Sampling sampling;
    Estimation estimation;
  };

  static std::vector<OptionInfo> options() {
    std::vector<OptionInfo> all = describe_options<Sampling>();
    const std::vector<OptionInfo> more = describe_options<Estimation>();
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  static std::any bind(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
    const std::size_t before = diagnostics.error_count();
    const Options options{bind_options<Sampling>(table, diagnostics),
                          bind_options<Estimation>(table, diagnostics)};
    check_independent(
        table, scope, options.sampling.dependence == samplers::Dependence::ignore, diagnostics);
    const Node::Entry* n = table.find("n");
    const Place place = n != nullptr ? n->value.place : table.place;
    if (scope.problem.dims() > 0 && diagnostics.error_count() == before) {
      if (const std::string broken = fault(scope.problem.dims(), options.sampling);
          !broken.empty()) {
        diagnostics.error("U306", broken, place);
      }
      for (const Warning& warning : warnings(options.sampling)) {
        diagnostics.warning(warning.code, warning.message, place);
      }
    }
    return options;
  }

  static Problem narrow(const std::any&, Problem problem) { return problem; }

  static Attributes used(const std::any& any) {
    const auto& options = std::any_cast<const Options&>(any);
    Attributes all = used_options(as_used(options.sampling));
    const Attributes more = used_options(options.estimation);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  static Cost cost(const std::any& any, const Problem& problem) {
    const auto& options = std::any_cast<const Options&>(any);
    const double rows =
        static_cast<double>(options.sampling.n) * static_cast<double>(problem.dims() + 2);
    const auto outputs = static_cast<Index>(problem.outputs.size());
    // Outputs as doubles and a status byte for each evaluation, and what the estimator works with.
    return {.evaluations = rows,
            .bytes = rows * static_cast<double>(8 * outputs + 1) +
                     workspace_bytes(problem, 2 * problem.dims()) +
                     working_bytes(options.sampling.n, problem.dims(), outputs, options.estimation),
            .sample = sample_bytes(rows, problem)};
  }

  static Dataset outline(const std::any&, const Problem& problem) {
    return outlined<typename EstimatorOf<decltype(Estimate)>::Result>(axes_of(problem), problem);
  }

  static AnalysisResult run(const std::any& any,
                            const Problem& dependent,
                            const RunContext& context) {
    const auto& options = std::any_cast<const Options&>(any);
    Problem problem = dependent;
    problem.correlation.resize(0, 0);  // with correlations only where they are to be ignored
    const Design design = Sample(problem.dims(), options.sampling, context.seed.child("design"));
    Evaluations evaluations = evaluate(problem, design, context.evaluate);
    const auto result = Estimate(
        design, evaluations.y, options.estimation, context.seed.child("estimate"), context.missing);

    AnalysisResult out;
    const AxisDimensions axes = axes_of(problem);
    Dataset dataset = erase(result, axes, problem);
    add_output_units(dataset, axes, problem);
    add_text(dataset,
             axes,
             "undefined",
             "why an output has no result, else empty",
             std::array{Axis::output},
             result.undefined);
    dataset.attributes = {{"ci_method", result.ci_method},
                          {"ci_level", options.estimation.confidence}};
    out.warnings = warnings(options.sampling);
    if (dependent.correlation.size() > 0) {
      out.warnings.push_back(correlation_ignored());
    }
    out.warnings.insert(out.warnings.end(), result.warnings.begin(), result.warnings.end());
    warn_of_dead_inputs(out, problem, result.dead);
    finish(out, dataset, evaluations, result.lost_share, context.missing);
    out.groups.push_back(std::move(dataset));
    if (sample_bytes(static_cast<double>(evaluations.status.size()), problem) <=
        context.store_limit) {
      out.groups.push_back(samples(problem, design, evaluations));
    }
    return out;
  }
};

/// Row of the method table for `Designed<Sample, Estimate>`.
template <auto Sample, auto Estimate>
Method designed(std::string_view name, std::string_view summary, std::string_view page) {
  using D = Designed<Sample, Estimate>;
  Method row{name, summary, page, &D::options, &D::bind, &D::narrow, &D::used, &D::cost, &D::run};
  row.outline = &D::outline;
  return row;
}

}  // namespace uq::studies
