#pragma once

#include <optional>
#include <string>
#include <vector>

#include "studies/file/node.hpp"
#include "uq/distributions/distribution.hpp"

namespace uq::studies {

/// One law of the study file: its name and keys.
struct LawInfo {
  std::string name;
  std::vector<std::string> keys;  ///< as a user writes them; "mean sd | mean_log sd_log | median gsd" alternatives listed flat
  std::string doc;
};
const std::vector<LawInfo>& laws();

/// Reads `{ dist = "…", … }` (dist, parameters, truncate; `nominal`, `unit`, `doc` are the caller's and
/// ignored here) in the given unit; dimensionless parameters (sd_log, gsd, weights, rel_sd) take plain numbers
/// only, mean_log is ln of the value in `unit`. Reports everything that is wrong, empty when anything is.
std::optional<Distribution> read_law(const Node& table, const std::string& input, const std::string& unit,
                                     Diagnostics&);

/// The law as JSON text {"dist": …}: what /inputs/distribution stores.
std::string to_json(const Distribution&);
/// Short text such as "truncnormal(mean 0.84, sd 0.044) on [0.7, 0.97]" for tables.
std::string to_text(const Distribution&);

}  // namespace uq::studies
