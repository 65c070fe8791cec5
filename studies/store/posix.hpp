#pragma once

#include <unistd.h>

#include <string>
#include <utility>

namespace uq::studies {

/// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() {
    if (fd_ >= 0) {
      ::close(fd_);
    }
  }
  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

/// Throws IoError "PATH: WHAT: reason of errno".
[[noreturn]] void throw_errno(const std::string& path, const std::string& what);

/// Folder a path lies in, "." when it names none.
std::string folder_of(const std::string& path);

/// Refuses a path that cannot become a file. @throws IoError when it is empty, a folder, or in
/// none.
void expect_file_path(const std::string& path);

}  // namespace uq::studies
