#include "studies/cli/commands.hpp"
#include "studies/cli/stray_output.hpp"
#include "studies/read/read_study.hpp"
#include "studies/run/ask.hpp"
#include "studies/store/publish.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <span>

namespace uq::studies {

int ask_command(const AskArguments& arguments) {
  set_threads(arguments.threads);
  const Consent consent = given_consent(arguments.allow_exec);
  const Study study = kept_apart([&] {
    return read_study(read_file(arguments.study), arguments.study, arguments.set, consent);
  });
  const std::string text = ask(study, arguments.analysis);
  if (arguments.output.empty()) {
    fmt::print("{}", text);
    return 0;
  }
  std::error_code ignored;
  if (!arguments.force &&
      std::filesystem::exists(std::filesystem::symlink_status(arguments.output, ignored))) {
    throw IoError(arguments.output +
                  ": exists already; replace it with --force, or name another file with -o");
  }
  publish(arguments.output, std::as_bytes(std::span(text)), [](const std::string&) {});
  fmt::print("{}\n", arguments.output);
  return 0;
}

}  // namespace uq::studies
