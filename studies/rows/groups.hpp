#pragma once

#include "studies/rows/erase.hpp"
#include "studies/rows/method.hpp"
#include "uq/core/grouping.hpp"

#include <optional>

namespace uq::studies {

/// The option `groups`, for `uq describe`.
OptionInfo groups_option();

/// `groups` of an analysis. Positions are those at reading; by the time it runs a screen may have
/// dropped inputs, so inputs go by name.
struct NamedGroups {
  Grouping groups;                  ///< over `inputs`
  std::vector<std::string> inputs;  ///< of the analysis as read
};

/// The groups over the inputs of `problem`, which may be fewer than those the study groups; groups
/// without an input left go.
std::optional<Grouping> groups_within(const std::optional<NamedGroups>&, const Problem& problem);

/// Reads `groups = { memory = ["eta_memory", "hbm_bw"] }`: a partition of the analysis' inputs;
/// those not listed are groups of one under their own names. Groups come in the order of their
/// first members. Empty without the key.
std::optional<NamedGroups> read_groups(const Node& table,
                                       const Scope& scope,
                                       Diagnostics& diagnostics);

/// The dimension `group`, which results have in place of `input`, and `group2`.
AxisDimensions group_axes(const Grouping&);

/// Adds members(group): the names of each group's inputs, comma-separated.
void add_members(Dataset&, const Grouping&, const Problem&);

/// The groups as an attribute: "memory: eta_memory, hbm_bw"; those that are left, or as read.
Attributes used_groups(const std::optional<Grouping>&, const Problem&);
Attributes used_groups(const std::optional<NamedGroups>&);

}  // namespace uq::studies
