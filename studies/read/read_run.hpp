#pragma once

#include "studies/file/node.hpp"
#include "studies/read/read_options.hpp"
#include "studies/study.hpp"

#include <string>

namespace uq::studies {

/// Reads [failures]; reports every problem with its place.
FailurePolicy read_failures(const Node& root, Diagnostics& diagnostics);

/// What [run] says.
struct RunSection {
  StoreSamples store = StoreSamples::automatic;
  RunPlace place;
};

/// Reads [run]; reports every problem with its place.
RunSection read_run(const Node& root, Diagnostics& diagnostics);

/// A model of this kind runs in this process: that it should not, is reported.
void expect_no_processes(const std::string& kind, const RunPlace& place, Diagnostics& diagnostics);

}  // namespace uq::studies
