#pragma once

#include "uq/core/types.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// What becomes of rows whose process fails; [failures] of a study.
struct ProcessPolicy {
  double timeout = 0;          ///< seconds a row may take, 0: any time
  std::optional<int> retries;  ///< of a row that failed; empty: 1 after a signal, a timeout or want
                               ///< of memory, else 0. Never of nonfinite and infeasible rows
};

/// How and where worker processes are started; [run] of a study.
struct Launcher {
  std::vector<std::string> prefix;  ///< words before the worker's own; empty: on this machine
  Index workers = 0;                ///< 0: as many as threads
};

}  // namespace uq::studies
