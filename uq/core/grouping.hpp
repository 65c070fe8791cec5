#pragma once

#include "uq/core/types.hpp"

#include <string>
#include <vector>

namespace uq {

/// A partition of a problem's inputs into groups that are varied together.
struct Grouping {
  std::vector<std::string> names;           ///< g
  std::vector<std::vector<Index>> members;  ///< g lists of input positions, each ascending

  Index size() const { return static_cast<Index>(names.size()); }
  bool operator==(const Grouping&) const = default;
};

/// Each input on its own, under its own name.
Grouping one_each(const std::vector<std::string>& inputs);

/// The groups over a subset of the inputs: positions become those within `kept`, groups left
/// without members go.
/// @param kept positions of the inputs that stay, in their new order
Grouping restricted(const Grouping&, const std::vector<Index>& kept);

/// What is wrong with the groups of `dims` inputs, else empty: an input in none or in two of them,
/// a group without members, two groups of one name.
std::string fault(const Grouping&, Index dims);

}  // namespace uq
