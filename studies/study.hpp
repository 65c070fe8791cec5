#pragma once

#include "perfmodels/plugin/load.hpp"
#include "studies/criteria/criterion.hpp"
#include "studies/file/diagnostic.hpp"
#include "studies/read/read_derived.hpp"
#include "studies/rows/method.hpp"
#include "studies/surrogates/stored_surrogate.hpp"
#include "studies/workers/policy.hpp"
#include "uq/core/problem.hpp"

#include <any>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace uq::studies {

class WorkerPool;

/// What a result is valid for; stored, printed, and obligatory for decisions.
struct Context {
  std::string workload, hardware, slo;
};

/// `inputs = { from = "NAME", keep = "…" }`: an earlier analysis chooses the inputs.
struct Screening {
  std::string from;
  Criterion keep;
  std::vector<std::string> unscreened = {};  ///< inputs that the screen does not vary
};

/// One [[analysis]], ready to run.
struct Analysis {
  std::string name;
  const Method* method;
  std::any options;
  Problem problem;  ///< the study's, narrowed to this analysis' inputs and outputs
  std::optional<std::uint64_t> seed;
  Place place;
  std::vector<Criterion> accept = {};
  std::optional<Screening> screening = {};  ///< its problem then holds all inputs it may get
  Attributes chosen = {};                   ///< why this method, of `method = "auto"`
  std::string on = {};  ///< analysis whose surrogate runs in the model's place; empty: the model
};

/// A model from a library the study names: what the provenance says of it.
struct ForeignModel {
  std::string file;  ///< its name, without folders
  std::string sha256;
  perfmodels::PluginTraits traits;
};

/// A model that is another program: what the provenance says of it.
struct ForeignProgram {
  std::vector<std::string> command;                        ///< as the study has it
  std::vector<std::pair<std::string, std::string>> files;  ///< words that are files: name, SHA-256
  std::string digest;                                      ///< of all that: what is trusted
};

/// The rows of a study whose model is a table.
struct GivenTable {
  std::string file;    ///< as the study names it
  std::string sha256;  ///< of its bytes
  std::shared_ptr<const Sample> sample;
  Matrix spearman;  ///< (d, d) of the rows whole in every uncertain input
};

/// The surrogate of an earlier result as a study's model.
struct StoredSurrogate {
  std::string file;  ///< as the study names it: "earlier.h5:NAME"
  LoadedSurrogate loaded;
  std::function<Model(Model)> before = {};  ///< puts [derived] before it; empty: there is none
};

/// [failures]: what becomes of evaluations that give no value.
struct FailurePolicy {
  MissingPolicy missing;       ///< the budget
  bool stop_at_first = false;  ///< on_failure = "stop"
  ProcessPolicy process;       ///< of models in processes of their own
};

enum class StoreSamples { automatic, yes, no };

/// A study as plain data: read, checked, its model built; nothing has been evaluated.
struct Study {
  std::string file;                    ///< as given
  std::string text;                    ///< exact bytes
  std::vector<std::string> overrides;  ///< of --set
  std::string name;
  std::string output;  ///< result file, relative to the current folder
  std::optional<std::uint64_t> seed;
  Context context;
  std::string model_text;  ///< "roofline_llm" or "expression", for headings
  std::optional<ForeignModel> foreign;
  std::optional<ForeignProgram> program;
  std::shared_ptr<WorkerPool> workers;            ///< when the model runs in processes of its own
  std::optional<GivenTable> table;                ///< when the model is one
  std::optional<StoredSurrogate> surrogate = {};  ///< when the model is one
  Problem problem;
  std::vector<DerivedInput> derived;
  std::vector<WrittenCorrelation> correlations;
  std::vector<Analysis> analyses;
  FailurePolicy failures;
  StoreSamples store_samples = StoreSamples::automatic;
  std::vector<Diagnostic> warnings;
};

}  // namespace uq::studies
