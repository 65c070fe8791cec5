#include "studies/store/publish.hpp"

#include "studies/store/posix.hpp"
#include "uq/core/error.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace uq::studies {

namespace {

// Hidden and beside the target: rename is atomic only within one file system.
std::string temporary_name(const std::string& path) {
  std::uint64_t random = 0;
  if (::getrandom(&random, sizeof random, 0) != sizeof random) {
    throw_errno(path, "no random name for the temporary file");
  }
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(random));
  const std::string name = std::filesystem::path(path).filename().string();
  return folder_of(path) + "/." + name + "." + digits.data() + ".tmp";
}

// umask(2) can only be read by changing it for every thread; the kernel also tells it here.
mode_t file_mode() {
  std::ifstream status("/proc/self/status");
  mode_t mask = 022;
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("Umask:")) {
      mask = static_cast<mode_t>(std::stoul(line.substr(6), nullptr, 8));
    }
  }
  return 0666 & ~mask;
}

// Beyond this limit write(2) does not fail but kills the process by SIGXFSZ.
void expect_within_limit(const std::string& path, std::size_t size) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      size > limit.rlim_cur) {
    throw IoError(path + ": cannot be written: its " + std::to_string(size) +
                  " bytes exceed the limit of this process for a file (ulimit -f), " +
                  std::to_string(limit.rlim_cur) + " bytes");
  }
}

void write_all(int descriptor, std::span<const std::byte> bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) {
      throw_errno(path, "cannot be written");
    }
    bytes = bytes.subspan(written < 0 ? 0 : static_cast<std::size_t>(written));
  }
}

void sync_folder(const std::string& path) {
  const Descriptor folder(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems cannot fsync a folder and say EINVAL; they have no such state to lose.
  if (folder.get() < 0 || (::fsync(folder.get()) != 0 && errno != EINVAL)) {
    throw_errno(path, "written, but its folder cannot be synced to disk");
  }
}

// Removes the temporary unless it became the target.
struct Removal {
  std::string path;
  ~Removal() {
    if (!path.empty()) {
      ::unlink(path.c_str());
    }
  }
};

}  // namespace

void publish(const std::string& path,
             std::span<const std::byte> bytes,
             const std::function<void(const std::string& temporary)>& verify) {
  expect_file_path(path);
  expect_within_limit(path, bytes.size());
  const std::string temporary = temporary_name(path);
  Descriptor file(
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (file.get() < 0) {
    throw_errno(path, "cannot be written");
  }
  Removal removal{temporary};
  write_all(file.get(), bytes, path);
  if (::fchmod(file.get(), file_mode()) != 0 || ::fsync(file.get()) != 0) {
    throw_errno(path, "cannot be written");
  }
  // close(2) is where network file systems report what they could not store.
  if (::close(file.release()) != 0) {
    throw_errno(path, "cannot be written");
  }
  verify(temporary);
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    throw_errno(path, "cannot be replaced");
  }
  removal.path.clear();
  sync_folder(path);
}

}  // namespace uq::studies
