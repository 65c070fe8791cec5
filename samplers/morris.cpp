#include "samplers/morris.hpp"

#include "samplers/options_detail.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace uq::samplers {
namespace {

// The step of the aliasing check, half the golden section: no simple fraction, so whatever repeats
// itself within the usual step does not within this one.
constexpr double other_step = 0.30901699437494745;

// A whole number below n from a uniform of (0, 1).
Index below(double u, Index n) {
  return std::min(static_cast<Index>(u * static_cast<double>(n)), n - 1);
}

struct Move {
  double from, to;
};

Move swapped_if(bool swap, Move move) {
  return swap ? Move{move.to, move.from} : move;
}

// Position of level l of `levels`, on the scale of an input of `values` values (0: any).
double position(Index l, Index levels, Index values) {
  const double even = static_cast<double>(l) / static_cast<double>(levels - 1);
  if (values == 0 || values == levels) {
    return even;
  }
  const auto last = static_cast<double>(values - 1);
  return std::round(even * last) / last;
}

// Any category to any other.
Move exchange(Index values, double where, double other) {
  const Index from = below(where, values);
  const Index to = (from + 1 + below(other, values - 1)) % values;
  const auto last = static_cast<double>(values - 1);
  return {static_cast<double>(from) / last, static_cast<double>(to) / last};
}

Move grid_move(const MorrisInput& input,
               const MorrisSampling& options,
               double where,
               double which) {
  if (input.values == 1) {
    return {0, 0};
  }
  if (!input.ordered) {
    return exchange(input.values, where, which);
  }
  const bool own = input.values > 0 && input.values <= options.levels;
  const Index levels = own ? input.values : options.levels;
  const Index jump =
      own ? std::max(Index{1}, options.step * levels / options.levels) : options.step;
  const Index low = below(where, levels - jump);
  return swapped_if(
      which < 0.5,
      {position(low, levels, input.values), position(low + jump, levels, input.values)});
}

Move off_grid_move(const MorrisInput& input,
                   const MorrisSampling& options,
                   double where,
                   double which) {
  if (input.values == 1) {
    return {0, 0};
  }
  if (!input.ordered) {
    return exchange(input.values, where, which);
  }
  if (input.values == 0) {
    const double low = where * (1 - other_step);
    return swapped_if(which < 0.5, {low, low + other_step});
  }
  const auto last = static_cast<double>(input.values - 1);
  Index jump = std::max(Index{1}, static_cast<Index>(std::lround(other_step * last)));
  const bool own = input.values <= options.levels;
  if (own && jump == std::max(Index{1}, options.step * input.values / options.levels) &&
      jump + 1 < input.values) {
    ++jump;
  }
  const auto low = static_cast<double>(below(where, input.values - jump));
  return swapped_if(which < 0.5, {low / last, (low + static_cast<double>(jump)) / last});
}

MorrisDesign empty_design(Index count,
                          const std::vector<MorrisInput>& inputs,
                          const Grouping& groups) {
  const auto dims = static_cast<Index>(inputs.size());
  MorrisDesign design{.start = Matrix(count, dims),
                      .target = Matrix(count, dims),
                      .order = MorrisDesign::Order(count, groups.size()),
                      .groups = groups};
  for (const MorrisInput& input : inputs) {
    design.unordered.push_back(input.ordered ? 0 : 1);
  }
  return design;
}

using MoveOf = Move (*)(const MorrisInput&, const MorrisSampling&, double, double);

// Trajectory t is a function of (seed, t): more of them leave the others as they are.
MorrisDesign trajectories(Index count,
                          const std::vector<MorrisInput>& inputs,
                          const Grouping& groups,
                          const MorrisSampling& options,
                          Seed seed,
                          MoveOf move) {
  MorrisDesign design = empty_design(count, inputs, groups);
  const auto dims = static_cast<Index>(inputs.size());
  parallel_for((count + 63) / 64, [&](Index task) {
    Vector u(2 * dims + groups.size());
    for (Index t = task * 64; t < std::min(count, task * 64 + 64); ++t) {
      philox_uniforms(seed.child("trajectory", static_cast<std::uint64_t>(t)),
                      0,
                      {u.data(), static_cast<std::size_t>(u.size())});
      for (Index i = 0; i < dims; ++i) {
        const Move m = move(inputs[static_cast<std::size_t>(i)], options, u[2 * i], u[2 * i + 1]);
        design.start(t, i) = m.from;
        design.target(t, i) = m.to;
      }
      for (Index g = 0; g < groups.size(); ++g) {  // Fisher and Yates, inside out
        const Index other = below(u[2 * dims + g], g + 1);
        design.order(t, g) = design.order(t, other);
        design.order(t, other) = static_cast<std::int32_t>(g);
      }
    }
  });
  return design;
}

// From anywhere to anywhere. Two values of a discrete input would often be one: the second is drawn
// from the others.
Move radial_move(const MorrisInput& input, const MorrisSampling&, double where, double other) {
  return input.values == 0   ? Move{where, other}
         : input.values == 1 ? Move{0, 0}
                             : exchange(input.values, where, other);
}

// The points are independent, not those of a low-discrepancy sequence: of a few of these, pairs of
// dimensions are so aligned that means over them are off, however often they are randomized, and
// nothing in their spread tells (docs/methods/morris.md).
MorrisDesign radial(const std::vector<MorrisInput>& inputs,
                    const Grouping& groups,
                    const MorrisSampling& options,
                    Seed seed) {
  MorrisDesign design =
      trajectories(options.trajectories, inputs, groups, options, seed, &radial_move);
  design.radial = true;
  for (Index g = 0; g < groups.size(); ++g) {
    design.order.col(g).setConstant(static_cast<std::int32_t>(g));
  }
  return design;
}

void check(const std::vector<MorrisInput>& inputs,
           const Grouping& groups,
           const MorrisSampling& options) {
  std::string broken = fault(options);
  if (broken.empty()) {
    broken = detail::no_input_fault(static_cast<Index>(inputs.size()));
  }
  if (broken.empty()) {
    broken = fault(groups, static_cast<Index>(inputs.size()));
  }
  expects(broken.empty(), broken, "morris");
}

}  // namespace

MorrisSampling as_used(MorrisSampling options) {
  options.step = options.step == 0 ? options.levels / 2 : options.step;
  // Radial steps are of all sizes, and one trajectory has no interval to compare.
  options.aliasing_check = options.aliasing_check && options.trajectories > 1 &&
                           options.variant == MorrisVariant::trajectory;
  return options;
}

std::string fault(const MorrisSampling& options) {
  std::string fault = detail::limits_fault(options);
  if (fault.empty() && options.levels % 2 != 0) {
    fault = "levels = " + std::to_string(options.levels) +
            " is odd: no step leads from half of the levels to the other half, so levels could not "
            "be equally frequent; take " +
            std::to_string(options.levels + 1);
  }
  if (fault.empty() && options.step >= options.levels) {
    fault = "step = " + std::to_string(options.step) + " leads off a grid of " +
            std::to_string(options.levels) + " levels; take at most " +
            std::to_string(options.levels - 1);
  }
  if (fault.empty() && options.optimal_from > 0) {
    if (options.variant == MorrisVariant::radial) {
      fault = "`optimal` chooses among trajectories, and has no effect on variant = \"radial\"";
    } else if (options.optimal_from < options.trajectories) {
      fault = "optimal from " + std::to_string(options.optimal_from) +
              " candidates cannot choose " + std::to_string(options.trajectories) +
              " trajectories; take at least as many, better ten times as many";
    } else if (options.optimal_from > 10000) {
      fault = "optimal from " + std::to_string(options.optimal_from) +
              " candidates needs the distances of all pairs; take at most 10000";
    }
  }
  return fault;
}

Warnings warnings(const MorrisSampling& options) {
  if (options.variant == MorrisVariant::trajectory && options.levels == 2) {
    return {{"W070",
             "levels = 2 sees the corners only: what bends in between, such as x^2, looks "
             "straight; levels = 4 sees it"}};
  }
  return {};
}

MorrisDesign morris(const std::vector<MorrisInput>& inputs,
                    const Grouping& groups,
                    const MorrisSampling& asked,
                    Seed seed) {
  check(inputs, groups, asked);
  const MorrisSampling options = as_used(asked);
  if (options.variant == MorrisVariant::radial) {
    return radial(inputs, groups, options, seed);
  }
  const Index count = std::max(options.optimal_from, options.trajectories);
  MorrisDesign all = trajectories(count, inputs, groups, options, seed, &grid_move);
  if (count == options.trajectories) {
    return all;
  }
  MorrisDesign best =
      chosen_trajectories(all, most_spread(trajectory_distances(all), options.trajectories));
  best.chosen = true;
  return best;
}

Index aliasing_trajectory_count(const MorrisSampling& asked) {
  const MorrisSampling options = as_used(asked);
  if (!options.aliasing_check) {
    return 0;
  }
  return std::max((options.trajectories + 1) / 2, std::min(options.trajectories, Index{10}));
}

MorrisDesign aliasing_trajectories(const std::vector<MorrisInput>& inputs,
                                   const Grouping& groups,
                                   const MorrisSampling& options,
                                   Seed seed) {
  check(inputs, groups, options);
  return trajectories(
      aliasing_trajectory_count(options), inputs, groups, as_used(options), seed, &off_grid_move);
}

MorrisDesign chosen_trajectories(const MorrisDesign& all, const std::vector<Index>& chosen) {
  MorrisDesign design = all;
  design.start = all.start(chosen, Eigen::all);
  design.target = all.target(chosen, Eigen::all);
  design.order = all.order(chosen, Eigen::all);
  return design;
}

}  // namespace uq::samplers
