#include "studies/store/posix.hpp"
#include "studies/store/store.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>

namespace uq::studies {

namespace {

/// Seconds a sound file of this size needs many times less than.
std::chrono::seconds patience(const std::string& path) {
  std::error_code ignored;
  const auto bytes = std::filesystem::file_size(path, ignored);
  constexpr std::uintmax_t bytes_per_second = 10'000'000;
  return std::chrono::seconds(10 + (ignored ? 0 : bytes / bytes_per_second));
}

/// Reads in the child and says "+", or "-" and why it could not. It kills itself, so that the
/// library, which may be in any state, is not closed.
[[noreturn]] void try_to_read(const std::string& path, int pipe) {
  const int silence = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  ::dup2(silence, STDERR_FILENO);
  std::string answer = "+";
  try {
    read(path);
  } catch (const std::exception& error) {
    answer = std::string("-") + error.what();
  }
  while (::write(pipe, answer.data(), answer.size()) < 0 && errno == EINTR) {
  }
  for (;;) {
    ::kill(::getpid(), SIGKILL);
  }
}

/// What the child says until it ends or the time is over.
std::string listen(int pipe, std::chrono::seconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  std::string said;
  std::array<char, 4096> part{};
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd source{pipe, POLLIN, 0};
    const int ready = ::poll(&source, 1, static_cast<int>(std::max<long>(left.count(), 0)));
    if (ready < 0 && errno == EINTR) {
      continue;
    }
    const ssize_t size = ready > 0 ? ::read(pipe, part.data(), part.size()) : 0;
    if (size <= 0) {
      return said;
    }
    said.append(part.data(), static_cast<std::size_t>(size));
  }
}

}  // namespace

ResultFile read_untrusted(const std::string& path) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw_errno(path, "cannot be examined");
  }
  const Descriptor in(ends[0]);
  Descriptor out(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) {
    throw_errno(path, "cannot be examined");
  }
  if (child == 0) {
    try_to_read(path, out.get());
  }
  ::close(out.release());
  const std::string answer = listen(in.get(), patience(path));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  if (answer.starts_with('-')) {
    throw IoError(answer.substr(1));
  }
  if (answer.empty()) {
    throw IoError(path + ": damaged: the HDF5 library cannot read it");
  }
  return read(path);
}

}  // namespace uq::studies
