#pragma once

#include "studies/workers/dialogue.hpp"
#include "studies/workers/process.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace uq::studies {

using PoolClock = std::chrono::steady_clock;

/// Rows a process was asked for and has not answered.
struct Flight {
  std::uint64_t id = 0;
  std::vector<Index> rows;
};

/// One place for a process, empty or taken. Lent to one evaluation at a time.
struct Seat {
  std::unique_ptr<Process> process;
  std::unique_ptr<Dialogue> dialogue;
  std::string outgoing;  ///< bytes it has not taken yet
  std::size_t sent = 0;
  std::deque<Flight> flights;   ///< in the order they were asked
  PoolClock::time_point since;  ///< when the first of them, or the start, began
  std::int64_t log_mark = 0;    ///< what it had logged then
  double row_seconds = -1;      ///< as last measured, < 0: unknown. Outlives the process
  Index last_batch = 0;
  Index served = 0;     ///< rows this process has answered
  bool retire = false;  ///< to be replaced once its desk is empty

  bool is_ready() const { return process && dialogue->ready(); }
  void send(const std::string& bytes) {
    outgoing.append(bytes);
    flush();
  }
  /// Writes what can be written without waiting; errors show when the process is read.
  void flush();
  /// Reads what is there; false at the end of the stream.
  bool hear(std::vector<RowResult>& answered);
  void clear();
};

}  // namespace uq::studies
