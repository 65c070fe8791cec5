#include "uq/core/morris_design.hpp"

#include <cmath>
#include <string>

namespace uq {
namespace {

double input_step(const MorrisDesign& design, Index trajectory, Index input) {
  const double step = design.target(trajectory, input) - design.start(trajectory, input);
  const bool category = design.unordered[static_cast<std::size_t>(input)] != 0;
  return category && step != 0 ? 1 : step;
}

}  // namespace

double MorrisDesign::step(Index trajectory, Index group) const {
  const auto& members = groups.members[static_cast<std::size_t>(group)];
  if (members.size() == 1) {
    return input_step(*this, trajectory, members.front());
  }
  double sum = 0;
  for (const Index input : members) {
    sum += std::abs(input_step(*this, trajectory, input));
  }
  return sum / static_cast<double>(members.size());
}

bool MorrisDesign::is_signed(Index group) const {
  const auto& members = groups.members[static_cast<std::size_t>(group)];
  return members.size() == 1 && unordered[static_cast<std::size_t>(members.front())] == 0;
}

Vector MorrisDesign::point(Index trajectory, Index evaluation) const {
  Vector at = start.row(trajectory);
  for (Index g = 0; g < groups.size(); ++g) {
    if (has_moved(trajectory, g, evaluation)) {
      for (const Index input : groups.members[static_cast<std::size_t>(g)]) {
        at[input] = target(trajectory, input);
      }
    }
  }
  return at;
}

std::string fault(const MorrisDesign& design) {
  const Index r = design.trajectories();
  const Index d = design.dims();
  if (r < 1 || d < 1) {
    return std::to_string(r) + " trajectories of " + std::to_string(d) +
           " inputs, required is at least one of each";
  }
  if (design.target.rows() != r || design.target.cols() != d || design.order.rows() != r ||
      design.order.cols() != design.groups.size() ||
      static_cast<Index>(design.unordered.size()) != d) {
    return "a trajectory design whose arrays differ in shape";
  }
  return fault(design.groups, d);
}

}  // namespace uq
