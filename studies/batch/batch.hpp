#pragma once

#include "studies/read/read_study.hpp"

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// Most studies a batch may stand for: a slip in a matrix is refused before anything runs.
inline constexpr std::size_t most_studies = 10'000;

/// One study of a batch: an ordinary study file with overrides. Nothing of it but its bytes has
/// been read.
struct BatchStudy {
  std::string label;                             ///< "base.toml (gpu = H100-SXM)", for tables
  std::string file = {};                         ///< relative to the current folder
  std::shared_ptr<const std::string> text = {};  ///< exact bytes, shared by the combinations
  std::vector<Override> overrides = {};          ///< matrix, then `set`, then the command line
  std::string output = {};                       ///< relative to the current folder; empty: its own
  std::optional<Place> included = {};            ///< the [[include]] it comes from
  std::exception_ptr fault = {};                 ///< why it cannot be read; the others still run
};

/// Whether a file is a batch: a file of `format` and [[include]] entries.
bool is_batch(const std::string& text, const std::string& file);

/// The studies that files of the command line stand for, in their order: a study file is one, a
/// batch file one for each combination of its matrices (product, the last key fastest). What cannot
/// be read stands there with its fault.
/// @param set `key=value` of --set, for every study, after what the batch sets
/// @throws StudyError where `set` names a key that a batch gives its values (U463)
std::vector<BatchStudy> studies_of(const std::vector<std::string>& files,
                                   const std::vector<std::string>& set);

/// The studies of one batch file. @throws StudyError with every problem of the file
std::vector<BatchStudy> read_batch(const std::string& text, const std::string& file);

/// The diagnostics of an included study, each with a note of who includes it.
std::vector<Diagnostic> with_origin(std::vector<Diagnostic> diagnostics, const BatchStudy& study);

/// Refuses a batch in which two studies write the same file, or one writes over a file that the
/// batch reads. @param outputs of each study; empty: not known
/// @param values files each study takes values from
/// @throws StudyError naming both, before anything runs
void expect_own_outputs(const std::vector<BatchStudy>& studies,
                        const std::vector<std::string>& outputs,
                        const std::vector<std::vector<std::string>>& values,
                        const std::vector<std::string>& files);

}  // namespace uq::studies
