#pragma once

#include "samplers/saltelli.hpp"
#include "uq/core/describe.hpp"
#include "uq/core/morris_design.hpp"
#include "uq/core/seed.hpp"
#include "uq/core/warning.hpp"

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace uq::samplers {

enum class MorrisVariant { trajectory, radial };
constexpr std::array<std::string_view, 2> enum_names(MorrisVariant) {
  return {"trajectory", "radial"};
}

struct MorrisSampling {
  Index trajectories = 20;
  MorrisVariant variant = MorrisVariant::trajectory;
  Index levels = 4;
  Index step = 0;
  Index optimal_from = 0;  ///< candidates to choose the trajectories from; 0: no choice
  bool aliasing_check = true;
  Dependence dependence = Dependence::refuse;

  static constexpr auto fields() {
    return std::tuple{
        option(&MorrisSampling::trajectories,
               "trajectories",
               "trajectories; each costs an evaluation more than there are inputs (or groups)",
               {.lower = 1, .upper = 1e7}),
        option(&MorrisSampling::variant,
               "variant",
               "trajectory moves on from point to point, radial moves from the first point each "
               "time, to anywhere"),
        option(&MorrisSampling::levels,
               "levels",
               "even number of values a continuous input takes, of trajectory",
               {.lower = 2, .upper = 1e6}),
        option(&MorrisSampling::step,
               "step",
               "levels an input moves by, of trajectory; 0 means half of them",
               {.lower = 0, .upper = 1e6}),
        option(&MorrisSampling::aliasing_check,
               "aliasing_check",
               "move by a smaller step too, in half as many trajectories but at least 10, and "
               "compare; of trajectory"),
        option(&MorrisSampling::dependence,
               "dependence",
               "of correlated inputs: refuse, or ignore and move them independently")};
  }
};

/// What an input can do: the number of values of a discrete law, 0 for a continuous one, and
/// whether they have an order.
struct MorrisInput {
  Index values = 0;
  bool ordered = true;
};

/// The options as they take effect: `step` filled in, no aliasing check where there is none.
MorrisSampling as_used(MorrisSampling);

/// What the options break, as text that says what would work, else empty.
std::string fault(const MorrisSampling&);

/// W070: two levels see corners only.
Warnings warnings(const MorrisSampling&);

/// Trajectories on the grid of levels, or radial ones. A discrete input takes its own values: all
/// of them when they are no more than `levels`, else `levels` of them evenly spread; categories are
/// exchanged for any other one.
/// @param groups a partition of the inputs. @throws InvalidArgument with the text of `fault`.
/// @cost r (2 d + g) numbers in memory, with `optimal_from` M in addition M (4 d + 2 g) and M²
///   distances of (g + 1)² pairs of points each.
/// @source Morris (1991); Campolongo et al. (2011); docs/methods/morris.md Eq. 3.
MorrisDesign morris(const std::vector<MorrisInput>& inputs,
                    const Grouping& groups,
                    const MorrisSampling&,
                    Seed);

/// The trajectories of the aliasing check: off the grid, from anywhere, by another step.
/// @source docs/methods/morris.md Eq. 10.
MorrisDesign aliasing_trajectories(const std::vector<MorrisInput>& inputs,
                                   const Grouping& groups,
                                   const MorrisSampling&,
                                   Seed);
/// How many they are: 0 without a check.
Index aliasing_trajectory_count(const MorrisSampling&);

/// Distances between trajectories, (r, r): the sum of the Euclidean distances of all pairs of their
/// points. @source Campolongo, Cariboni, Saltelli (2007), Eq. 10; docs/methods/morris.md Eq. 4.
Matrix trajectory_distances(const MorrisDesign&);

/// `count` of the rows of a matrix of distances with the largest sum of squared distances: greedy
/// choices from each of several starts, each improved by exchanges until none helps (left out where
/// count times rows is more than a million: every exchange looks at all of these). Ascending.
/// @source Ruano et al. (2012), Environ. Model. Softw. 37 (greedy); docs/methods/morris.md Eq. 4.
std::vector<Index> most_spread(const Matrix& distances, Index count);
/// The plain greedy choice from the two trajectories that are furthest apart.
std::vector<Index> most_spread_greedy(const Matrix& distances, Index count);
/// Root of the sum of squared distances between the chosen ones.
double spread(const Matrix& distances, const std::vector<Index>& chosen);

/// Only the trajectories chosen, in that order.
MorrisDesign chosen_trajectories(const MorrisDesign&, const std::vector<Index>& chosen);

}  // namespace uq::samplers
