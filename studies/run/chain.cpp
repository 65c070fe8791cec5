#include "studies/run/chain.hpp"

#include "studies/file/text_detail.hpp"
#include "studies/read/analysis_order.hpp"
#include "studies/rows/erase.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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

void add_lost_variance(const Chained& chained,
                       const Problem& screen_problem,
                       const Dataset& screen,
                       AnalysisResult& result) {
  Dataset& own = result.groups.front();
  const auto outputs = static_cast<Index>(chained.problem.outputs.size());
  NdArray share({outputs});
  NdArray upper({outputs});
  std::vector<std::string> why;
  for (Index k = 0; k < outputs; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const std::string& name =
        chained.problem.model.outputs()[static_cast<std::size_t>(chained.problem.outputs[at])].name;
    const LostVariance lost =
        lost_variance(screen, chained.inputs, name, is_dependent(screen_problem, screen));
    share.data[at] = lost.share;
    upper.data[at] = lost.upper;
    why.push_back(lost.why);
    if (!lost.why.empty()) {
      result.warnings.push_back({"W111",
                                 fmt::format("no bound on the variance of `{}` lost with {}: {}",
                                             name,
                                             joined(chained.inputs.dropped),
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

}  // namespace

Chained chained(const Analysis& analysis,
                const Study& study,
                const std::map<std::string, Finished>& finished,
                const std::map<std::string, std::string>& skipped) {
  Chained result{analysis.problem, {}, {}, {}};
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

void warn_of_unsampled(const Chained& chained, const Analysis& analysis, AnalysisResult& result) {
  if (!chained.unsampled.empty()) {
    result.warnings.push_back({"W113",
                               fmt::format("the sample `{}` works on has no {}, which a screen has "
                                           "dropped: left out",
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
  attributes.emplace_back("undecided", chained.inputs.undecided);
  if (!chained.inputs.undecided.empty()) {
    result.warnings.push_back({"W112",
                               fmt::format("kept although \"{}\" is undefined for them: {}",
                                           screening.keep.text,
                                           joined(chained.inputs.undecided))});
  }
  if (chained.skipped.empty()) {
    add_lost_variance(chained, named(study, screening.from).problem, screen, result);
  }
}

}  // namespace uq::studies
