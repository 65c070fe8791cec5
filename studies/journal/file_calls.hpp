#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace uq::studies {

/// The system calls through which everything of the journal reaches files, as the kernel has them:
/// -1 and errno on failure, writes may be short, any may be interrupted. Tests put a disk of their
/// own in place of the real one, which fails at any call and forgets what was not synced.
struct FileCalls {
  std::function<int(const std::string& path, int flags, mode_t mode)> open;
  std::function<int(int descriptor)> close;
  std::function<ssize_t(int descriptor, std::span<const std::byte>)> write;
  std::function<ssize_t(int descriptor, std::span<std::byte>, std::int64_t offset)> pread;
  std::function<std::int64_t(int descriptor)> size;
  std::function<int(int descriptor)> sync;  ///< of the data and the size: fdatasync
  std::function<int(int descriptor, std::int64_t size)> truncate;
  std::function<int(int descriptor)> lock;  ///< exclusive, at once or EWOULDBLOCK: flock
  std::function<bool(int descriptor, const std::string& path)> is_at;             ///< the same file
  std::function<int(const std::string& from, const std::string& to)> rename_new;  ///< EEXIST
  std::function<int(const std::string& from, const std::string& to)> rename;
  std::function<int(const std::string& path)> remove;
  std::function<int(const std::string& path)> sync_folder;  ///< of the folder of `path`
};

/// The calls of this system. A write beyond RLIMIT_FSIZE fails with EFBIG instead of a signal.
const FileCalls& system_calls();

/// A file opened through such calls; every failure is an IoError that names it.
class CalledFile {
 public:
  CalledFile(const FileCalls& calls, std::string path, int flags);
  ~CalledFile();
  CalledFile(CalledFile&&) noexcept;
  CalledFile& operator=(CalledFile&&) noexcept;

  /// Empty when there is no such file. @throws IoError for any other reason
  static std::optional<CalledFile> existing(const FileCalls&, const std::string& path, int flags);

  void append(std::span<const std::byte>);  ///< all of it, in one call unless the kernel cuts it
  /// Reads from the offset on until `into` is full or the file ends; returns the bytes read.
  std::size_t read(std::span<std::byte> into, std::int64_t offset) const;
  std::int64_t size() const;
  void sync();
  void truncate(std::int64_t size);
  /// False: another one holds it. @throws IoError when the file system has no locks
  bool lock();
  bool is_still_there() const { return calls_->is_at(descriptor_, path_); }
  const std::string& path() const { return path_; }
  void renamed(std::string path) { path_ = std::move(path); }

 private:
  struct Opened {
    int descriptor;
  };
  CalledFile(const FileCalls& calls, std::string path, Opened);
  const FileCalls* calls_;
  std::string path_;
  int descriptor_;
};

/// The process that holds the lock of a file, as the system tells; empty when it does not.
std::string lock_owner(const std::string& path);

}  // namespace uq::studies
