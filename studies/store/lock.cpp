#include "studies/store/posix.hpp"
#include "studies/store/store.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <string>

namespace uq::studies {

std::string run_folder(const std::string& path) {
  return (path.ends_with(".h5") ? path.substr(0, path.size() - 3) : path) + ".uq";
}

namespace {

// The owner removes the lock file when it ends; who opened it just before that holds a lock on a
// file nobody else will find, and must try again.
bool is_still_at(const std::string& path, int descriptor) {
  struct stat opened{};
  struct stat found{};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &found) == 0 &&
         opened.st_ino == found.st_ino && opened.st_dev == found.st_dev;
}

[[noreturn]] void refuse_second_run(const std::string& path, int descriptor) {
  std::string owner(32, '\0');
  const ssize_t size = ::pread(descriptor, owner.data(), owner.size(), 0);
  owner.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  throw IoError(path + ": another run is writing this output" +
                (owner.empty() ? "" : " (process " + owner + ")") +
                "; wait for it, or write elsewhere with -o FILE");
}

Descriptor lock_in(const std::string& folder, const std::string& path) {
  const std::string name = folder + "/lock";
  constexpr int attempts = 100;  // each needs another run to end at the same moment
  for (int attempt = 0; attempt < attempts; ++attempt) {
    if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) {
      throw_errno(path, "cannot be written: no folder " + folder);
    }
    Descriptor file(::open(name.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (file.get() < 0 && errno == ENOENT) {
      continue;
    }
    if (file.get() < 0) {
      throw_errno(path, "cannot be written: no lock " + name);
    }
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) {
        refuse_second_run(path, file.get());
      }
      throw_errno(path, "its file system has no locks; write elsewhere with -o FILE");
    }
    if (is_still_at(name, file.get())) {
      return file;
    }
  }
  throw IoError(path + ": the lock " + name + " keeps vanishing");
}

// Only what is empty: a journal or work folders stay.
void remove_lock(const std::string& folder) {
  ::unlink((folder + "/lock").c_str());
  ::rmdir(folder.c_str());
}

}  // namespace

OutputLock::OutputLock(const std::string& path, bool force) : folder_(run_folder(path)) {
  expect_file_path(path);
  Descriptor file = lock_in(folder_, path);
  std::error_code ignored;
  const bool refused = !force && std::filesystem::exists(path, ignored);
  const bool writable = ::access(folder_of(path).c_str(), W_OK | X_OK) == 0;
  if (refused || !writable) {
    const int reason = errno;
    remove_lock(folder_);
    if (refused) {
      throw IoError(path +
                    ": exists already; replace it with --force, or write elsewhere with -o FILE");
    }
    errno = reason;
    throw_errno(path, "cannot be written");
  }
  const std::string owner = std::to_string(::getpid());
  if (::ftruncate(file.get(), 0) != 0 || ::pwrite(file.get(), owner.data(), owner.size(), 0) < 0) {
    const int reason = errno;
    remove_lock(folder_);
    errno = reason;
    throw_errno(path, "cannot be written");
  }
  descriptor_ = file.release();
}

OutputLock::~OutputLock() {
  remove_lock(folder_);
  ::close(descriptor_);
}

}  // namespace uq::studies
