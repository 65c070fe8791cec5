#include "studies/journal/file_calls.hpp"

#include "studies/store/posix.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <utility>

namespace uq::studies {

namespace {

// Beyond RLIMIT_FSIZE write(2) first sends SIGXFSZ, which kills. It is held back for this thread
// and taken away again; to ignore it for the process would pass on to every program it starts.
ssize_t write_without_signal(int descriptor, std::span<const std::byte> bytes) {
  sigset_t limit;
  sigset_t before;
  sigemptyset(&limit);
  sigaddset(&limit, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &limit, &before);
  const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
  const int reason = errno;
  if (written < 0 && reason == EFBIG) {
    const timespec at_once{};
    sigtimedwait(&limit, nullptr, &at_once);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = reason;
  return written;
}

std::int64_t size_of(int descriptor) {
  struct stat status{};
  return ::fstat(descriptor, &status) == 0 ? status.st_size : -1;
}

bool is_at(int descriptor, const std::string& path) {
  struct stat opened{};
  struct stat found{};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &found) == 0 &&
         opened.st_ino == found.st_ino && opened.st_dev == found.st_dev;
}

// Some file systems cannot refuse to replace; there the lock of the output alone keeps two apart.
int rename_new(const std::string& from, const std::string& to) {
  const int done = ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
  return done != 0 && errno == EINVAL ? ::rename(from.c_str(), to.c_str()) : done;
}

int sync_folder(const std::string& path) {
  const Descriptor folder(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems cannot fsync a folder and say EINVAL; they have no such state to lose.
  return folder.get() < 0 || (::fsync(folder.get()) != 0 && errno != EINVAL) ? -1 : 0;
}

template <class Call>
auto uninterrupted(const Call& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) {
    result = call();
  }
  return result;
}

}  // namespace

const FileCalls& system_calls() {
  static const FileCalls calls{
      .open = [](const std::string& path,
                 int flags,
                 mode_t mode) { return ::open(path.c_str(), flags, mode); },
      .close = [](int descriptor) { return ::close(descriptor); },
      .write = &write_without_signal,
      .pread =
          [](int descriptor, std::span<std::byte> into, std::int64_t offset) {
            return ::pread(descriptor, into.data(), into.size(), offset);
          },
      .size = &size_of,
      .sync = [](int descriptor) { return ::fdatasync(descriptor); },
      .truncate = [](int descriptor, std::int64_t size) { return ::ftruncate(descriptor, size); },
      .lock = [](int descriptor) { return ::flock(descriptor, LOCK_EX | LOCK_NB); },
      .is_at = &is_at,
      .rename_new = &rename_new,
      .rename = [](const std::string& from,
                   const std::string& to) { return ::rename(from.c_str(), to.c_str()); },
      .remove = [](const std::string& path) { return ::unlink(path.c_str()); },
      .sync_folder = &sync_folder};
  return calls;
}

CalledFile::CalledFile(const FileCalls& calls, std::string path, Opened opened)
    : calls_(&calls), path_(std::move(path)), descriptor_(opened.descriptor) {}

CalledFile::CalledFile(const FileCalls& calls, std::string path, int flags)
    : calls_(&calls), path_(std::move(path)), descriptor_(-1) {
  descriptor_ = uninterrupted([&] { return calls.open(path_, flags | O_CLOEXEC, 0666); });
  if (descriptor_ < 0) {
    throw_errno(path_, "cannot be opened");
  }
}

std::optional<CalledFile> CalledFile::existing(const FileCalls& calls,
                                               const std::string& path,
                                               int flags) {
  const int descriptor = uninterrupted([&] { return calls.open(path, flags | O_CLOEXEC, 0); });
  if (descriptor < 0 && errno == ENOENT) {
    return std::nullopt;
  }
  if (descriptor < 0) {
    throw_errno(path, "cannot be opened");
  }
  return CalledFile(calls, path, Opened{descriptor});
}

CalledFile::CalledFile(CalledFile&& other) noexcept
    : calls_(other.calls_),
      path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

CalledFile& CalledFile::operator=(CalledFile&& other) noexcept {
  std::swap(calls_, other.calls_);
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

CalledFile::~CalledFile() {
  if (descriptor_ >= 0) {
    calls_->close(descriptor_);  // what had to be on the disk has been synced
  }
}

void CalledFile::append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = uninterrupted([&] { return calls_->write(descriptor_, bytes); });
    if (written < 0) {
      throw_errno(path_, "cannot be written");
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

std::size_t CalledFile::read(std::span<std::byte> into, std::int64_t offset) const {
  std::size_t done = 0;
  while (done < into.size()) {
    const ssize_t count = uninterrupted([&] {
      return calls_->pread(
          descriptor_, into.subspan(done), offset + static_cast<std::int64_t>(done));
    });
    if (count < 0) {
      throw_errno(path_, "cannot be read");
    }
    if (count == 0) {
      break;
    }
    done += static_cast<std::size_t>(count);
  }
  return done;
}

std::int64_t CalledFile::size() const {
  const std::int64_t size = calls_->size(descriptor_);
  if (size < 0) {
    throw_errno(path_, "cannot be read");
  }
  return size;
}

void CalledFile::sync() {
  // Not repeated when interrupted: the next call may find the pages marked clean and report
  // success for data that never reached the disk.
  if (calls_->sync(descriptor_) != 0) {
    throw_errno(path_, "cannot be synced to disk");
  }
}

void CalledFile::truncate(std::int64_t size) {
  if (uninterrupted([&] { return calls_->truncate(descriptor_, size); }) != 0) {
    throw_errno(path_, "cannot be cut off");
  }
}

bool CalledFile::lock() {
  if (uninterrupted([&] { return calls_->lock(descriptor_); }) == 0) {
    return true;
  }
  if (errno != EWOULDBLOCK) {
    throw_errno(path_, "its file system has no locks");
  }
  return false;
}

std::string lock_owner(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    return {};
  }
  const std::string end = ":" + std::to_string(status.st_ino);
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    std::istringstream words(line);  // "1: FLOCK ADVISORY WRITE 4711 fe:00:123 0 EOF"
    std::string number;
    std::string kind;
    std::string mode;
    std::string access;
    std::string process;
    std::string file;
    words >> number >> kind >> mode >> access >> process >> file;
    if (kind == "FLOCK" && file.ends_with(end)) {
      return process;
    }
  }
  return {};
}

}  // namespace uq::studies
