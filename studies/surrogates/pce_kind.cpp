#include "studies/surrogates/pce_kind.hpp"

#include "studies/read/keys.hpp"
#include "studies/rows/erase.hpp"
#include "studies/rows/used_options.hpp"
#include "studies/surrogates/pce_store.hpp"
#include "surrogates/fit_pce.hpp"
#include "uq/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <utility>

namespace uq::studies {

namespace {

using surrogates::PceFit;
using surrogates::PceOptions;

/// Weights go by the inputs as the study has them; a screen may leave fewer by the time it runs.
struct Options {
  PceOptions fit;
  std::vector<std::string> inputs;
};

std::vector<OptionInfo> options() {
  return describe_options<PceOptions>();
}

void refuse_named_choices(const Node& table, const Problem& problem, Diagnostics& diagnostics) {
  for (const UncertainInput& input : problem.inputs) {
    const InputVariable& own = problem.model.inputs()[static_cast<std::size_t>(input.column)];
    if (own.kind == InputKind::categorical) {
      diagnostics
          .error("U502",
                 "`" + input.name +
                     "` is a named choice: its values have no order that a polynomial could follow",
                 table.place)
          .notes.emplace_back(
              "help: leave it out of `inputs` of the sample and fit one surrogate "
              "for each of its values");
    }
  }
}

std::any bind(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
  Options options{bind_options<PceOptions>(table, diagnostics), names_of(scope.problem.inputs)};
  refuse_named_choices(table, scope.problem, diagnostics);
  const std::size_t given = options.fit.weights.size();
  if (given != 0 && given != options.inputs.size()) {
    diagnostics.error(
        "U503",
        fmt::format("`weights` has {} values for {} inputs", given, options.inputs.size()),
        table.find("weights")->value.place,
        "one for each uncertain input, in the order of the study");
  }
  if (options.fit.q.empty()) {
    diagnostics.error("U503", "`q` names no norm", table.find("q")->value.place, "write [0.75, 1]");
  }
  return options;
}

Attributes used(const std::any& any) {
  const PceOptions& fit = std::any_cast<const Options&>(any).fit;
  Attributes all = used_options(fit);
  std::erase_if(all, [&](const auto& option) {
    return (option.first == "folds" && fit.validation != surrogates::Validation::folds) ||
           (option.first == "holdout" && fit.validation != surrogates::Validation::holdout) ||
           (option.first == "weights" && fit.weights.empty());
  });
  return all;
}

/// The basis at the points, twice while it is fitted, and the coefficients of the refits.
double bytes(const std::any& any, const Problem& problem, double rows) {
  const PceOptions& fit = std::any_cast<const Options&>(any).fit;
  const auto d = static_cast<Index>(problem.dims());
  const Truncation all{.degree = fit.degree, .q = 1, .interaction = fit.interaction};
  const double terms =
      std::min(static_cast<double>(fit.max_terms), std::max(1.0, count_terms(d, all)));
  const auto outputs = static_cast<double>(problem.outputs.size());
  const double active = std::min(terms, rows);
  return 8 * (2 * rows * terms + active * active +
              outputs * active * static_cast<double>(fit.replicates));
}

/// Plain least squares needs more points than terms, and should have two a term; sparse fits choose
/// as many terms as the points allow.
void check_rows(const std::any& any,
                const Problem& problem,
                double rows,
                const Place& place,
                Diagnostics& diagnostics) {
  const PceOptions& fit = std::any_cast<const Options&>(any).fit;
  if (fit.fit != surrogates::PceTerms::ls || fit.adaptive || fit.q.empty()) {
    return;
  }
  const Truncation truncation{.degree = fit.degree,
                              .q = fit.q.back(),
                              .interaction = fit.interaction,
                              .weights = {},
                              .limits = {}};
  const double terms = fit.weights.empty() ? count_terms(problem.dims(), truncation) : 0;
  if (terms > rows) {
    diagnostics
        .error("U511",
               fmt::format(
                   "least squares cannot tell {:.0f} terms apart by {:.0f} points", terms, rows),
               place)
        .notes.emplace_back(
            "help: a lower `degree` or `q`, more points, or fit = \"lars\", which needs fewer");
  } else if (2 * terms > rows) {
    diagnostics.warning("W144",
                        fmt::format("{:.0f} points for {:.0f} terms, fewer than two a term: the "
                                    "expansion may follow the points more than the model",
                                    rows,
                                    terms),
                        place);
  }
}

PceOptions for_problem(const Options& options, const SurrogateData& data) {
  PceOptions fit = options.fit;
  fit.log = data.log;
  if (!fit.weights.empty()) {
    fit.weights.clear();
    for (const UncertainInput& input : data.problem.inputs) {
      const auto at = std::find(options.inputs.begin(), options.inputs.end(), input.name);
      fit.weights.push_back(
          options.fit.weights.at(static_cast<std::size_t>(at - options.inputs.begin())));
    }
  }
  return fit;
}

/// What is of each point goes elsewhere; mean and variance have no interval here, but those of
/// `sobol` and `propagate` on the surrogate have.
bool is_left_out(std::string_view field) {
  return field == "y_pred" || field == "kept_out" || field == "mean" || field == "variance";
}

/// What the terms are of, and how many there are for the points (contract C4).
Warnings warnings_of(const PceFit& fit, const Problem& problem) {
  Warnings warnings;
  if (problem.correlation.size() > 0) {
    warnings.push_back(
        {"W147",
         fmt::format(
             "the inputs are correlated: the terms are of the independent normal scores "
             "behind them, in their order; that of `{}` is the input with all it carries of "
             "the others, each later one what is left of its input",
             problem.inputs.front().name)});
  }
  for (std::size_t k = 0; k < fit.few_points.size(); ++k) {
    if (fit.few_points[k] != 0) {
      const auto at = static_cast<std::size_t>(problem.outputs[k]);
      warnings.push_back(
          {"W144",
           fmt::format("`{}`: {:.0f} points for {:.0f} terms, fewer than two a term: the expansion "
                       "may follow the points more than the model",
                       problem.model.outputs()[at].name,
                       fit.rows.data[k],
                       fit.terms.data[k])});
    }
  }
  return warnings;
}

/// The errors as a dataset, without what is of each point.
Dataset errors_of(const PceFit& fit, const Problem& problem) {
  const AxisDimensions axes = axes_of(problem);
  Dataset dataset;
  for_each_field<PceFit>([&](const auto& field) {
    if (!is_left_out(field.name)) {
      add_variable(dataset,
                   axes,
                   problem,
                   field.name,
                   field.doc,
                   field.unit,
                   std::span(field.axes.data(), field.axis_count),
                   fit.*field.member);
    }
  });
  add_output_units(dataset, axes, problem);
  add_text(dataset,
           axes,
           "undefined",
           "why an output has no surrogate, else empty",
           std::array{Axis::output},
           fit.undefined);
  add_text(dataset,
           axes,
           "validation_used",
           "where the errors of the output come from",
           std::array{Axis::output},
           fit.validation);
  return dataset;
}

SurrogateFit fit(const std::any& any,
                 const SurrogateData& data,
                 Seed seed,
                 const MissingPolicy& missing) {
  PceFit found = surrogates::fit_pce(data.problem,
                                     data.x,
                                     data.y,
                                     for_problem(std::any_cast<const Options&>(any), data),
                                     seed,
                                     missing);
  SurrogateFit result{.dataset = errors_of(found, data.problem),
                      .y_pred = std::move(found.y_pred),
                      .kept_out = std::move(found.kept_out),
                      .lost_share = std::move(found.lost_share),
                      .warnings = warnings_of(found, data.problem)};
  const AxisDimensions axes = axes_of(data.problem);
  if (result.dataset.dim("input") == nullptr) {
    result.dataset.dims.push_back(axes.at(Axis::input).front());
  }
  store_expansions(result.dataset, found.outputs);
  return result;
}

Dataset outline(const std::any&, const Problem& problem) {
  Dataset dataset = outlined<PceFit>(axes_of(problem), problem);
  std::erase_if(dataset.variables,
                [](const Variable& variable) { return is_left_out(variable.name); });
  return dataset;
}

void rebuild(const Dataset& dataset, Surrogate& surrogate) {
  auto expansions = std::make_shared<const std::vector<surrogates::Pce>>(load_expansions(dataset));
  Index replicates = 0;
  for (std::size_t q = 0; q < expansions->size(); ++q) {
    const surrogates::Pce& pce = (*expansions)[q];
    replicates = std::max(replicates, pce.replicates.rows());
    surrogate.outputs[q].missed = pce.log ? std::numeric_limits<double>::quiet_NaN() : pce.missing;
  }
  surrogate.emulator.replicates = replicates;
  surrogate.emulator.predict = [expansions](Index replicate, MatrixRef x, MutableMatrixRef y) {
    surrogates::predict(*expansions, replicate, x, y);
  };
  surrogate.expansions = std::move(expansions);
}

}  // namespace

SurrogateKind pce_kind(std::string_view name, std::string_view summary) {
  return {.name = name,
          .summary = summary,
          .options = &options,
          .bind = &bind,
          .used = &used,
          .bytes = &bytes,
          .check_rows = &check_rows,
          .fit = &fit,
          .outline = &outline,
          .rebuild = &rebuild,
          .has_closed_form = true};
}

}  // namespace uq::studies
