#pragma once

#include "uq/core/types.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>

namespace uq::studies {

/// Says on stderr how far an analysis is: a line rewritten on a terminal, else one every 30 s.
class Progress {
 public:
  Progress(std::string analysis, double evaluations, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// From any thread.
  void operator()(Index done);

 private:
  using Clock = std::chrono::steady_clock;
  std::string analysis_;
  double evaluations_;
  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  std::atomic<Clock::rep> next_;
  std::mutex mutex_;
};

}  // namespace uq::studies
