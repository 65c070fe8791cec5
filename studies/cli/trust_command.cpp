#include "studies/cli/plugin_commands.hpp"
#include "studies/foreign/trusted.hpp"
#include "uq/core/error.hpp"

#include <fmt/format.h>

namespace uq::studies {

namespace {

void print(const TrustedFile& file) {
  fmt::print("{}  {}  {}\n", file.sha256, file.date, file.path);
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
    print(trust(list, arguments.file));
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
