#pragma once

#include "studies/store/posix.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace uq::studies {

/// How a process ended.
struct ProcessEnd {
  bool signalled = false;
  int number = 0;        ///< of the signal, else the exit code
  bool stopped = false;  ///< it stopped itself (SIGSTOP) and was killed for that
};

/// "was killed by signal 11 (SIGSEGV)", "ended with exit code 3".
std::string text_of(const ProcessEnd&);

/// A process of a group of its own, made by posix_spawn: a bare fork of a program with threads may
/// leave locks held for ever. Its standard input and output are pipes; what it writes to standard
/// error lands in memory, up to a limit. The whole group dies with this object, and with this
/// process however that ends.
class Process {
 public:
  static constexpr std::int64_t log_capacity = std::int64_t{1} << 20;

  /// @param argv the program, found by PATH unless it has a slash, and its words. @throws IoError
  explicit Process(const std::vector<std::string>& argv);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  int input() const { return in_.get(); }    ///< to write to, does not block
  int output() const { return out_.get(); }  ///< to read from, does not block

  /// Ends its standard input: a process of good manners ends then.
  void close_input();
  /// Whether it has ended or stopped itself, which counts as an end; does not wait.
  bool ended();
  /// Kills the group.
  void kill();
  /// Waits for the end, kills the group when it takes longer.
  ProcessEnd end(std::chrono::milliseconds patience);

  /// Bytes it has written to standard error so far.
  std::int64_t logged() const;
  /// The last line written since `from` that is not blank, control characters escaped.
  std::string last_words(std::int64_t from) const;
  /// The first line of all.
  std::string first_words() const;

 private:
  std::string log_text(std::int64_t from, std::size_t most) const;

  pid_t pid_ = -1;
  Descriptor in_, out_, log_, lifeline_;
  bool reaped_ = false;
  ProcessEnd end_;
};

/// The descriptor of the lifeline in a child, next after the standard ones.
inline constexpr int lifeline_descriptor = 3;

/// In a child: from now on the kernel kills its process group when the pipe's other end, which the
/// parent holds, is closed: by the parent or by its death, however sudden, and whatever the child
/// is busy with. @returns false where there is no such pipe or the system cannot
bool tie_to_lifeline(int descriptor);

}  // namespace uq::studies
