#include "studies/cli/child.hpp"

#include "studies/store/posix.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace uq::studies {

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void be_child(const std::function<void(const Say&)>& work, int pipe) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::dup2(::open("/dev/null", O_WRONLY | O_CLOEXEC), STDOUT_FILENO);
  try {
    work([pipe](const std::string& text) {
      const std::string line = text + "\n";
      for (std::size_t sent = 0; sent < line.size();) {
        const ssize_t size = ::write(pipe, line.data() + sent, line.size() - sent);
        if (size < 0 && errno != EINTR) {
          ::_exit(1);  // nobody listens
        }
        sent += size < 0 ? 0 : static_cast<std::size_t>(size);
      }
    });
  } catch (...) {
    ::_exit(1);
  }
  std::exit(0);
}

/// Reads until the child's end of the pipe is closed; false when the time is over before.
bool listen(int pipe, Clock::time_point end, std::string& said) {
  std::array<char, 4096> part{};
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) {
      return false;
    }
    pollfd source{pipe, POLLIN, 0};
    const int ready = ::poll(&source, 1, static_cast<int>(std::min<long>(left, 1000)));
    if (ready <= 0) {
      continue;
    }
    const ssize_t size = ::read(pipe, part.data(), part.size());
    if (size == 0 || (size < 0 && errno != EINTR)) {
      return true;
    }
    said.append(part.data(), size < 0 ? 0 : static_cast<std::size_t>(size));
  }
}

std::string fault_of(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const char* name = ::sigabbrev_np(signal);
    return fmt::format("was killed by signal {} (SIG{})", signal, name != nullptr ? name : "?");
  }
  return WEXITSTATUS(status) == 0 ? ""
                                  : fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    result.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return result;
}

}  // namespace

ChildEnd in_child(const std::function<void(const Say&)>& work, std::chrono::seconds patience) {
  std::array<int, 2> ends{};
  std::fflush(nullptr);  // else both processes would write what is buffered
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw_errno("a process of its own", "cannot be made");
  }
  const Descriptor in(ends[0]);
  Descriptor out(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) {
    throw_errno("a process of its own", "cannot be made");
  }
  if (child == 0) {
    be_child(work, out.get());
  }
  ::close(out.release());
  std::string said;
  const bool in_time = listen(in.get(), Clock::now() + patience, said);
  if (!in_time) {
    ::kill(child, SIGKILL);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return {lines(said),
          in_time ? fault_of(status) : fmt::format("did not end within {} s", patience.count())};
}

}  // namespace uq::studies
