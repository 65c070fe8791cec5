#include "studies/workers/worker_program.hpp"

#include "studies/workers/process.hpp"

#include <filesystem>

namespace uq::studies {

namespace {

// The kernel's link to the running program, even when its file has been replaced since.
std::string program = "/proc/self/exe";  // set once, before there are threads

}  // namespace

std::vector<std::string> worker_command_line(const std::vector<std::string>& prefix) {
  std::vector<std::string> words = prefix;
  if (prefix.empty()) {
    words.insert(words.end(),
                 {program, "worker", "--lifeline", std::to_string(lifeline_descriptor)});
  } else {
    words.insert(words.end(), {std::filesystem::canonical(program).string(), "worker"});
  }
  return words;
}

std::vector<std::string> worker_command_line(const std::vector<std::string>& prefix,
                                             const std::string& folder,
                                             const std::vector<std::string>& argv) {
  std::vector<std::string> words = worker_command_line(prefix);
  words.insert(words.end(), {"--folder", folder, "--"});
  words.insert(words.end(), argv.begin(), argv.end());
  return words;
}

void set_worker_program(const std::string& path) {
  program = path;
}

}  // namespace uq::studies
