#include "studies/rows/given_data.hpp"

#include "studies/read/keys.hpp"
#include "studies/rows/erase.hpp"
#include "studies/rows/failure_pattern.hpp"
#include "studies/rows/finish.hpp"
#include "studies/rows/given_data_warnings.hpp"
#include "studies/rows/used_options.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/sensitivity/given_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace uq::studies {

namespace {

using sensitivity::GivenData;
using sensitivity::GivenDataOptions;
using sensitivity::RegressionFields;

struct Options {
  GivenDataOptions estimation;
  std::string data;  ///< whose sample
};

std::vector<OptionInfo> options() {
  std::vector<OptionInfo> all{{.name = "data",
                               .type = "text",
                               .default_value = "the only sample",
                               .doc = "analysis whose sample is used, or \"table\""}};
  const std::vector<OptionInfo> more = describe_options<GivenDataOptions>();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// Names `data` may take.
std::vector<std::string> samples_of(const Scope& scope) {
  std::vector<std::string> names;
  if (scope.has_table) {
    names.emplace_back(table_name);
  }
  for (const NamedAnalysis& analysis : scope.analyses) {
    if (analysis.method != nullptr && analysis.method->leaves_sample) {
      names.push_back(analysis.name);
    }
  }
  return names;
}

constexpr const char* no_sample_help =
    "help: add an analysis with method = \"propagate\" or \"sobol\", or [model] table = \"….csv\"";

std::string read_data(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
  const std::vector<std::string> samples = samples_of(scope);
  const auto given = text_at(table, "data", diagnostics);
  if (!given) {
    if (table.find("data") != nullptr) {
      return {};  // faulty, and reported
    }
    if (samples.empty()) {
      diagnostics.error("U439", "the study has no sample to work on", table.place)
          .notes.emplace_back(no_sample_help);
    } else if (samples.size() > 1 && !scope.has_table) {
      diagnostics.error("U439", "the study has several samples: name one with `data`", table.place)
          .notes.push_back(known(samples));
    }
    return samples.empty() ? "" : samples.front();
  }
  if (std::find(samples.begin(), samples.end(), *given) != samples.end()) {
    return *given;
  }
  const Place place = table.find("data")->value.place;
  const auto other =
      std::find_if(scope.analyses.begin(), scope.analyses.end(), [&](const NamedAnalysis& a) {
        return a.name == *given && a.method != nullptr;
      });
  if (other != scope.analyses.end()) {
    diagnostics
        .error("U437",
               "analysis `" + *given + "` leaves no sample: its method is `" +
                   std::string(other->method->name) + "`",
               place)
        .notes.push_back(samples.empty() ? "help: `propagate` and `sobol` leave one"
                                         : known(samples));
  } else if (samples.empty()) {
    diagnostics.error("U439", "the study has no sample `" + *given + "`, nor any other", place)
        .notes.emplace_back(no_sample_help);
  } else {
    unknown_name("U439", "sample", *given, samples, place, diagnostics);
  }
  return {};
}

std::any bind(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
  return Options{bind_options<GivenDataOptions>(table, diagnostics),
                 read_data(table, scope, diagnostics)};
}

Problem narrow(const std::any&, Problem problem) {
  return problem;
}

Attributes used(const std::any& any) {
  const auto& options = std::any_cast<const Options&>(any);
  Attributes all{{"data", options.data}};
  const Attributes more = used_options(options.estimation);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Cost cost(const std::any&, const Problem&) {
  return {};  // it evaluates nothing; its sample is in memory already
}

double bytes_on_sample(const std::any& any, const Problem& problem, double rows) {
  const auto d = static_cast<double>(problem.dims());
  const auto q = static_cast<double>(problem.outputs.size());
  // Inputs and their ranks as doubles with an order of 4 bytes, for the rows of one output while
  // those of the last one are still there; the rows that are used, three times; values of each
  // thread in order and while they are sorted.
  const double sorted = 2 * 20 * d + 3 * 8 + threads() * 16.0;
  const double chosen = 8 * (d + q);  // columns of the sample that are not all of it
  const bool regression = std::any_cast<const Options&>(any).estimation.regression;
  return rows * (sorted + chosen + (regression ? 2 * 8 * (d + 1) : 0));
}

std::vector<std::string> builds_on(const std::any& any) {
  return {std::any_cast<const Options&>(any).data};
}

/// Whether the sample has the problem's inputs and no others, in its order.
bool has_all_in_order(const Sample& sample, const Problem& problem) {
  const auto& all = sample.problem.inputs;
  return std::equal(
      all.begin(),
      all.end(),
      problem.inputs.begin(),
      problem.inputs.end(),
      [](const UncertainInput& a, const UncertainInput& b) { return a.column == b.column; });
}

/// The inputs of the problem among the columns of the sample. Both name columns of one model.
Matrix columns_of(const Sample& sample, const Problem& problem) {
  Matrix x(sample.x.rows(), problem.dims());
  for (Index j = 0; j < problem.dims(); ++j) {
    const Index column = problem.inputs[static_cast<std::size_t>(j)].column;
    const auto& all = sample.problem.inputs;
    const auto at = std::find_if(
        all.begin(), all.end(), [&](const UncertainInput& i) { return i.column == column; });
    expects(at != all.end(), "an input that the sample does not have");
    x.col(j) = sample.x.col(at - all.begin());
  }
  return x;
}

std::vector<Vector> outputs_of(const Sample& sample, const Problem& problem) {
  std::vector<Vector> y;
  for (const Index output : problem.outputs) {
    const auto& all = sample.problem.outputs;
    const auto at = std::find(all.begin(), all.end(), output);
    expects(at != all.end(), "an output that the sample does not have");
    y.push_back(sample.y[static_cast<std::size_t>(at - all.begin())]);
  }
  return y;
}

/// An input of one value in the sample has no correlation with any.
std::vector<std::string> correlation_faults(const GivenData& result, const Problem& problem) {
  std::vector<std::string> faults;
  for (Index i = 0; i < problem.dims(); ++i) {
    const double own = result.correlation.at({i, i});
    faults.push_back(std::isnan(own) ? "`" + problem.inputs[static_cast<std::size_t>(i)].name +
                                           "` does not vary"
                                     : "");
  }
  return faults;
}

AxisDimensions axes_with_pairs(const Problem& problem) {
  AxisDimensions axes = axes_of(problem);
  Dimension second = axes.at(Axis::input).front();
  second.name = "input2";
  second.long_name = "uncertain input, a second time";
  axes[Axis::input2] = {second};
  return axes;
}

// Of the sample, not of an output.
constexpr const char* correlation_doc = "Spearman's coefficient of the sample";
constexpr std::array pair{Axis::input, Axis::input2};

Dataset to_dataset(const GivenData& result, const Options& options, const Problem& problem) {
  const AxisDimensions axes = axes_with_pairs(problem);
  Dataset dataset;
  add_fields<GivenData>(dataset, axes, problem, result);
  const auto& names = sensitivity::estimator_used_names;
  dataset.variables.push_back({.name = "estimator_used",
                               .dims = {"output", "input"},
                               .data = result.estimator_used,
                               .units = "1",
                               .long_name = "estimator of S1; none where the input does not vary",
                               .storage = Storage::flags,
                               .flag_meanings = {names.begin(), names.end()}});
  if (options.estimation.regression) {
    add_fields<RegressionFields>(dataset, axes, problem, result);
    add_text(dataset,
             axes,
             "regression_undefined",
             "why an output has no regression coefficients, else empty",
             std::array{Axis::output},
             regression_faults(result, problem));
  }
  add_variable(
      dataset, axes, problem, "correlation", correlation_doc, Unit::one, pair, result.correlation);
  add_reasons(dataset,
              axes,
              "correlation_undefined",
              "why there is no correlation with the input, else empty",
              std::array{Axis::input},
              correlation_faults(result, problem));
  add_output_units(dataset, axes, problem);
  add_undefined(dataset, axes, std::array{Axis::output}, result.undefined);
  dataset.attributes = {{"ci_method", result.ci_method},
                        {"ci_level", options.estimation.confidence}};
  return dataset;
}

/// The result without numbers, as far as criteria may judge it.
Dataset outline(const std::any& any, const Problem& problem) {
  const AxisDimensions axes = axes_with_pairs(problem);
  Dataset dataset = outlined<GivenData>(axes, problem);
  if (std::any_cast<const Options&>(any).estimation.regression) {
    add_outlines<RegressionFields>(dataset, axes, problem);
  }
  add_outlined(dataset, axes, problem, "correlation", correlation_doc, Unit::one, pair);
  return dataset;
}

/// Whether failure depends on inputs, from the rows that have all of these.
void add_pattern(AnalysisResult& out,
                 Dataset& dataset,
                 const Problem& problem,
                 const Matrix& x,
                 const std::vector<Vector>& y) {
  const Matrix first = x.topRows(std::min(x.rows(), failure_pattern_rows));
  const std::vector<Index> whole = complete_rows(first).rows;
  std::vector<Vector> values;
  for (const Vector& column : y) {
    values.emplace_back(column(whole));
  }
  add_failure_pattern(out, dataset, axes_of(problem), problem, first(whole, Eigen::all), {values});
}

/// Of a table: what an analysis of the same study leaves is known, and refused, before the run.
void refuse_grid(const std::string& name, const std::string& why) {
  Diagnostics diagnostics;
  diagnostics.error(
      "U493",
      "given_data needs rows drawn from the inputs' law, and `" + name + "` has none: " + why,
      {});
  diagnostics.throw_if_errors();
}

AnalysisResult run(const std::any& any, const Problem& problem, const RunContext& context) {
  const auto& options = std::any_cast<const Options&>(any);
  const Finished& base = context.finished(options.data);
  expects(base.sample != nullptr, "analysis `" + options.data + "` left no sample");
  if (!base.sample->no_draws.empty()) {
    refuse_grid(options.data, base.sample->no_draws);
  }
  // A large sample is not copied where it need not be.
  Matrix some_inputs;
  std::vector<Vector> some_outputs;
  const bool all_inputs = has_all_in_order(*base.sample, problem);
  const bool all_outputs = base.sample->problem.outputs == problem.outputs;
  if (!all_inputs) {
    some_inputs = columns_of(*base.sample, problem);
  }
  if (!all_outputs) {
    some_outputs = outputs_of(*base.sample, problem);
  }
  const Matrix& x = all_inputs ? base.sample->x : some_inputs;
  const std::vector<Vector>& y = all_outputs ? base.sample->y : some_outputs;
  const GivenData result = sensitivity::given_data(
      x, y, base.sample->kind, options.estimation, context.seed.child("estimate"), context.missing);
  AnalysisResult out;
  out.warnings = given_data_warnings(result, problem, *base.sample, options.estimation.regression);
  out.withheld = is_withheld(result.lost_share, context.missing);
  Dataset dataset = to_dataset(result, options, problem);
  if (std::any_of(result.lost_share.data.begin(), result.lost_share.data.end(), [](double share) {
        return share > 0;
      })) {
    add_pattern(out, dataset, problem, x, y);
  }
  out.groups.push_back(std::move(dataset));
  return out;
}

}  // namespace

Method given_data_method(std::string_view name, std::string_view summary, std::string_view page) {
  return {.name = name,
          .summary = summary,
          .page = page,
          .options = &options,
          .bind = &bind,
          .narrow = &narrow,
          .used = &used,
          .cost = &cost,
          .run = &run,
          .builds_on = &builds_on,
          .needs_draws = true,
          .works_on_sample = true,
          .bytes_on_sample = &bytes_on_sample,
          .outline = &outline};
}

}  // namespace uq::studies
