#include "studies/rows/morris_dataset.hpp"

#include "studies/rows/erase.hpp"
#include "uq/sensitivity/ranking.hpp"

#include <array>
#include <tuple>
#include <utility>

namespace uq::studies {

namespace {

using sensitivity::MorrisEffects;

// Axes of results by input, or by group when there are groups; the second one only where every pair
// is compared.
AxisDimensions axes_by(const std::optional<NamedGroups>& named, const Problem& problem) {
  const auto groups = groups_within(named, problem);
  AxisDimensions axes = axes_of(problem);
  Dimension second;
  if (groups) {
    const AxisDimensions grouped = group_axes(*groups);
    axes[Axis::input] = grouped.at(Axis::group);
    second = grouped.at(Axis::group2).front();
  } else {
    second = axes.at(Axis::input).front();
    second.name = "input2";
  }
  if ((groups ? groups->size() : problem.dims()) <= sensitivity::most_ranked) {
    axes[Axis::input2] = {second};
  }
  return axes;
}

// The values that the ends of the scale stand for.
void add_scales(Dataset& dataset, const Problem& problem) {
  AxisDimensions axes = axes_of(problem);
  NdArray low({problem.dims()});
  NdArray high({problem.dims()});
  for (std::size_t i = 0; i < problem.inputs.size(); ++i) {
    const UncertainInput& input = problem.inputs[i];
    const auto [from, to] =
        samplers::scale_of(input, problem.model.inputs()[static_cast<std::size_t>(input.column)]);
    low.data[i] = from;
    high.data[i] = to;
  }
  const std::array over{Axis::input};
  add_variable(dataset,
               axes,
               problem,
               "scale_low",
               "value at 0 of the scale on which effects are measured",
               Unit::input,
               over,
               low);
  add_variable(dataset, axes, problem, "scale_high", "value at 1 of it", Unit::input, over, high);
  add_input_units(dataset, axes, problem);
}

// What the check of the step adds.
struct Check {
  NdArray aliased, mu_star, mu_star_ci;

  static constexpr auto fields() {
    return std::tuple{
        uq::result(&Check::aliased,
                   "aliased",
                   "1 where a smaller step sees much more: the response turns within a step",
                   Unit::one,
                   Axis::output,
                   Axis::input),
        uq::result(&Check::mu_star,
                   "mu_star_check",
                   "mu_star of the trajectories with a smaller step",
                   Unit::output,
                   Axis::output,
                   Axis::input),
        uq::result(&Check::mu_star_ci,
                   "mu_star_check_ci",
                   "interval of mu_star_check",
                   Unit::output,
                   Axis::output,
                   Axis::input,
                   Axis::bound)};
  }
};

}  // namespace

Dataset morris_dataset(const MorrisStudy& study,
                       const Problem& problem,
                       const Grouping& groups,
                       const MorrisEffects& effects,
                       const MorrisEffects* second,
                       const NdArray& aliased) {
  const AxisDimensions axes = axes_by(study.groups, problem);
  Dataset dataset = erase(effects, axes, problem);
  if (second != nullptr) {
    add_fields<Check>(dataset, axes, problem, Check{aliased, second->mu_star, second->mu_star_ci});
  }
  add_scales(dataset, problem);
  if (study.groups) {
    add_members(dataset, groups, problem);
  }
  add_output_units(dataset, axes, problem);
  add_undefined(dataset, axes, std::array{Axis::output}, effects.undefined);
  add_reasons(dataset,
              axes,
              "reason",
              "why figures of a cell have no value, else empty",
              std::array{Axis::output, Axis::input},
              effects.reason);
  add_text(dataset,
           axes,
           "remark",
           "why figures of an input do not exist, else empty",
           std::array{Axis::input},
           effects.remark);
  dataset.attributes = {{"ci_method", effects.ci_method}};
  if (effects.ci_method != "none") {
    dataset.attributes.emplace_back("ci_level", study.estimation.confidence);
  }
  const Attributes written = used_groups(groups_within(study.groups, problem), problem);
  dataset.attributes.insert(dataset.attributes.end(), written.begin(), written.end());
  return dataset;
}

Dataset morris_outline(const MorrisStudy& study, const Problem& problem) {
  const AxisDimensions axes = axes_by(study.groups, problem);
  Dataset dataset = outlined<MorrisEffects>(axes, problem);
  if (samplers::aliasing_trajectory_count(study.sampling) > 0) {
    add_outlines<Check>(dataset, axes, problem);
  }
  return dataset;
}

}  // namespace uq::studies
