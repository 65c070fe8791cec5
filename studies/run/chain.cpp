#include "studies/run/chain.hpp"

#include "studies/file/text_detail.hpp"
#include "studies/read/analysis_order.hpp"
#include "studies/report/view.hpp"
#include "studies/rows/erase.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace uq::studies {

namespace {

const Analysis& named(const Study& study, const std::string& name) {
  return *std::find_if(study.analyses.begin(), study.analyses.end(), [&](const Analysis& other) {
    return other.name == name;
  });
}

/// The inputs depend on each other, and the screen has ignored that. One that refuses dependence
/// has let correlation pass within groups only, whose indices are those of the groups.
bool is_dependent(const Problem& problem, const Dataset& screen) {
  const auto refuses =
      std::any_of(screen.attributes.begin(), screen.attributes.end(), [](const auto& attribute) {
        return attribute.first == "dependence" && attribute.second == Attribute("refuse");
      });
  return (problem.correlation.size() > 0 && !refuses) || !problem.constraints.empty();
}

const std::vector<std::string>* list_of(const Dataset& dataset, const std::string& name) {
  const Attribute* attribute = dataset.attribute(name);
  return attribute == nullptr ? nullptr : std::get_if<std::vector<std::string>>(attribute);
}

/// Inputs at their nominal values that this screening did not drop: what the screen did not vary,
/// or what was fixed before it. Those an analysis sweeps are not fixed.
std::vector<std::string> fixed_before(const Screening& screening,
                                      const Dataset& screen,
                                      const Dataset& own) {
  std::vector<std::string> fixed = screening.unscreened;
  for (const char* name : {"fixed_before", "dropped"}) {
    if (const auto* more = list_of(screen, name)) {
      fixed.insert(fixed.end(), more->begin(), more->end());
    }
  }
  std::sort(fixed.begin(), fixed.end());
  fixed.erase(std::unique(fixed.begin(), fixed.end()), fixed.end());
  std::erase_if(fixed, [&](const std::string& name) { return own.dim(name) != nullptr; });
  return fixed;
}

/// The bound of a screening that comes after others, or whose screen did not vary all inputs. Only
/// one that drops nothing more hands on what the one before it has bounded.
LostVariance bound_in_chain(const Chained& chained,
                            const Screening& screening,
                            const std::vector<std::string>& fixed,
                            const Dataset& screen,
                            const std::string& output) {
  const View view(screen);
  if (chained.inputs.dropped.empty() && screening.unscreened.empty() &&
      screen.variable("dropped_share") != nullptr) {
    const std::vector<std::string>& outputs = screen.dim("output")->labels;
    const auto found = std::find(outputs.begin(), outputs.end(), output);
    if (found != outputs.end()) {
      const Position at{{"output", found - outputs.begin()}};
      return {view.number("dropped_share", at),
              view.number("dropped_share_upper", at),
              view.text("dropped_share_undefined", at)};
    }
  }
  return {
      std::nan(""),
      std::nan(""),
      fmt::format(
          "`{}` held {} fixed, and knows nothing of their share", screening.from, joined(fixed))};
}

void add_lost_variance(const Chained& chained,
                       const Screening& screening,
                       const std::vector<std::string>& fixed,
                       const Problem& screen_problem,
                       const Dataset& screen,
                       AnalysisResult& result) {
  Dataset& own = result.groups.front();
  const auto outputs = static_cast<Index>(chained.problem.outputs.size());
  NdArray share({outputs});
  NdArray upper({outputs});
  std::vector<std::string> why;
  std::vector<std::string> dropped = chained.inputs.dropped;
  dropped.insert(dropped.end(), fixed.begin(), fixed.end());
  for (Index k = 0; k < outputs; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const std::string& name =
        chained.problem.model.outputs()[static_cast<std::size_t>(chained.problem.outputs[at])].name;
    const LostVariance lost =
        fixed.empty()
            ? lost_variance(screen, chained.inputs, name, is_dependent(screen_problem, screen))
            : bound_in_chain(chained, screening, fixed, screen, name);
    share.data[at] = lost.share;
    upper.data[at] = lost.upper;
    why.push_back(lost.why);
    if (!lost.why.empty()) {
      result.warnings.push_back({"W111",
                                 fmt::format("no bound on the variance of `{}` lost with {}: {}",
                                             name,
                                             joined(dropped),
                                             lost.why)});
    }
  }
  const AxisDimensions axes = axes_of(chained.problem);
  add_variable(own,
               axes,
               chained.problem,
               "dropped_share",
               "bound on the share of the variance lost with the dropped inputs",
               Unit::one,
               std::array{Axis::output},
               share);
  add_variable(own,
               axes,
               chained.problem,
               "dropped_share_upper",
               "the same, of the upper ends of the intervals",
               Unit::one,
               std::array{Axis::output},
               upper);
  add_text(own,
           axes,
           "dropped_share_undefined",
           "why there is no bound, else empty",
           std::array{Axis::output},
           std::move(why));
}

/// Takes out of the problem what the sample is without: a screen has dropped it by now.
void keep_to_sample(const Sample& sample, Chained& chained) {
  std::vector<Index> positions;
  for (Index i = 0; i < chained.problem.dims(); ++i) {
    const UncertainInput& input = chained.problem.inputs[static_cast<std::size_t>(i)];
    const auto& all = sample.problem.inputs;
    if (std::any_of(all.begin(), all.end(), [&](const UncertainInput& other) {
          return other.column == input.column;
        })) {
      positions.push_back(i);
    } else {
      chained.unsampled.push_back(input.name);
    }
  }
  if (!chained.unsampled.empty()) {
    chained.problem = restricted(std::move(chained.problem), positions);
  }
}

/// Puts a chained analysis on its surrogate: one of the study, or the one that is its model.
void substitute(const Analysis& analysis,
                const Study& study,
                const std::map<std::string, Finished>& finished,
                Chained& chained) {
  if (!analysis.on.empty()) {
    const auto own = finished.find(analysis.on);
    auto surrogate = own->second.surrogate;
    const std::vector<InputVariable>& there = surrogate->inputs;
    std::vector<Index> positions;
    for (Index i = 0; i < chained.problem.dims(); ++i) {
      const std::string& name = chained.problem.inputs[static_cast<std::size_t>(i)].name;
      if (std::any_of(there.begin(), there.end(), [&](const InputVariable& input) {
            return input.name == name;
          })) {
        positions.push_back(i);
      } else {
        chained.unsampled.push_back(name);
      }
    }
    if (static_cast<Index>(positions.size()) < chained.problem.dims()) {
      chained.problem = restricted(std::move(chained.problem), positions);
    }
    chained.on = {surrogate, [surrogate](Problem problem, Index replicate, auto watched) {
                    return on_surrogate(std::move(problem), surrogate, replicate, watched);
                  }};
  } else if (study.surrogate && !analysis.method->works_on_sample) {
    const StoredSurrogate& stored = *study.surrogate;
    chained.on = {
        stored.loaded.surrogate, [&stored](Problem problem, Index replicate, auto watched) {
          Model model = as_model(stored.loaded.surrogate, problem.model.id(), replicate, watched);
          problem.model = stored.before ? stored.before(std::move(model)) : std::move(model);
          return problem;
        }};
  }
  if (chained.on.surrogate && chained.problem.inputs.empty()) {
    chained.skipped = "its surrogate has none of its inputs";
  } else if (chained.on.surrogate) {
    chained.skipped = no_output_on(*chained.on.surrogate, chained.problem);
  }
}

/// The analysis with the inputs its screen has kept, and its sample has.
Chained with_inputs(const Analysis& analysis,
                    const Study& study,
                    const std::map<std::string, Finished>& finished,
                    const std::map<std::string, std::string>& skipped) {
  Chained result{analysis.problem, {}, {}, {}, {}};
  for (const std::string& name : needed_by(analysis)) {
    if (skipped.contains(name)) {
      result.skipped = fmt::format("it needs `{}`, which was skipped", name);
      return result;
    }
  }
  for (const std::string& name : sampled_by(analysis)) {
    if (const auto base = finished.find(name);
        analysis.method->works_on_sample && base != finished.end() && base->second.sample) {
      keep_to_sample(*base->second.sample, result);
    }
  }
  if (!analysis.screening) {
    if (result.problem.inputs.empty()) {
      result.skipped = "its sample has none of its inputs";
    }
    return result;
  }
  const std::string& from = analysis.screening->from;
  // What the screen ran on: itself chained, it had fewer inputs than it was read with.
  result.inputs = limited_to(
      screened(
          analysis.screening->keep, *finished.at(from).results, named(study, from).problem.inputs),
      result.problem.inputs);
  std::vector<Index> positions;
  for (Index i = 0; i < result.problem.dims(); ++i) {
    const std::string& name = result.problem.inputs[static_cast<std::size_t>(i)].name;
    const std::vector<std::string>& kept = result.inputs.kept;
    if (std::find(kept.begin(), kept.end(), name) != kept.end()) {
      positions.push_back(i);
    }
  }
  result.problem = restricted(std::move(result.problem), positions);
  if (positions.empty()) {
    result.skipped = fmt::format(
        "\"{}\" keeps no input of `{}`", analysis.screening->keep.text, analysis.screening->from);
  } else if (const std::string broken = settle_constraints(result.problem); !broken.empty()) {
    result.skipped =
        fmt::format("condition \"{}\" does not hold at the values of the dropped inputs", broken);
  }
  return result;
}

}  // namespace

Chained chained(const Analysis& analysis,
                const Study& study,
                const std::map<std::string, Finished>& finished,
                const std::map<std::string, std::string>& skipped) {
  Chained result = with_inputs(analysis, study, finished, skipped);
  if (result.skipped.empty()) {
    substitute(analysis, study, finished, result);
  }
  return result;
}

void warn_of_unsampled(const Chained& chained, const Analysis& analysis, AnalysisResult& result) {
  if (!chained.unsampled.empty()) {
    result.warnings.push_back({"W113",
                               fmt::format("the {} `{}` works on has no {}, which a screen has "
                                           "dropped: left out",
                                           analysis.on.empty() ? "sample" : "surrogate",
                                           analysis.name,
                                           joined(chained.unsampled))});
  }
}

void record_screening(const Chained& chained,
                      const Analysis& analysis,
                      const Study& study,
                      const Dataset& screen,
                      AnalysisResult& result) {
  const Screening& screening = *analysis.screening;
  Attributes& attributes = result.groups.front().attributes;
  attributes.emplace_back("screened_from", screening.from);
  attributes.emplace_back("keep", screening.keep.text);
  attributes.emplace_back("kept", chained.inputs.kept);
  attributes.emplace_back("dropped", chained.inputs.dropped);
  const std::vector<std::string> fixed = fixed_before(screening, screen, result.groups.front());
  attributes.emplace_back("fixed_before", fixed);
  attributes.emplace_back("undecided", chained.inputs.undecided);
  if (!chained.inputs.undecided.empty()) {
    result.warnings.push_back({"W112",
                               fmt::format("kept although \"{}\" is undefined for them: {}",
                                           screening.keep.text,
                                           joined(chained.inputs.undecided))});
  }
  if (chained.skipped.empty()) {
    add_lost_variance(
        chained, screening, fixed, named(study, screening.from).problem, screen, result);
  }
}

}  // namespace uq::studies
