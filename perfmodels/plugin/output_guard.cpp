#include "perfmodels/plugin/output_guard.hpp"

#include "perfmodels/plugin/text_detail.hpp"
#include "uq/core/error.hpp"

#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

namespace uq::perfmodels {
namespace {

[[noreturn]] void give_up(const char* what) {
  throw IoError(std::string("standard output cannot be guarded: ") + what + ": " +
                std::strerror(errno));
}

// A file in memory of fixed size: writing beyond it fails, so that a plugin that prints a line per
// row does not fill the memory. A duplicate above 2: standard streams may be closed.
int sealed_memory(off_t size) {
  const int fd = ::memfd_create("uq-stdout", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) {
    return -1;
  }
  const int high = ::fcntl(fd, F_DUPFD_CLOEXEC, 3);
  ::close(fd);
  if (high < 0 || ::ftruncate(high, size) != 0 ||
      ::fcntl(high, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0) {
    return -1;
  }
  return high;
}

// A limit on the size of files (ulimit -f) is one on this file too; what is said of it belongs to
// the result, not here.
off_t within_limit(off_t size) {
  rlimit limit{};
  const bool limited = ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return limited ? static_cast<off_t>(std::min(limit.rlim_cur, static_cast<rlim_t>(size))) : size;
}

bool same_file(int a, int b) {
  struct stat one{};
  struct stat other{};
  return ::fstat(a, &one) == 0 && ::fstat(b, &other) == 0 && one.st_dev == other.st_dev &&
         one.st_ino == other.st_ino;
}

}  // namespace

OutputGuard::OutputGuard() {
  std::cout.flush();
  std::fflush(stdout);
  size_ = within_limit(capacity);
  memory_ = sealed_memory(size_);
  if (memory_ < 0) {
    give_up("no memory file");
  }
  saved_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);  // fails when it is closed: then it stays so
  if (::dup2(memory_, STDOUT_FILENO) < 0) {
    give_up("dup2");
  }
}

StrayOutput OutputGuard::finish() {
  if (memory_ < 0) {
    return written_;
  }
  std::cout.flush();
  written_.full = std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || std::cout.fail();
  written_.diverted = !same_file(STDOUT_FILENO, memory_);
  // What no longer fitted must not come out later, and the streams must work again.
  ::__fpurge(stdout);
  std::clearerr(stdout);
  std::cout.clear();
  if (saved_ >= 0) {
    ::dup2(saved_, STDOUT_FILENO);
    ::close(saved_);
  } else {
    ::close(STDOUT_FILENO);
  }
  // The offset is shared with all duplicates of the descriptor, child processes' included.
  written_.bytes = ::lseek(memory_, 0, SEEK_CUR);
  written_.full |= written_.bytes > 0 && written_.bytes >= size_;
  std::array<char, 1024> start{};
  const ssize_t read = ::pread(memory_, start.data(), start.size(), 0);
  std::string_view text(start.data(), read > 0 ? static_cast<std::size_t>(read) : 0);
  text = text.substr(0, static_cast<std::size_t>(written_.bytes));
  written_.first_line = plugin::cleaned(text.substr(0, text.find('\n')));
  ::close(memory_);
  memory_ = -1;
  return written_;
}

OutputGuard::~OutputGuard() {
  finish();
}

}  // namespace uq::perfmodels
