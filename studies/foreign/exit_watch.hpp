#pragma once

#include <string>

namespace uq::studies {

/// From here until `end_exit_watch`, a call of exit() or quick_exit() in this process is a fault of
/// the plugin at `path`: it is named on stderr and the process ends with code 1, before statics are
/// destroyed under the threads that still compute. Without it a run would end without results and
/// with whatever code the plugin chose, 0 for instance. _exit() cannot be seen from within.
///
/// Exit handlers run in reverse order. To be called before foreign code is loaded (its constructors
/// may call exit) and again each time it may have registered handlers or statics of its own.
void watch_exit(const std::string& path);

/// Foreign code runs no more, or what it does no longer matters: exit() is ours again.
void end_exit_watch() noexcept;

/// Ends the watch with the command that may have begun it, however that ends.
struct ExitWatchScope {
  ExitWatchScope() = default;
  ~ExitWatchScope() { end_exit_watch(); }
  ExitWatchScope(const ExitWatchScope&) = delete;
  ExitWatchScope& operator=(const ExitWatchScope&) = delete;
};

}  // namespace uq::studies
