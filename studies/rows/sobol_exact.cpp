#include "studies/rows/sobol_exact.hpp"

#include "studies/rows/erase.hpp"
#include "studies/rows/finish.hpp"
#include "studies/rows/sobol_dataset.hpp"
#include "studies/surrogates/surrogate.hpp"
#include "surrogates/pce_indices.hpp"
#include "uq/core/error.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <span>
#include <utility>

namespace uq::studies {

namespace {

using surrogates::Pce;
using surrogates::PceIndices;

/// Positions of the problem's inputs among those of the surrogate.
std::vector<Index> positions_of(const Problem& problem, const Surrogate& surrogate) {
  std::vector<Index> positions;
  for (const UncertainInput& input : problem.inputs) {
    const auto& all = surrogate.inputs;
    const auto at = std::find_if(
        all.begin(), all.end(), [&](const InputVariable& own) { return own.name == input.name; });
    expects(at != all.end(), "the surrogate has no input `" + input.name + "`");
    positions.push_back(at - all.begin());
  }
  return positions;
}

/// Values of the surrogate's inputs where the problem holds them; its own inputs at nominal.
Vector point_of(const Problem& problem, const Surrogate& surrogate) {
  Vector x(static_cast<Index>(surrogate.inputs.size()));
  const auto& all = problem.model.inputs();
  for (std::size_t j = 0; j < surrogate.inputs.size(); ++j) {
    const auto at = std::find_if(all.begin(), all.end(), [&](const InputVariable& own) {
      return own.name == surrogate.inputs[j].name;
    });
    x(static_cast<Index>(j)) = problem.fixed(at - all.begin());
  }
  return x;
}

/// Lets the watch of the emulator see the point that the problem's held inputs are at.
void look_at(const Problem& problem) {
  const Matrix x = problem.fixed.transpose();
  Matrix y(1, static_cast<Index>(problem.model.outputs().size()));
  RowStatus status = RowStatus::ok;
  BatchResult out{y, std::span(&status, 1), {}};
  problem.model.evaluate(x, out);
}

Grouping factors_of(const SobolStudy& study, const Problem& problem) {
  if (const auto groups = groups_within(study.groups, problem)) {
    return *groups;
  }
  std::vector<std::string> names;
  for (const UncertainInput& input : problem.inputs) {
    names.push_back(input.name);
  }
  return one_each(names);
}

PceIndices indices_at(const SobolStudy& study,
                      const Problem& problem,
                      const Surrogate& surrogate,
                      const std::vector<Index>& free) {
  const Vector x = point_of(problem, surrogate);
  std::vector<Pce> outputs;
  for (const Index output : problem.outputs) {
    const std::string& name = problem.model.outputs()[static_cast<std::size_t>(output)].name;
    const auto& all = surrogate.outputs;
    const auto at = std::find_if(all.begin(), all.end(), [&](const SurrogateOutput& own) {
      return own.variable.name == name;
    });
    expects(at != all.end(), "the surrogate has no output `" + name + "`");
    const Pce& own = (*surrogate.expansions)[static_cast<std::size_t>(at - all.begin())];
    const Vector t = own.terms.rows() == 0 || own.coordinates->factor.size() > 0
                         ? x
                         : Vector(to_variables(*own.coordinates, x.transpose()).row(0));
    outputs.push_back(with_held(own, free, t));
  }
  return surrogates::pce_indices(outputs,
                                 factors_of(study, problem),
                                 {.second_order = study.sampling.second_order,
                                  .confidence = study.estimation.confidence,
                                  .epsilon = study.estimation.epsilon});
}

/// Axes of a field with those of the sweep, which come before `bound`.
std::vector<Axis> with_sweep(std::span<const Axis> over) {
  std::vector<Axis> all(over.begin(), over.end());
  all.insert(std::find(all.begin(), all.end(), Axis::bound), Axis::sweep);
  return all;
}

bool is_wanted(std::string_view field, const SobolStudy& study) {
  return study.sampling.second_order || !field.starts_with("S2");
}

}  // namespace

Pce with_held(const Pce& pce, const std::vector<Index>& free, const Vector& t) {
  const Index d = pce.terms.cols();
  std::vector<Index> held;
  for (Index j = 0; j < d; ++j) {
    if (std::find(free.begin(), free.end(), j) == free.end()) {
      held.push_back(j);
    }
  }
  if (pce.terms.rows() == 0) {
    return pce;
  }
  Matrix values = Matrix::Ones(pce.terms.rows(), 1);  // of each term's held part
  for (const Index j : held) {
    const Recurrence& own = pce.coordinates->each[static_cast<std::size_t>(j)].polynomials;
    Matrix p(1, own.degree() + 1);
    orthonormal(own, {&t(j), 1}, p);
    for (Index k = 0; k < pce.terms.rows(); ++k) {
      values(k, 0) *= p(0, pce.terms(k, j));
    }
  }
  std::map<std::vector<std::int32_t>, Index> places;
  std::vector<Index> to;
  for (Index k = 0; k < pce.terms.rows(); ++k) {
    std::vector<std::int32_t> term;
    for (const Index j : free) {
      term.push_back(pce.terms(k, j));
    }
    to.push_back(places.emplace(std::move(term), static_cast<Index>(places.size())).first->second);
  }
  const auto count = static_cast<Index>(places.size());
  Pce result{.terms = MultiIndices(count, static_cast<Index>(free.size())),
             .coefficients = Vector::Zero(count),
             .replicates = Matrix::Zero(pce.replicates.rows(), count),
             .missing = pce.missing,
             .log = pce.log,
             .undefined = pce.undefined};
  for (const auto& [term, at] : places) {
    for (std::size_t j = 0; j < term.size(); ++j) {
      result.terms(at, static_cast<Index>(j)) = term[j];
    }
  }
  for (std::size_t k = 0; k < to.size(); ++k) {
    const auto from = static_cast<Index>(k);
    result.coefficients(to[k]) += pce.coefficients(from) * values(from, 0);
    result.replicates.col(to[k]) += pce.replicates.col(from) * values(from, 0);
  }
  // Those of dependent inputs are told apart by whoever asks: groups that keep dependence within
  // them have the indices of the groups of scores.
  auto coordinates = std::make_shared<Coordinates>();
  for (const Index j : free) {
    coordinates->each.push_back(pce.coordinates->each[static_cast<std::size_t>(j)]);
  }
  result.coordinates = std::move(coordinates);
  return result;
}

AnalysisResult exact_sobol(const SobolStudy& study,
                           const Problem& problem,
                           const Surrogate& surrogate) {
  const std::vector<Index> free = positions_of(problem, surrogate);
  std::vector<PceIndices> settings_of;
  for (Index s = 0; s < settings(study.sweep); ++s) {
    Problem at = problem;
    set(study.sweep, s, at);
    if (free.size() < surrogate.inputs.size()) {
      look_at(at);
    }
    settings_of.push_back(indices_at(study, at, surrogate, free));
  }
  const AxisDimensions axes = sobol_axes(study, problem, {});
  AnalysisResult out;
  Dataset dataset;
  for_each_field<PceIndices>([&](const auto& field) {
    std::vector<const NdArray*> arrays;
    for (const PceIndices& one : settings_of) {
      arrays.push_back(&(one.*field.member));
    }
    if (arrays.front()->data.empty()) {
      return;
    }
    const std::vector<Axis> over = with_sweep(std::span(field.axes.data(), field.axis_count));
    const auto leading = std::find(over.begin(), over.end(), Axis::sweep) - over.begin();
    add_variable(dataset,
                 axes,
                 problem,
                 field.name,
                 field.doc,
                 field.unit,
                 over,
                 side_by_side(arrays, static_cast<std::size_t>(leading)));
  });
  add_output_units(dataset, axes, problem);
  std::vector<std::string> reasons;
  for (std::size_t q = 0; q < problem.outputs.size(); ++q) {
    for (const PceIndices& one : settings_of) {
      reasons.push_back(one.undefined[q]);
    }
  }
  add_text(dataset,
           axes,
           "undefined",
           "why an output has no result, else empty",
           std::array{Axis::output, Axis::sweep},
           std::move(reasons));
  const auto groups = groups_within(study.groups, problem);
  if (groups) {
    add_members(dataset, *groups, problem);
  }
  dataset.attributes = {{"ci_method", "refits of the surrogate"},
                        {"ci_level", study.estimation.confidence},
                        {"closed_form", "from the coefficients of the expansion"}};
  const Attributes written = used_groups(groups, problem);
  dataset.attributes.insert(dataset.attributes.end(), written.begin(), written.end());
  NdArray dead = settings_of.front().dead;
  for (std::size_t k = 0; k < dead.data.size(); ++k) {
    for (const PceIndices& one : settings_of) {
      dead.data[k] = one.dead.data[k] == 1 ? dead.data[k] : 0;
    }
  }
  warn_of_dead_inputs(out, named_by_factor(study, problem), dead);
  if (problem.correlation.size() > 0 && study.sampling.dependence == samplers::Dependence::ignore) {
    out.warnings.push_back(
        {"W148",
         "the inputs are correlated: these are the indices of the independent normal scores behind "
         "them, in their order: that of `" +
             problem.inputs.front().name +
             "` is the input with all it carries of the others, each later one only what is left "
             "of "
             "its input"});
  }
  out.groups.push_back(std::move(dataset));
  return out;
}

Dataset exact_sobol_outline(const SobolStudy& study, const Problem& problem) {
  const AxisDimensions axes = sobol_axes(study, problem, {});
  Dataset outline;
  for_each_field<PceIndices>([&](const auto& field) {
    if (is_wanted(field.name, study)) {
      add_outlined(outline,
                   axes,
                   problem,
                   field.name,
                   field.doc,
                   field.unit,
                   with_sweep(std::span(field.axes.data(), field.axis_count)));
    }
  });
  add_output_units(outline, axes, problem);
  return outline;
}

}  // namespace uq::studies
