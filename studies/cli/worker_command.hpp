#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace uq::studies {

struct WorkerArguments {
  int lifeline = -1;                 ///< descriptor whose closing kills the process; -1: none
  std::string folder;                ///< to run the command in
  std::vector<std::string> command;  ///< empty: a worker that speaks frames
};

/// `uq worker`: evaluates what an engine sends to its standard input; with a command, becomes that
/// program, tied to the engine's life and without core files. Not for people.
int worker_command(const WorkerArguments&);

}  // namespace uq::studies
