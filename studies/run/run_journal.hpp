#pragma once

#include "studies/journal/journal.hpp"
#include "studies/run/run.hpp"
#include "studies/study.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace uq::studies {

/// Where the journal of the run that writes `output` lies.
std::string journal_path(const std::string& output);

/// The evaluations of one run, on the disk while it is unfinished. To be made under the lock of the
/// output.
class RunJournal {
 public:
  /// @throws IoError when evaluations of an unfinished run lie there and it is not to be resumed,
  /// or they cannot be read; StudyError (U520) when they are not of this study
  RunJournal(const Study& study, const std::string& output, const RunOptions& options);

  /// The study's, that of the run that is resumed, or a fresh one.
  std::uint64_t seed() const { return seed_; }

  /// The study with its model behind the journal.
  const Study& study() const { return study_; }

  /// Everything on the disk; then what is kept and how to go on with it, empty when nothing is.
  std::string kept();

  /// The result is written: removes the journal, unless it is to stay.
  void end();

 private:
  Study study_;
  RunOptions options_;
  std::uint64_t seed_;
  std::shared_ptr<Journal> journal_;  // null for a table
};

}  // namespace uq::studies
