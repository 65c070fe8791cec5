#pragma once

#include "studies/file/bind.hpp"
#include "studies/rows/expected.hpp"
#include "studies/store/dataset.hpp"
#include "uq/core/design.hpp"
#include "uq/core/evaluate.hpp"
#include "uq/core/missing.hpp"
#include "uq/core/problem.hpp"
#include "uq/core/seed.hpp"
#include "uq/core/warning.hpp"

#include <any>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace uq::studies {

/// What an analysis costs before it runs; doubles, so that absurd sizes overflow nothing.
struct Cost {
  double evaluations = 0;
  double bytes = 0;            ///< memory at its peak, beyond the program itself and stored samples
  double sample = 0;           ///< bytes of its sample in the file, if it is stored
  bool always_stored = false;  ///< whatever its size, unless the study stores no samples
  double kept_rows = 0;        ///< rows it leaves to later analyses, if one asks for them
  double kept_bytes = 0;       ///< memory these take from then on
};

/// One pair of [correlation], as written.
struct WrittenCorrelation {
  std::string first, second;
  double value;
  std::string kind;  ///< "spearman" or "pearson"
  Place place;
};

struct Method;
struct Analysis;

/// Another analysis of the same study, as far as it is known while options are read.
struct NamedAnalysis {
  std::string name;
  const Method* method;
  const Analysis* analysis = nullptr;  ///< when it has been read already
};

/// What an analysis may look up while its options are read.
struct Scope {
  const Problem& problem;                               ///< its uncertain inputs and outputs
  const std::vector<WrittenCorrelation>& correlations;  ///< of the study
  const std::vector<NamedAnalysis>& analyses;  ///< all of the study, this one too, in file order
  bool has_table = false;  ///< the study's model is a table: its rows are the sample `table_name`
};

/// What the sample of a table is called where analyses are named.
inline constexpr const char* table_name = "table";

/// Evaluated points an analysis leaves to later ones: rows of the inputs' joint law (of a Saltelli
/// design A and B) with their outputs, in the units of the problem.
struct Sample {
  Problem problem;        ///< the inputs, in the order of x, and the outputs, in the order of y
  Matrix x;               ///< (n, d)
  std::vector<Vector> y;  ///< per output (n): NaN where there is no value
  std::vector<RowStatus> status;  ///< n
  PointKind kind = PointKind::monte_carlo;
  Index replicates = 1;
  std::string no_draws = {};  ///< why its rows are no draws of that law (a grid), else empty
  Matrix before = {};         ///< (n0, d): of `sample`, the rows it extends
  std::uint64_t stream = 0;   ///< of `sample`: the seed of its points
  Vector weights = {};        ///< (n) of a quadrature rule; empty: all rows count alike
};

/// An analysis that has run, for those that build on it.
struct Finished {
  std::string name;
  const Method* method;
  std::shared_ptr<const Dataset> results;  ///< its own group
  std::shared_ptr<const Sample> sample;    ///< null unless asked for and the method leaves one
};

/// What an analysis needs to run beside its options.
struct RunContext {
  Seed seed;
  EvaluateOptions evaluate;
  double store_limit = 0;  ///< bytes of samples that are still stored
  MissingPolicy missing = {};
  bool keep_sample = false;  ///< whether a later analysis asks for this one's sample
  /// An analysis named by `Method::builds_on`, or by the study, that has run before.
  std::function<const Finished&(const std::string& name)> finished = {};
};

/// What an analysis leaves: groups for the file (the first is its own, path "" until the caller
/// names it; a second one with path "samples" holds the samples), and the counts the run sums up.
struct AnalysisResult {
  std::vector<Dataset> groups;
  Index evaluations = 0;
  Index failures = 0;
  bool withheld = false;  ///< failed evaluations left an output without results: exit code 3
  Warnings warnings;
  std::shared_ptr<const Sample> sample = {};  ///< when `RunContext::keep_sample` asks for it
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
  /// Names of the analyses whose samples it works on, which run first; null: none.
  std::vector<std::string> (*builds_on)(const std::any& options) = nullptr;
  bool leaves_sample = false;  ///< whether later analyses can work on its sample
  /// Why it leaves none with these options, else empty; null: it always does if `leaves_sample`.
  std::string (*no_sample)(const std::any& options) = nullptr;
  /// Why its rows are no draws of the inputs' law with these options, else empty; null: they are.
  std::string (*no_draws)(const std::any& options) = nullptr;
  bool needs_draws = false;      ///< what it says of a sample rests on rows drawn from that law
  bool works_on_sample = false;  ///< evaluates nothing: `builds_on` names the sample it works on
  /// Memory it works with on a sample of that many rows; null: none worth counting.
  double (*bytes_on_sample)(const std::any& options, const Problem&, double rows) = nullptr;
  /// The result as far as it is known before the run: its dimensions, variables and units, without
  /// numbers. What criteria are read against.
  Dataset (*outline)(const std::any& options, const Problem&) = nullptr;
  /// How wide its intervals will be; null: nothing is known before the run.
  std::vector<Expected> (*expected)(const Attributes& used) = nullptr;
};

}  // namespace uq::studies
