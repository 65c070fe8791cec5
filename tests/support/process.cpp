#include "tests/support/process.hpp"

#include "tests/support/paths.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace uq::test {

namespace {

std::string slurp(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

}  // namespace

ProcessResult run_uq(const std::string& folder, const std::vector<std::string>& arguments) {
  const TemporaryFolder streams;
  const std::string out = streams.path() + "/out";
  const std::string err = streams.path() + "/err";
  const std::string executable = program();
  const pid_t child = fork();
  if (child == 0) {
    std::vector<char*> argv{const_cast<char*>("uq")};
    for (const std::string& argument : arguments) {
      argv.push_back(const_cast<char*>(argument.c_str()));
    }
    argv.push_back(nullptr);
    const int out_file = open(out.c_str(), O_WRONLY | O_CREAT, 0600);
    const int err_file = open(err.c_str(), O_WRONLY | O_CREAT, 0600);
    if (chdir(folder.c_str()) != 0 || dup2(out_file, 1) < 0 || dup2(err_file, 2) < 0) {
      _exit(126);
    }
    execv(executable.c_str(), argv.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          slurp(out),
          slurp(err),
          1024 * static_cast<double>(usage.ru_maxrss)};
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "uq_test_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("cannot make " + name);
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path_ + "/" + name, std::ios::binary) << text;
  return name;
}

std::string TemporaryFolder::read(const std::string& name) const {
  return slurp(path_ + "/" + name);
}

bool TemporaryFolder::has(const std::string& name) const {
  return std::filesystem::exists(path_ + "/" + name);
}

}  // namespace uq::test
