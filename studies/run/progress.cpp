#include "studies/run/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace uq::studies {

namespace {

using namespace std::chrono_literals;

}  // namespace

Progress::Progress(std::string analysis, double evaluations, bool quiet)
    : analysis_(std::move(analysis)),
      evaluations_(evaluations),
      quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) != 0),
      next_((start_ + (terminal_ ? Clock::duration(500ms) : Clock::duration(30s)))
                .time_since_epoch()
                .count()) {}

Progress::~Progress() {
  if (shown_ && terminal_) {
    fmt::print(stderr, "\r\033[K");
  }
}

void Progress::operator()(Index done) {
  const Clock::time_point now = Clock::now();
  if (quiet_ || now.time_since_epoch().count() < next_.load(std::memory_order_relaxed)) {
    return;
  }
  const std::lock_guard lock(mutex_);
  if (now.time_since_epoch().count() < next_.load(std::memory_order_relaxed)) {
    return;
  }
  next_ = (now + (terminal_ ? Clock::duration(200ms) : Clock::duration(30s)))
              .time_since_epoch()
              .count();
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(done) / seconds;
  shown_ = true;
  fmt::print(stderr,
             "{}{}: {} of {:.0f} evaluations, {:.3g}/s, {:.0f} s left{}",
             terminal_ ? "\r\033[K" : "",
             analysis_,
             done,
             evaluations_,
             rate,
             (evaluations_ - static_cast<double>(done)) / rate,
             terminal_ ? "" : "\n");
  std::fflush(stderr);
}

}  // namespace uq::studies
