#include "studies/foreign/exit_watch.hpp"

#include "uq/core/parallel.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdlib>

namespace uq::studies {

namespace {

std::string message;            // made when the watch begins: a handler should not allocate
std::atomic<pid_t> watched{0};  // process; 0: nobody watches
std::atomic<bool> speaking{false};

void on_exit() {
  // A process forked by the plugin may end as it likes.
  if (watched.load() != ::getpid()) {
    return;
  }
  if (speaking.exchange(true)) {
    for (;;) {  // another thread called exit too and is about to end the process
      ::pause();
    }
  }
  for (std::size_t sent = 0; sent < message.size();) {
    const ssize_t size = ::write(STDERR_FILENO, message.data() + sent, message.size() - sent);
    if (size <= 0) {
      break;
    }
    sent += static_cast<std::size_t>(size);
  }
  ::_exit(1);
}

}  // namespace

void watch_exit(const std::string& path) {
  watched = 0;
  message = "error: the plugin `" + path +
            "` ended the program by exit()\n"
            "  = help: a plugin reports a fault by an exception or a status; `uq check-plugin " +
            path + "` finds where\n";
  // Each call of exit takes the next handler, so that threads which call it at the same time need
  // one each: who finds none goes on to destroy what the others use.
  for (int k = 0; k < threads(); ++k) {
    std::atexit(on_exit);
    std::at_quick_exit(on_exit);
  }
  watched = ::getpid();
}

void end_exit_watch() noexcept {
  watched = 0;
}

}  // namespace uq::studies
