#pragma once

#include "uq/core/design.hpp"
#include "uq/core/grouping.hpp"
#include "uq/core/types.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace uq {

/// Trajectories of a screening by elementary effects: g + 1 points each, between which every group
/// of inputs moves once, as one. Positions are on a scale from 0 to 1 between the ends of each
/// input; a step is a difference of positions.
/// @source Morris (1991), Technometrics 33; Campolongo, Saltelli, Cariboni (2011), Comput. Phys.
///   Commun. 182; docs/methods/morris.md Eq. 1.
struct MorrisDesign {
  using Order = Eigen::Matrix<std::int32_t, Eigen::Dynamic, Eigen::Dynamic>;

  Matrix start;                 ///< (r, d): position of each input before it moves
  Matrix target;                ///< (r, d): after
  Order order;                  ///< (r, g): how many groups move before this one
  bool radial = false;          ///< every group moves from the first point instead of the last one
  bool chosen = false;          ///< for their spread, out of more: no sample of all trajectories
  Grouping groups;              ///< of the d inputs; groups of one when nothing is grouped
  std::vector<char> unordered;  ///< (d): 1 for categories, whose moves have no direction

  Index trajectories() const { return start.rows(); }
  Index dims() const { return start.cols(); }
  Index evaluations() const { return groups.size() + 1; }  ///< of one trajectory

  /// Whether the group stands at its target at an evaluation.
  bool has_moved(Index trajectory, Index group, Index evaluation) const {
    const Index rank = order(trajectory, group);
    return radial ? rank + 1 == evaluation : rank < evaluation;
  }
  /// Evaluations before and after the move of a group.
  Index before(Index trajectory, Index group) const {
    return radial ? 0 : order(trajectory, group);
  }
  Index after(Index trajectory, Index group) const { return order(trajectory, group) + Index{1}; }
  /// Signed step of a group of one (1 between categories), else the mean size of its members'
  /// steps.
  double step(Index trajectory, Index group) const;
  /// Whether effects of the group have a sign: a single input that is no category.
  bool is_signed(Index group) const;
  /// Positions of all inputs at one evaluation of a trajectory, (d).
  Vector point(Index trajectory, Index evaluation) const;
};

/// What contradicts itself in a design, else empty.
std::string fault(const MorrisDesign&);

}  // namespace uq
