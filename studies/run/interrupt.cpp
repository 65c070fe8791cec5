#include "studies/run/interrupt.hpp"

#include <csignal>

namespace uq::studies {

namespace {

// A signal handler can reach nothing but a variable of static storage.
volatile std::sig_atomic_t interrupted = 0;

int guards = 0;  // alive; made and destroyed by the main thread alone

extern "C" void ask_to_stop(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

bool interruption_asked() {
  return interrupted != 0;
}

InterruptGuard::InterruptGuard() {
  if (guards++ > 0) {
    return;  // the outer one watches; a request it has seen stands
  }
  interrupted = 0;
  std::signal(SIGINT, ask_to_stop);
  std::signal(SIGTERM, ask_to_stop);
}

InterruptGuard::~InterruptGuard() {
  if (--guards > 0) {
    return;
  }
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

void InterruptGuard::check() const {
  if (interruption_asked()) {
    throw Interrupted{};
  }
}

}  // namespace uq::studies
