#pragma once

#include "studies/read/table_file.hpp"
#include "studies/surrogates/kinds.hpp"

#include <any>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// `grow = { add = 20, max_n = 240 }`.
struct Growth {
  Index add = 0;
  Index max_n = 0;
};

/// One entry of `data`.
struct SurrogateSource {
  std::string name;  ///< an analysis of the study, "table", or "earlier.h5:ANALYSIS"
  std::shared_ptr<const TableFile> stored = {};  ///< of the last kind
};

/// An analysis of method surrogate as the study writes it.
struct SurrogateStudy {
  std::vector<SurrogateSource> data;
  const SurrogateKind* kind = nullptr;
  bool automatic = false;        ///< `kind` was chosen here
  std::any fit;                  ///< options of the kind
  std::vector<std::string> log;  ///< outputs whose logarithm is fitted
  double q2_min = 0.9;
  std::optional<Growth> grow;

  /// The sample that `grow` extends: the last one of the study's own; empty: none.
  std::string grown() const;
};

std::vector<OptionInfo> surrogate_options();
SurrogateStudy read_surrogate(const Node& table, const Scope&, Diagnostics&);
Attributes used_surrogate(const SurrogateStudy&);

}  // namespace uq::studies
