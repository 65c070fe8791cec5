#pragma once

#include "studies/file/bind.hpp"
#include "studies/store/dataset.hpp"
#include "uq/core/evaluate.hpp"
#include "uq/core/problem.hpp"
#include "uq/core/seed.hpp"
#include "uq/core/warning.hpp"

#include <any>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace uq::studies {

/// What an analysis costs before it runs; doubles, so that absurd sizes overflow nothing.
struct Cost {
  double evaluations = 0;
  double bytes = 0;   ///< memory at its peak, beyond the program itself and stored samples
  double sample = 0;  ///< bytes of its sample in the file, if it is stored
};

/// One pair of [correlation], as written.
struct WrittenCorrelation {
  std::string first, second;
  double value;
  std::string kind;  ///< "spearman" or "pearson"
  Place place;
};

/// What an analysis may look up while its options are read.
struct Scope {
  const Problem& problem;  ///< its uncertain inputs and outputs
  const std::vector<WrittenCorrelation>& correlations;  ///< of the study
};

/// What an analysis needs to run beside its options.
struct RunContext {
  Seed seed;
  EvaluateOptions evaluate;
  double store_limit = 0;  ///< bytes of samples that are still stored
};

/// What an analysis leaves: groups for the file (the first is its own, path "" until the caller
/// names it; a second one with path "samples" holds the samples), and the counts the run sums up.
struct AnalysisResult {
  std::vector<Dataset> groups;
  Index evaluations = 0;
  Index failures = 0;
  bool withheld = false;  ///< failed evaluations left an output without results: exit code 3
  Warnings warnings;
};

/// One row of the method table: a method as the study file knows it.
struct Method {
  std::string_view name;
  std::string_view summary;
  std::string_view page;  ///< in docs/methods
  std::vector<OptionInfo> (*options)();
  /// Reads the options over their defaults and reports every problem.
  std::any (*bind)(const Node& table, const Scope&, Diagnostics&);
  /// The problem this analysis works on: the study's, less inputs its options take over (a sweep).
  Problem (*narrow)(const std::any& options, Problem);
  /// Every option as used, defaults included.
  Attributes (*used)(const std::any& options);
  Cost (*cost)(const std::any& options, const Problem&);
  AnalysisResult (*run)(const std::any& options, const Problem&, const RunContext&);
};

}  // namespace uq::studies
