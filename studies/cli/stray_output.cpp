#include "studies/cli/stray_output.hpp"

#include "studies/file/diagnostic.hpp"
#include "studies/workers/pool.hpp"
#include "uq/core/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace uq::studies {

void report(const perfmodels::StrayOutput& written) {
  if (written.bytes == 0) {
    return;
  }
  Diagnostics diagnostics;
  Diagnostic& warning = diagnostics.warning(
      "W050",
      fmt::format("the plugin wrote {}{} bytes to standard output, which is for results: they were "
                  "left out",
                  written.full ? "more than " : "",
                  written.bytes),
      {});
  warning.notes = {"its first line: " + written.first_line,
                   "help: let it print to stderr, or explain rows with message()"};
  fmt::print(stderr, "{}\n", render(warning, ""));
}

void report_workers(const Study& study) {
  const std::vector<std::string> remarks =
      study.workers ? study.workers->remarks() : std::vector<std::string>{};
  if (remarks.empty()) {
    return;
  }
  Diagnostics diagnostics;
  Diagnostic& warning = diagnostics.warning(
      "W160", "the model's processes left traces, none of which touch the results", {});
  for (const std::string& remark : remarks) {
    warning.notes.push_back("it " + remark);
  }
  fmt::print(stderr, "{}\n", render(warning, ""));
}

void end_results() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw IoError(std::string("standard output: cannot be written: ") + std::strerror(errno));
  }
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) {
    ::dup2(nowhere, STDOUT_FILENO);
    ::close(nowhere);
  }
}

}  // namespace uq::studies
