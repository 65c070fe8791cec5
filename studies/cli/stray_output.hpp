#pragma once

#include "perfmodels/plugin/output_guard.hpp"
#include "studies/study.hpp"

#include <utility>

namespace uq::studies {

/// Says on stderr (W050) that foreign code wrote to standard output, if it did. Not in the result:
/// how often a model is called, and so what it prints, depends on threads and blocks.
void report(const perfmodels::StrayOutput& written);

/// Says on stderr (W160) what the model's processes printed and changed, if they did; not in the
/// result for the same reason.
void report_workers(const Study&);

/// Flushes standard output and leads it nowhere from then on: what exit handlers of foreign code
/// print cannot follow the results. @throws IoError when results could not be written
void end_results();

/// Does work that may run foreign code, whose output cannot mix with results meanwhile.
template <class Work>
auto kept_apart(const Work& work, bool quiet = false) {
  perfmodels::OutputGuard guard;
  auto result = work();
  const perfmodels::StrayOutput written = guard.finish();
  if (!quiet) {
    report(written);
  }
  return result;
}

}  // namespace uq::studies
