#include "studies/cli/worker_command.hpp"

#include "studies/store/posix.hpp"
#include "studies/workers/plugin_worker.hpp"
#include "studies/workers/process.hpp"
#include "studies/workers/serve.hpp"

#include <unistd.h>

namespace uq::studies {

namespace {

[[noreturn]] void become(const std::vector<std::string>& command, const std::string& folder) {
  limit_process(0);
  if (!folder.empty() && ::chdir(folder.c_str()) != 0) {
    throw_errno(folder, "cannot be the working folder");
  }
  std::vector<char*> words;
  for (const std::string& word : command) {
    words.push_back(const_cast<char*>(word.c_str()));  // NOLINT: exec does not write
  }
  words.push_back(nullptr);
  ::execv(words[0], words.data());
  throw_errno(command.front(), "cannot be run");
}

}  // namespace

int worker_command(const WorkerArguments& arguments) {
  if (arguments.lifeline >= 0) {
    tie_to_lifeline(arguments.lifeline);
  }
  if (!arguments.command.empty()) {
    become(arguments.command, arguments.folder);
  }
  const int code = serve(take_standard_streams(), build_plugin);
  if (code != 0) {
    ::_exit(code);  // foreign code has closed what an orderly end needs
  }
  return 0;
}

}  // namespace uq::studies
