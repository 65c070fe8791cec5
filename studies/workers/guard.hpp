#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace uq::studies {

/// The two ends a worker speaks through, moved away from the standard streams, where foreign code
/// would write into them.
struct Channel {
  int in = -1, out = -1;
};

/// Moves standard input and output to private descriptors; input then leads nowhere and output to
/// where errors go. @throws IoError
Channel take_standard_streams();

/// No core files, and at most `memory` bytes of address space (0: no limit).
void limit_process(std::uint64_t memory);

/// What foreign code may not change in its process, as it was; and puts it right.
class ProcessGuard {
 public:
  ProcessGuard();
  ~ProcessGuard();
  ProcessGuard(const ProcessGuard&) = delete;
  ProcessGuard& operator=(const ProcessGuard&) = delete;

  /// The floating-point environment of a fresh program: to be called before foreign code is.
  static void enter();
  /// Restores working folder, locale and umask. @returns each change it found, once, in words
  std::vector<std::string> leave();

  /// Whether the process grew by more bytes, or by more open descriptors, than it should.
  bool has_grown(std::uint64_t bytes) const;

 private:
  int folder_ = -1;
  std::uint64_t device_ = 0, inode_ = 0;
  std::string locale_;
  std::uint32_t umask_ = 0;
  std::uint64_t resident_ = 0;
  std::int64_t descriptors_ = 0;
  bool told_folder_ = false, told_locale_ = false, told_umask_ = false;
};

}  // namespace uq::studies
