#include "samplers/morris_scale.hpp"

#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <variant>

namespace uq::samplers {
namespace {

// Values of a discrete law that can occur, ascending; none for a continuous one. An integer law is
// not listed: it may have very many.
std::vector<double> listed_values(const Distribution& law) {
  std::vector<double> values;
  if (const auto* discrete = std::get_if<Discrete>(&law.law)) {
    for (std::size_t k = 0; k < discrete->values.size(); ++k) {
      if (discrete->weights[k] > 0) {
        values.push_back(discrete->values[k]);
      }
    }
  } else if (const auto* sample = std::get_if<Empirical>(&law.law)) {
    values = sample->values;
    values.erase(std::unique(values.begin(), values.end()), values.end());
  }
  return values;
}

// Maps positions of one input to values; what it needs is looked up once.
class ScaleMap {
 public:
  ScaleMap(const UncertainInput& input, const InputVariable& variable)
      : law_(input.law), variable_(variable), values_(listed_values(input.law)) {}

  double operator()(double position) const {
    if (!values_.empty()) {
      const auto last = static_cast<double>(values_.size() - 1);
      return values_[static_cast<std::size_t>(std::llround(position * last))];
    }
    if (const auto* whole = std::get_if<Integer>(&law_.law)) {
      const double first = std::ceil(whole->lo);
      return first + std::round(position * (std::floor(whole->hi) - first));
    }
    const auto [lower, upper] = support(law_);
    if (!std::isfinite(lower) || !std::isfinite(upper)) {
      return quantile(law_, unbounded_tail + (1 - 2 * unbounded_tail) * position);
    }
    if (position <= 0) {
      const bool excluded = variable_.lower_open && lower <= variable_.lower;
      return excluded ? quantile(law_, std::ldexp(1.0, -54)) : lower;
    }
    return position >= 1 ? upper : quantile(law_, position);
  }

 private:
  const Distribution& law_;
  const InputVariable& variable_;
  std::vector<double> values_;
};

const InputVariable& variable_of(const Problem& problem, const UncertainInput& input) {
  return problem.model.inputs()[static_cast<std::size_t>(input.column)];
}

// Values before and after the move, as the positions of a design.
struct Moves {
  MorrisDesign design;
  std::vector<Index> group_of;  // of each input
  Matrix start, target;         // (r, d)
};

}  // namespace

std::vector<MorrisInput> morris_inputs(const Problem& problem) {
  std::vector<MorrisInput> inputs;
  for (const UncertainInput& input : problem.inputs) {
    MorrisInput result{.ordered = variable_of(problem, input).kind != InputKind::categorical};
    if (const auto* whole = std::get_if<Integer>(&input.law.law)) {
      result.values = static_cast<Index>(std::floor(whole->hi) - std::ceil(whole->lo)) + 1;
    } else {
      result.values = static_cast<Index>(listed_values(input.law).size());
    }
    inputs.push_back(result);
  }
  return inputs;
}

double value_at(const UncertainInput& input, const InputVariable& variable, double position) {
  return ScaleMap(input, variable)(position);
}

std::array<double, 2> scale_of(const UncertainInput& input, const InputVariable& variable) {
  const ScaleMap map(input, variable);
  return {map(0), map(1)};
}

PhysicalPoints physical_points(const Problem& problem, const MorrisDesign& design) {
  const Index dims = problem.dims();
  const std::string broken = fault(design);
  expects(broken.empty(), broken);
  expects(dims == design.dims(),
          "a design of " + std::to_string(design.dims()) + " inputs for a problem of " +
              std::to_string(dims));
  auto moves = std::make_shared<Moves>();
  moves->design = design;
  moves->group_of.resize(static_cast<std::size_t>(dims));
  for (Index g = 0; g < design.groups.size(); ++g) {
    for (const Index input : design.groups.members[static_cast<std::size_t>(g)]) {
      moves->group_of[static_cast<std::size_t>(input)] = g;
    }
  }
  moves->start.resizeLike(design.start);
  moves->target.resizeLike(design.target);
  parallel_for(dims, [&](Index i) {
    const UncertainInput& input = problem.inputs[static_cast<std::size_t>(i)];
    const ScaleMap map(input, variable_of(problem, input));
    for (Index t = 0; t < design.trajectories(); ++t) {
      moves->start(t, i) = map(design.start(t, i));
      moves->target(t, i) = map(design.target(t, i));
    }
  });
  return {.count = design.trajectories(),
          .blocks = design.evaluations(),
          .dims = dims,
          .fill = [moves = std::shared_ptr<const Moves>(std::move(moves))](
                      Index first, Index evaluation, MutableMatrixRef x) {
            for (Index i = 0; i < x.cols(); ++i) {
              const Index group = moves->group_of[static_cast<std::size_t>(i)];
              for (Index k = 0; k < x.rows(); ++k) {
                const Index t = first + k;
                x(k, i) = moves->design.has_moved(t, group, evaluation) ? moves->target(t, i)
                                                                        : moves->start(t, i);
              }
            }
          }};
}

PhysicalPoints both(PhysicalPoints first, PhysicalPoints second) {
  expects(first.blocks == second.blocks && first.dims == second.dims,
          "two designs with different trajectories");
  const Index split = first.count;
  return {.count = split + second.count,
          .blocks = first.blocks,
          .dims = first.dims,
          .fill = [split, first = std::move(first), second = std::move(second)](
                      Index from, Index evaluation, MutableMatrixRef x) {
            const Index head = std::clamp(split - from, Index{0}, x.rows());
            if (head > 0) {
              first.fill(from, evaluation, x.topRows(head));
            }
            if (head < x.rows()) {
              second.fill(from + head - split, evaluation, x.bottomRows(x.rows() - head));
            }
          }};
}

}  // namespace uq::samplers
