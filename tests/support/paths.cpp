#include "tests/support/paths.hpp"

#include <cstdlib>
#include <filesystem>

namespace uq::test {

std::string source_dir() { return UQ_SOURCE_DIR; }
std::string program() { return UQ_PROGRAM; }

std::string data_dir() {
  const char* set = std::getenv("UQ_DATA");
  const std::string folder = set != nullptr ? set : source_dir() + "/../shared/data";
  return std::filesystem::is_directory(folder) ? folder : "";
}

}  // namespace uq::test
