#include "studies/workers/process.hpp"

#include "studies/file/text_detail.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

extern char** environ;  // NOLINT: of POSIX

namespace uq::studies {

namespace {

using namespace std::chrono_literals;

constexpr int lowest = 10;  // above what the child's own descriptors are moved onto

/// The same file under a number that is out of the way, not inherited.
Descriptor high(int fd) {
  Descriptor low(fd);
  Descriptor moved(fd < 0 ? -1 : ::fcntl(fd, F_DUPFD_CLOEXEC, lowest));
  if (moved.get() < 0) {
    throw_errno("a process of its own", "cannot be made");
  }
  return moved;
}

struct Pipe {
  Descriptor read, write;
};

Pipe make_pipe() {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw_errno("a process of its own", "cannot be made");
  }
  Descriptor second(ends[1]);
  Descriptor read = high(ends[0]);
  return {std::move(read), high(second.release())};
}

/// A child's standard input: a socket, since writing to a pipe nobody reads sends SIGPIPE to all of
/// the engine.
Pipe make_input() {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw_errno("a process of its own", "cannot be made");
  }
  Descriptor second(ends[1]);
  Descriptor read = high(ends[0]);
  Descriptor write = high(second.release());
  ::shutdown(write.get(), SHUT_RD);
  constexpr int wide = 1 << 20;
  ::setsockopt(write.get(), SOL_SOCKET, SO_SNDBUF, &wide, sizeof wide);
  return {std::move(read), std::move(write)};
}

void never_block(int fd) {
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/// A file in memory that cannot grow: writing beyond its end fails, for the writer alone.
Descriptor make_log() {
  Descriptor log = high(::memfd_create("uq-log", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (::ftruncate(log.get(), Process::log_capacity) != 0 ||
      ::fcntl(log.get(), F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0) {
    throw_errno("a process of its own", "cannot be made");
  }
  return log;
}

/// Destroys what posix_spawn is told.
struct SpawnPlan {
  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};
  SpawnPlan() {
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
};

}  // namespace

std::string text_of(const ProcessEnd& end) {
  if (end.stopped) {
    return "stopped itself (SIGSTOP)";
  }
  if (!end.signalled) {
    return fmt::format("ended with exit code {}", end.number);
  }
  const char* name = ::sigabbrev_np(end.number);
  return fmt::format("was killed by signal {} (SIG{})", end.number, name != nullptr ? name : "?");
}

Process::Process(const std::vector<std::string>& argv) {
  Pipe in = make_input();
  Pipe out = make_pipe();
  Pipe lifeline = make_pipe();
  log_ = make_log();
  SpawnPlan plan;
  posix_spawn_file_actions_adddup2(&plan.files, in.read.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&plan.files, out.write.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&plan.files, log_.get(), STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&plan.files, lifeline.read.get(), lifeline_descriptor);
  // A terminal's Ctrl-C is the engine's affair, and what the engine blocks or ignores is not the
  // child's.
  sigset_t all{};
  sigset_t none{};
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setflags(&plan.attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&plan.attributes, 0);
  posix_spawnattr_setsigdefault(&plan.attributes, &all);
  posix_spawnattr_setsigmask(&plan.attributes, &none);
  std::vector<char*> words;
  for (const std::string& word : argv) {
    words.push_back(const_cast<char*>(word.c_str()));  // NOLINT: posix_spawn does not write
  }
  words.push_back(nullptr);
  const int failed =
      ::posix_spawnp(&pid_, words[0], &plan.files, &plan.attributes, words.data(), environ);
  if (failed != 0) {
    errno = failed;
    throw_errno("`" + argv.front() + "`", "cannot be started");
  }
  in_ = std::move(in.write);
  out_ = std::move(out.read);
  lifeline_ = std::move(lifeline.write);
  never_block(in_.get());
  never_block(out_.get());
  constexpr int wide = 1 << 20;  // results of a batch at once; a smaller pipe works too
  ::fcntl(out_.get(), F_SETPIPE_SZ, wide);
}

Process::~Process() {
  kill();
  end(0ms);
}

void Process::close_input() {
  in_ = Descriptor();
}

bool Process::ended() {
  if (reaped_) {
    return true;
  }
  // Looked at before it is buried: until then nobody else gets its number, which is its group's
  // too.
  siginfo_t info{};
  if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WSTOPPED | WNOHANG | WNOWAIT) !=
          0 ||
      info.si_pid == 0) {
    return false;
  }
  ::kill(-pid_, SIGKILL);  // itself if it has stopped, and whom it left behind
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  if (info.si_code == CLD_STOPPED) {
    end_ = {.signalled = true, .number = SIGSTOP, .stopped = true};
  } else {
    end_ = {.signalled = WIFSIGNALED(status),
            .number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status)};
  }
  reaped_ = true;
  return true;
}

void Process::kill() {
  if (!reaped_) {
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);  // it may have left its group
  }
}

ProcessEnd Process::end(std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  for (bool killed = false; !ended();) {
    if (!killed && std::chrono::steady_clock::now() >= until) {
      kill();
      killed = true;
    }
    std::this_thread::sleep_for(200us);
  }
  return end_;
}

std::int64_t Process::logged() const {
  // The offset is shared with all who inherited the descriptor.
  return std::max<std::int64_t>(::lseek(log_.get(), 0, SEEK_CUR), 0);
}

std::string Process::log_text(std::int64_t from, std::size_t most) const {
  const std::int64_t size = std::min(logged(), log_capacity) - from;
  std::string text(std::min(static_cast<std::size_t>(std::max<std::int64_t>(size, 0)), most), '\0');
  const ssize_t read = ::pread(log_.get(), text.data(), text.size(), from);
  text.resize(read < 0 ? 0 : static_cast<std::size_t>(read));
  return text;
}

std::string Process::last_words(std::int64_t from) const {
  constexpr std::int64_t looked_at = 4096;
  std::string text = log_text(std::max(from, logged() - looked_at), looked_at);
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) {
    return {};
  }
  text.resize(end + 1);
  const std::size_t line = text.rfind('\n');
  constexpr std::size_t shown = 160;
  return escaped(text.substr(line == std::string::npos ? 0 : line + 1).substr(0, shown));
}

std::string Process::first_words() const {
  constexpr std::size_t shown = 160;
  const std::string text = log_text(0, shown);
  return escaped(text.substr(0, text.find('\n')));
}

bool tie_to_lifeline(int descriptor) {
  // The signal of an asynchronous descriptor may be any, and a pipe whose writers are gone sends
  // it. A thread that watches would do too, but foreign code can stop threads.
  const bool tied = ::fcntl(descriptor, F_SETOWN, -::getpgrp()) == 0 &&
                    ::fcntl(descriptor, F_SETSIG, SIGKILL) == 0 &&
                    ::fcntl(descriptor, F_SETFL, O_ASYNC | O_NONBLOCK) == 0;
  pollfd end{descriptor, POLLIN, 0};
  if (tied && ::poll(&end, 1, 0) > 0) {  // it was closed before
    ::kill(-::getpgrp(), SIGKILL);
  }
  return tied;
}

}  // namespace uq::studies
