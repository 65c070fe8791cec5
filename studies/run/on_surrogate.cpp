#include "studies/run/on_surrogate.hpp"

#include "studies/report/number.hpp"
#include "studies/report/view.hpp"
#include "studies/rows/design_hash.hpp"
#include "studies/store/layout.hpp"
#include "studies/surrogates/missed_variance.hpp"
#include "studies/surrogates/surrogate_part.hpp"
#include "uq/propagation/intervals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace uq::studies {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
/// Sums over the refits of what a figure deviates from that of the fit.
struct Spread {
  std::string name;
  std::vector<double> centre, squares;
};

std::vector<Spread> spreads(const Dataset& dataset) {
  std::vector<Spread> all;
  for (const Variable& variable : dataset.variables) {
    if (takes_surrogate_part(dataset, variable)) {
      all.push_back(
          {variable.name, variable.data.data, std::vector<double>(variable.data.data.size(), 0.0)});
    }
  }
  return all;
}

/// A figure that a refit does not have makes its sum NaN: no interval then.
void add_refit(std::vector<Spread>& all, const Dataset& dataset) {
  for (Spread& spread : all) {
    const Variable* variable = dataset.variable(spread.name);
    const bool same = variable != nullptr && variable->data.data.size() == spread.squares.size();
    for (std::size_t k = 0; k < spread.squares.size(); ++k) {
      const double off = same ? variable->data.data[k] - spread.centre[k] : nan;
      spread.squares[k] += off * off;
    }
  }
}

double level_of(const Dataset& dataset) {
  const Attribute* level = dataset.attribute("ci_level");
  const auto* number = level == nullptr ? nullptr : std::get_if<double>(level);
  return number == nullptr ? 0.95 : *number;
}

/// NAME_ci_surrogate: value ± t root-mean-square deviation of the refits from the fit; their bias
/// counts, as it is an error of the surrogate too. @source Efron, Tibshirani (1993), 12.2 (the
/// bootstrap's standard interval); docs/methods/surrogate.md Eq. 2.
void add_intervals(Dataset& dataset, const std::vector<Spread>& all, Index refits) {
  if (all.empty()) {
    return;
  }
  add_bound(dataset);
  const double level = level_of(dataset);
  const double t = refits < 2 ? nan
                              : propagation::student_t_quantile((1 + level) / 2,
                                                                static_cast<double>(refits - 1));
  for (const Spread& spread : all) {
    Variable interval = surrogate_part_of(*dataset.variable(spread.name));
    for (std::size_t k = 0; k < spread.squares.size(); ++k) {
      const double half = t * std::sqrt(spread.squares[k] / static_cast<double>(refits));
      interval.data.data.push_back(spread.centre[k] - half);
      interval.data.data.push_back(spread.centre[k] + half);
    }
    dataset.variables.push_back(std::move(interval));
  }
}

/// Per output of the problem: why nothing is said of it, else empty; and the surrogate's output.
struct OutputsOn {
  std::vector<std::string> names, reasons;
  std::vector<const SurrogateOutput*> own;

  bool any_withheld() const {
    return std::any_of(
        reasons.begin(), reasons.end(), [](const auto& reason) { return !reason.empty(); });
  }
};

OutputsOn outputs_on(const Surrogate& surrogate, const Problem& problem) {
  OutputsOn on;
  for (const Index output : problem.outputs) {
    const std::string& name = problem.model.outputs()[static_cast<std::size_t>(output)].name;
    const auto found = std::find_if(surrogate.outputs.begin(),
                                    surrogate.outputs.end(),
                                    [&](const auto& own) { return own.variable.name == name; });
    on.names.push_back(name);
    on.own.push_back(found == surrogate.outputs.end() ? nullptr : &*found);
    on.reasons.push_back(on.own.back() == nullptr ? "the surrogate has no such output"
                                                  : on.own.back()->withheld);
  }
  return on;
}

/// Takes the figures of the withheld outputs out of a group, and those of all outputs together.
void blank(Dataset& dataset, const OutputsOn& on) {
  const Dimension* outputs = dataset.dim("output");
  for (Variable& variable : dataset.variables) {
    const bool of_all = variable.name.find("_aggregated") != std::string::npos;
    const auto axis = std::find(variable.dims.begin(), variable.dims.end(), "output");
    if (!of_all && (axis == variable.dims.end() || outputs == nullptr)) {
      continue;
    }
    std::size_t inner = 1;
    for (auto dim = of_all ? variable.dims.end() : axis + 1; dim < variable.dims.end(); ++dim) {
      inner *= static_cast<std::size_t>(extent(*dataset.dim(*dim)));
    }
    const std::size_t count = is_text(variable) ? variable.text.size() : variable.data.data.size();
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t o = of_all ? 0 : (k / inner) % on.reasons.size();
      const std::string& why = on.reasons[o];
      if (!of_all && why.empty()) {
        continue;
      }
      if (is_text(variable)) {
        if (variable.name == "undefined") {
          variable.text[k] = "withheld: " + why;
        }
      } else if (variable.storage == Storage::float64 && !variable.name.starts_with("surrogate_")) {
        variable.data.data[k] = nan;
      }
    }
  }
}

/// The samples without the outputs that are withheld, and their hash again.
void blank_samples(Dataset& samples, const OutputsOn& on) {
  blank(samples, on);
  const Variable* y = samples.variable("y");
  const Variable* status = samples.variable("status");
  for (auto& [name, value] : samples.attributes) {
    if (name == outputs_attribute && y != nullptr && status != nullptr) {
      value = outputs_sha256(samples.dim("output")->labels, y->data, status->data);
    }
  }
}

void withhold(AnalysisResult& result, const OutputsOn& on, const Surrogate& surrogate) {
  if (!on.any_withheld()) {
    return;
  }
  for (Dataset& group : result.groups) {
    is_samples(group.path) ? blank_samples(group, on) : blank(group, on);
  }
  if (result.sample) {
    auto sample = std::make_shared<Sample>(*result.sample);
    for (std::size_t o = 0; o < on.reasons.size(); ++o) {
      if (!on.reasons[o].empty()) {
        sample->y[o].setConstant(nan);
      }
    }
    result.sample = std::move(sample);
  }
  for (std::size_t o = 0; o < on.names.size(); ++o) {
    if (on.reasons[o].empty()) {
      continue;
    }
    std::erase_if(result.warnings, [&](const Warning& warning) {
      return warning.message.find("`" + on.names[o] + "`") != std::string::npos;
    });
    const std::string text =
        fmt::format("`{}` is withheld: of `{}`, {}", on.names[o], surrogate.name, on.reasons[o]);
    result.warnings.push_back({"W142", text});
    result.unmet.push_back(text);
  }
}

/// surrogate_q2(output), beside the figures.
void add_errors(Dataset& dataset, const OutputsOn& on) {
  if (dataset.dim("output") == nullptr) {
    return;
  }
  NdArray q2({static_cast<Index>(on.own.size())});
  for (std::size_t o = 0; o < on.own.size(); ++o) {
    q2.data[o] = on.own[o] == nullptr ? nan : on.own[o]->q2;
  }
  dataset.variables.push_back({.name = "surrogate_q2",
                               .dims = {"output"},
                               .data = std::move(q2),
                               .units = "1",
                               .long_name = "q2 of the surrogate: of points it has not seen"});
}

/// How many further draws of the law a box of n points would leave out, as a share: each input
/// leaves 2 / (n + 1), so that what is more is no matter of chance.
double share_by_chance(Index points, std::size_t inputs) {
  const double each = 2 / (static_cast<double>(points) + 1);
  return 1 - std::pow(1 - std::min(each, 1.0), static_cast<double>(inputs));
}

void add_extrapolation(AnalysisResult& result,
                       const Extrapolation& watched,
                       const Surrogate& surrogate) {
  Dataset& dataset = result.groups.front();
  const auto seen = static_cast<double>(rows_seen(watched));
  if (seen == 0) {
    return;
  }
  const double share = static_cast<double>(rows_outside(watched)) / seen;
  dataset.attributes.emplace_back("outside_share", share);
  Dimension inputs{.name = "surrogate_input", .long_name = "input of the surrogate"};
  NdArray outside({static_cast<Index>(surrogate.inputs.size())});
  const std::vector<Index> counts = rows_outside_by_input(watched);
  std::size_t worst = 0;
  for (std::size_t j = 0; j < counts.size(); ++j) {
    inputs.labels.push_back(surrogate.inputs[j].name);
    outside.data[j] = static_cast<double>(counts[j]) / seen;
    worst = outside.data[j] > outside.data[worst] ? j : worst;
  }
  inputs.size = static_cast<Index>(inputs.labels.size());
  dataset.dims.push_back(std::move(inputs));
  const double most = outside.data[worst];
  dataset.variables.push_back(
      {.name = "outside_box",
       .dims = {"surrogate_input"},
       .data = std::move(outside),
       .units = "1",
       .long_name = "share of the points evaluated outside the box of the fit in the input"});
  if (share > 1.5 * share_by_chance(surrogate.points, counts.size())) {
    result.warnings.push_back(
        {"W143",
         fmt::format("{} % of the points evaluated lie outside the box that `{}` was fitted to, in "
                     "`{}` {} %: there it extrapolates, and its q2 says nothing of that",
                     plain(100 * share),
                     surrogate.name,
                     surrogate.inputs[worst].name,
                     plain(100 * most))});
  }
}

/// Predictions are no evaluations of the model: they are counted apart.
void count_apart(AnalysisResult& result, const Surrogate& surrogate) {
  Attributes& attributes = result.groups.front().attributes;
  attributes.emplace_back("surrogate", surrogate.name);
  attributes.emplace_back("surrogate_kind", surrogate.kind);
  attributes.emplace_back("predictions", static_cast<std::int64_t>(result.evaluations));
  result.evaluations = 0;
}

}  // namespace

std::string no_output_on(const Surrogate& surrogate, const Problem& problem) {
  const OutputsOn on = outputs_on(surrogate, problem);
  std::string text;
  for (std::size_t o = 0; o < on.names.size(); ++o) {
    if (on.reasons[o].empty()) {
      return {};
    }
    text += fmt::format("{}`{}` of `{}` is withheld: {}",
                        o == 0 ? "" : "; ",
                        on.names[o],
                        surrogate.name,
                        on.reasons[o]);
  }
  return text;
}

AnalysisResult run_on(const Substitute& substitute,
                      const Problem& problem,
                      const RunContext& context,
                      const std::function<AnalysisResult(const Problem&, const RunContext&)>& run) {
  const Surrogate& surrogate = *substitute.surrogate;
  const OutputsOn on = outputs_on(surrogate, problem);
  RunContext own = context;
  own.on = &surrogate;
  const auto watched = watch(surrogate);
  AnalysisResult result = run(substitute.place(problem, -1, watched), own);
  Dataset& dataset = result.groups.front();
  if (!has_surrogate_part(dataset)) {
    own.store_limit = -1;
    own.keep_sample = false;
    if (context.evaluate.progress) {
      own.evaluate.progress = [&](Index) { context.evaluate.progress(result.evaluations); };
    }
    std::vector<Spread> all = spreads(dataset);
    const Index refits = std::min(surrogate.emulator.replicates, most_refits);
    for (Index r = 0; r < refits; ++r) {
      add_refit(all, run(substitute.place(problem, r, {}), own).groups.front());
    }
    add_intervals(dataset, all, refits);
    std::vector<double> missed;
    for (const SurrogateOutput* output : on.own) {
      missed.push_back(output == nullptr ? nan : output->missed);
    }
    widen_by_missed_variance(dataset, missed);
    dataset.attributes.emplace_back("surrogate_refits", static_cast<std::int64_t>(refits));
  }
  add_errors(dataset, on);
  add_extrapolation(result, *watched, surrogate);
  withhold(result, on, surrogate);
  count_apart(result, surrogate);
  return result;
}

void withhold_unaccepted(const std::vector<Criterion>& criteria, AnalysisResult& result) {
  Dataset& dataset = result.groups.front();
  const auto variable = std::find_if(dataset.variables.begin(),
                                     dataset.variables.end(),
                                     [](const auto& v) { return v.name == "withheld"; });
  if (variable == dataset.variables.end() || result.surrogate == nullptr) {
    return;
  }
  const std::vector<std::string>& names = dataset.dim("output")->labels;
  for (const Criterion& criterion : criteria) {
    for (const JudgedCell& cell : judge(criterion, dataset)) {
      if (cell.verdict == Verdict::holds) {
        continue;
      }
      for (std::size_t o = 0; o < names.size(); ++o) {
        const auto at = cell.at.find("output");
        const bool meant = at == cell.at.end() || at->second == static_cast<Index>(o);
        if (!meant || !variable->text[o].empty()) {
          continue;
        }
        variable->text[o] = fmt::format("accept = \"{}\" does not hold", criterion.text);
        result.surrogate->outputs[o].withheld = variable->text[o];
        result.warnings.push_back(
            {"W141",
             fmt::format(
                 "analyses on this surrogate withhold `{}`: {}", names[o], variable->text[o])});
      }
    }
  }
}

}  // namespace uq::studies
