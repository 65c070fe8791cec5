#include "studies/cli/plugin_commands.hpp"
#include "studies/cli/plugin_template.hpp"
#include "studies/read/keys.hpp"
#include "uq/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace uq::studies {

namespace {

namespace fs = std::filesystem;

void check_name(const std::string& name) {
  // Targets CMake keeps for itself.
  static const std::array reserved{"all",
                                   "clean",
                                   "depend",
                                   "edit_cache",
                                   "help",
                                   "install",
                                   "package",
                                   "rebuild_cache",
                                   "test"};
  expects(is_identifier(name) && name.size() <= 60,
          "NAME is `" + name + "`, required is a letter, then letters, digits and _; at most 60",
          "new-plugin");
  expects(std::find(reserved.begin(), reserved.end(), name) == reserved.end(),
          "NAME is `" + name + "`, a name that CMake keeps for itself",
          "new-plugin");
}

/// The folder this program is installed below, or the build folder, which is laid out alike; empty
/// when there are no plugin headers there.
fs::path prefix() {
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  const fs::path folder = program.parent_path().parent_path();
  return !failed && fs::exists(folder / "include/uq_plugin.h", failed) ? folder : fs::path();
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  if (!(stream << text << std::flush)) {
    throw IoError(file.string() + ": cannot be written: " + std::strerror(errno));
  }
}

}  // namespace

int new_plugin_command(const NewPluginArguments& arguments) {
  const std::string& name = arguments.name;
  check_name(name);
  if (fs::exists(fs::symlink_status(name))) {
    throw IoError(name + ": exists already; choose another name or another folder");
  }
  const fs::path found = prefix();
  // CMake and compilers look there by themselves.
  const bool of_system = found.empty() || found == "/usr" || found == "/usr/local";
  PluginTemplate files = plugin_template(arguments.c);
  for (std::string* text : {&files.source, &files.cmake, &files.study}) {
    replace_all(*text, "@NAME@", name);
    replace_all(*text, "@HINTS@", of_system ? "" : " HINTS \"" + found.string() + "\"");
    replace_all(
        *text, "@INCLUDE@", found.empty() ? "FOLDER_OF_uq_plugin.h" : (found / "include").string());
  }
  const std::string source = name + (arguments.c ? ".c" : ".cpp");
  std::error_code failed;
  if (!fs::create_directory(name, failed)) {
    throw IoError(name + ": cannot be made: " + failed.message());
  }
  write(fs::path(name) / source, files.source);
  write(fs::path(name) / "CMakeLists.txt", files.cmake);
  write(fs::path(name) / "study.toml", files.study);
  fmt::print(
      "{0}/ holds {1}, CMakeLists.txt and study.toml; next:\n"
      "  cmake -S {0} -B {0}/build && cmake --build {0}/build\n"
      "  uq check-plugin {0}/build/lib{0}.so\n"
      "  uq run --allow-exec {0}/study.toml\n",
      name,
      source);
  return 0;
}

}  // namespace uq::studies
