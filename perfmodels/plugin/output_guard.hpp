#pragma once

#include <cstdint>
#include <string>

namespace uq::perfmodels {

/// What foreign code wrote to standard output. `bytes` counts up to the capacity; `full` says that
/// there was more, which was refused.
struct StrayOutput {
  std::int64_t bytes = 0;
  bool full = false;
  bool diverted = false;   ///< descriptor 1 was closed or led elsewhere
  std::string first_line;  ///< at most 200 bytes, control characters escaped
};

/// While it lives, standard output (descriptor 1, with stdio and what is built on it) leads into
/// memory: a plugin that prints cannot spoil the results that go there. For a whole run, not for a
/// call: it costs system calls. One at a time in a process, and only while nobody else prints.
class OutputGuard {
 public:
  static constexpr std::int64_t capacity = std::int64_t{1} << 20;

  /// @throws IoError when the system grants no descriptor
  OutputGuard();
  ~OutputGuard();
  OutputGuard(const OutputGuard&) = delete;
  OutputGuard& operator=(const OutputGuard&) = delete;

  /// Restores standard output and tells what was written; later calls tell the same.
  StrayOutput finish();

 private:
  int saved_ = -1;
  std::int64_t size_ = 0;  // of the file in memory: `capacity`, or less under a limit on file sizes
  int memory_ = -1;
  StrayOutput written_;
};

}  // namespace uq::perfmodels
