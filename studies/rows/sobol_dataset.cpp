#include "studies/rows/sobol_dataset.hpp"

#include "studies/rows/erase.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

namespace uq::studies {

namespace {

AxisDimensions axes(const SobolStudy& study,
                    const Problem& problem,
                    const std::vector<double>& checkpoints) {
  AxisDimensions axes = axes_of(problem);
  if (const auto groups = groups_within(study.groups, problem)) {
    const AxisDimensions grouped = group_axes(*groups);
    axes[Axis::input] = grouped.at(Axis::group);
    axes[Axis::input2] = grouped.at(Axis::group2);
  } else {
    Dimension second = axes.at(Axis::input).front();
    second.name = "input2";
    axes[Axis::input2] = {second};
  }
  axes[Axis::sweep] = dimensions(study.sweep);
  axes[Axis::checkpoint] = {{.name = "checkpoint",
                             .values = checkpoints,
                             .size = static_cast<Index>(checkpoints.size()),
                             .units = "1",
                             .long_name = "base rows used"}};
  return axes;
}

/// Arrays of the settings side by side, along an axis after the first `leading` ones of each.
NdArray stacked(const std::vector<const NdArray*>& settings, std::size_t leading) {
  const NdArray& first = *settings.front();
  std::vector<Index> shape = first.shape;
  Index outer = 1;
  for (std::size_t k = 0; k < leading; ++k) {
    outer *= shape[k];
  }
  const Index inner = static_cast<Index>(first.data.size()) / std::max<Index>(outer, 1);
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(leading),
               static_cast<Index>(settings.size()));
  NdArray all(shape);
  auto to = all.data.begin();
  for (Index o = 0; o < outer; ++o) {
    for (const NdArray* one : settings) {
      to = std::copy_n(one->data.begin() + o * inner, inner, to);
    }
  }
  return all;
}

/// Adds every array of Result that has elements.
template <class Result>
void add_fields(Dataset& dataset,
                const AxisDimensions& axes,
                const Problem& problem,
                const std::vector<SobolSetting>& settings,
                Result SobolSetting::* part) {
  for_each_field<Result>([&](const auto& field) {
    std::vector<const NdArray*> arrays;
    for (const SobolSetting& setting : settings) {
      arrays.push_back(&((setting.*part).*field.member));
    }
    if (arrays.front()->data.empty()) {
      return;
    }
    const std::span over(field.axes.data(), field.axis_count);
    const auto leading =
        static_cast<std::size_t>(std::find(over.begin(), over.end(), Axis::sweep) - over.begin());
    add_variable(
        dataset, axes, problem, field.name, field.doc, field.unit, over, stacked(arrays, leading));
  });
}

}  // namespace

Dataset sobol_dataset(const SobolStudy& study,
                      const Problem& problem,
                      const std::vector<SobolSetting>& settings) {
  const AxisDimensions dims = axes(study, problem, settings.front().convergence.rows);
  Dataset dataset;
  add_fields(dataset, dims, problem, settings, &SobolSetting::indices);
  add_fields(dataset, dims, problem, settings, &SobolSetting::convergence);
  add_output_units(dataset, dims, problem);
  std::vector<std::string> reasons;
  std::vector<std::string> of_moments;
  std::vector<std::string> of_aggregated;
  for (std::size_t q = 0; q < problem.outputs.size(); ++q) {
    for (const SobolSetting& setting : settings) {
      reasons.push_back(setting.indices.undefined[q]);
      of_moments.push_back(setting.indices.moments_undefined[q]);
    }
  }
  for (const SobolSetting& setting : settings) {
    of_aggregated.push_back(problem.outputs.size() > 1 ? setting.indices.aggregated_undefined : "");
  }
  const std::array cell{Axis::output, Axis::sweep};
  add_undefined(dataset, dims, cell, reasons);
  add_reasons(dataset,
              dims,
              "moments_undefined",
              "why mean, spread or their intervals have no value, else empty",
              cell,
              of_moments);
  add_reasons(dataset,
              dims,
              "aggregated_undefined",
              "why there are no indices of all outputs together, else empty",
              std::array{Axis::sweep},
              of_aggregated);
  if (const auto groups = groups_within(study.groups, problem)) {
    add_members(dataset, *groups, problem);
  }
  dataset.attributes = {{"ci_method", settings.front().indices.ci_method},
                        {"ci_level", study.estimation.confidence}};
  const Attributes written = used_groups(groups_within(study.groups, problem), problem);
  dataset.attributes.insert(dataset.attributes.end(), written.begin(), written.end());
  return dataset;
}

Dataset sobol_outline(const SobolStudy& study, const Problem& problem) {
  AxisDimensions dims = axes(study, problem, {});
  dims.erase(Axis::checkpoint);  // a record of the way, not a figure to be judged
  Dataset outline = outlined<sensitivity::SobolIndices>(dims, problem);
  std::erase_if(outline.variables, [&](const Variable& variable) {
    return (!study.sampling.second_order && variable.name.starts_with("S2")) ||
           (problem.outputs.size() < 2 && variable.name.find("_aggregated") != std::string::npos);
  });
  return outline;
}

NdArray lost_shares(const std::vector<SobolSetting>& settings) {
  std::vector<const NdArray*> arrays;
  for (const SobolSetting& setting : settings) {
    arrays.push_back(&setting.indices.lost_share);
  }
  return stacked(arrays, 1);
}

NdArray dead_everywhere(const std::vector<SobolSetting>& settings) {
  NdArray dead = settings.front().indices.dead;
  for (const SobolSetting& setting : settings) {
    for (std::size_t k = 0; k < dead.data.size(); ++k) {
      dead.data[k] = dead.data[k] == 1 && setting.indices.dead.data[k] == 1 ? 1 : 0;
    }
  }
  return dead;
}

Problem named_by_factor(const SobolStudy& study, const Problem& problem) {
  const auto groups = groups_within(study.groups, problem);
  Problem named = problem;
  for (std::size_t g = 0; groups && g < groups->names.size(); ++g) {
    named.inputs[g].name = groups->names[g];
  }
  if (groups) {
    named.inputs.resize(groups->names.size(), problem.inputs.front());
  }
  return named;
}

}  // namespace uq::studies
