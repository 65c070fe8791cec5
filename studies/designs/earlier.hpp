#pragma once

#include "samplers/independent.hpp"
#include "studies/designs/placing.hpp"
#include "studies/rows/method.hpp"
#include "uq/core/seed.hpp"
#include "uq/core/types.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// Rows that are there already, and the stream they were drawn from.
struct EarlierRows {
  std::vector<std::string> inputs;  ///< of the columns of x
  Matrix x;                         ///< (n, inputs), in the inputs' units: all there have been
  Seed stream{0};
};

/// The sample that `extends` names, as far as it is known before the run.
struct Earlier {
  std::string name;      ///< as the study writes it
  bool in_study = true;  ///< an analysis of the same study, else "FILE.h5:ANALYSIS"
  Placing sampler = Placing::lhs;
  samplers::Scramble scramble = samplers::Scramble::lms;
  Index rows = 0;                          ///< its own and those it extends itself
  std::vector<std::string> inputs;         ///< in the order of its columns
  std::optional<EarlierRows> stored = {};  ///< of a file
};

/// Reads `extends`. Reports a sample that is not there or is none of `sample` (U494), and one whose
/// inputs or laws are others (U495). Empty: absent or faulty.
std::optional<Earlier> read_earlier(const Node& table, const Scope&, Diagnostics&);

/// The rows an analysis extends, of the file or of the analysis that has run.
EarlierRows earlier_rows(const Earlier&, const RunContext&);

/// Rows of a sample as those a later one extends.
EarlierRows rows_of(const Sample&);

/// Positions of `names` among the problem's inputs. @throws StudyError U495 naming those that only
/// one of them has.
std::vector<Index> positions_of(const std::vector<std::string>& names, const Problem&);

}  // namespace uq::studies
