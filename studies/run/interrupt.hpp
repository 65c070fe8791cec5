#pragma once

#include "uq/core/error.hpp"

#include <string>

namespace uq::studies {

/// SIGINT or SIGTERM asked the run to stop; exit code 130.
struct Interrupted : EndsEvaluation {
  std::string kept = {};  ///< what the run has left, and how to go on with it
};

/// Whether a signal has asked the run to stop; for code that looks now and then, on any thread.
bool interruption_asked();

/// While it lives, the first SIGINT or SIGTERM only asks to stop, so that the run can release its
/// lock; a second one kills. Guards may nest: a batch holds one around those of its runs.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// @throws Interrupted when one has arrived
  void check() const;
};

}  // namespace uq::studies
