#include "studies/cli/plugin_commands.hpp"
#include "studies/foreign/program_files.hpp"
#include "studies/foreign/trusted.hpp"
#include "studies/read/read_study.hpp"
#include "uq/core/error.hpp"

#include <fmt/format.h>

namespace uq::studies {

namespace {

void print(const TrustedFile& file) {
  fmt::print("{}  {}  {}\n", file.sha256, file.date, file.path);
}

/// Trusts the command that a study names, and says what that is.
TrustedFile trust_command_of(const std::string& list, const std::string& file) {
  const CheckedStudy checked = check_study(read_file(file), file);
  if (!checked.study || !checked.study->program) {
    throw IoError(file + ": names no command; trust a plugin by its own file");
  }
  const ForeignProgram& program = *checked.study->program;
  fmt::print(stderr, "the command is {}\n", command_text(program.command));
  for (const auto& [name, sha256] : program.files) {
    fmt::print(stderr, "  {}  {}\n", sha256, name);
  }
  return trust(list, file, program.digest);
}

}  // namespace

int trust_command(const TrustArguments& arguments) {
  const std::string list = trusted_list();
  if (arguments.list) {
    for (const TrustedFile& file : read_trusted(list)) {
      print(file);
    }
    return 0;
  }
  expects(!arguments.file.empty(), "FILE or --list is needed", "trust");
  if (!arguments.remove) {
    print(arguments.file.ends_with(".toml") ? trust_command_of(list, arguments.file)
                                            : trust(list, arguments.file));
    return 0;
  }
  const TrustedFiles removed = distrust(list, arguments.file);
  expects(
      !removed.empty(), "`" + arguments.file + "` is not trusted; see --list", "trust --remove");
  for (const TrustedFile& file : removed) {
    fmt::print("no longer trusted: ");
    print(file);
  }
  return 0;
}

}  // namespace uq::studies
