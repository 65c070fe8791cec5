#include "studies/cli/commands.hpp"
#include "studies/report/export.hpp"
#include "studies/store/store.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace uq::studies {

int export_command(const ExportArguments& arguments) {
  const std::vector<TextFile> files = export_files(read_untrusted(arguments.file));
  write_export(files, arguments.folder, arguments.force);
  for (const TextFile& file : files) {
    fmt::print("{}/{}\n", arguments.folder, file.name);
  }
  return 0;
}

}  // namespace uq::studies
