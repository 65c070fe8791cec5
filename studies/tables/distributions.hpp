#pragma once

#include "studies/file/node.hpp"
#include "uq/core/variable.hpp"
#include "uq/distributions/distribution.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// One law of the study file: its name and keys.
struct LawInfo {
  std::string name;
  std::vector<std::string> keys;  ///< of all its sets of parameters, each once
  std::string doc;
};
const std::vector<LawInfo>& laws();

/// A law as read, and where its values come from when that is a file.
struct ReadLaw {
  Distribution law;
  std::string source;  ///< "runs.csv, column clock", else empty
};

/// Reads `{ dist = "…", … }` (dist, parameters, truncate; `nominal` and `doc` are the caller's and
/// ignored here) for an input, in its unit; dimensionless parameters (sd_log, gsd, weights, rel_sd,
/// shape, df …) take plain numbers only, mean_log is ln of the value in that unit. Inputs that take
/// categories, whole numbers or 0 and 1 accept only laws that give such values. Reports everything
/// that is wrong, empty when anything is.
/// @param folder of the study file, which paths are relative to
std::optional<ReadLaw> read_law(const Node& table,
                                const InputVariable& input,
                                const std::string& folder,
                                Diagnostics&);

/// The law as JSON text {"dist": …}: what /inputs/distribution stores. Of an empirical law with
/// more than 1000 values only their number and extremes.
std::string to_json(const Distribution&);
/// Short text such as "truncnormal(mean 0.84, sd 0.044) on [0.7, 0.97]" for tables.
std::string to_text(const Distribution&);

}  // namespace uq::studies
