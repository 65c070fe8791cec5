#include "studies/store/posix.hpp"

#include "uq/core/error.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace uq::studies {

void throw_errno(const std::string& path, const std::string& what) {
  throw IoError(path + ": " + what + ": " + std::strerror(errno));
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

void expect_file_path(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::path(path).filename().empty() ||
      std::filesystem::is_directory(path, ignored)) {
    throw IoError(path + ": a folder, not a file to write");
  }
  // A device or pipe would be replaced by a file of its name, not written to.
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw IoError(path + ": not a regular file; write elsewhere with -o FILE");
  }
  if (!std::filesystem::is_directory(folder_of(path), ignored)) {
    throw IoError(path + ": cannot be written: there is no folder " + folder_of(path));
  }
}

}  // namespace uq::studies
