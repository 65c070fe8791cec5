#pragma once

#include "perfmodels/plugin/instance_detail.hpp"
#include "uq/core/types.hpp"

#include <map>
#include <string>
#include <vector>

namespace uq::perfmodels::plugin {

/// How the doubles of a batch lie in memory, in doubles.
struct Layout {
  const char* name;
  bool by_rows;         ///< a row is contiguous, else a column
  std::size_t step;     ///< between neighbours along that
  std::size_t padding;  ///< beyond the end of each row resp. column
};

/// What one call of evaluate() did, as the plugin wrote it.
struct Outcome {
  Matrix y;
  std::vector<uqpm_point_status> status;
  uqpm_status result = UQPM_OK;
  std::map<std::int64_t, std::string> messages;
  std::vector<std::string> faults;  ///< exceptions, writes elsewhere, FP environment, bad messages
  int cancel_questions = 0;

  /// Same status, and if it is ok the same bits; any NaN is as good as another.
  bool same_row(Index row, const Outcome& other, Index other_row) const;
  /// All rows and the result of the call.
  bool same_as(const Outcome& other) const;
  /// The first row in which they differ, -1: none.
  Index first_difference(const Outcome& other) const;
};

/// Calls evaluate() on rows laid out as asked, between guard values, without any help the host
/// gives in a run.
Outcome probe(const Instance& instance,
              const Matrix& x,
              const Layout& layout,
              int cancel_after = -1);

/// Columns, the layout of a run.
Outcome probe(const Instance& instance, const Matrix& x);

}  // namespace uq::perfmodels::plugin
