#pragma once

#include "studies/workers/pool.hpp"
#include "studies/workers/seat_detail.hpp"

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace uq::studies {

/// How long a process that is told to end may take: foreign exit handlers may hang.
inline constexpr auto exit_patience = std::chrono::milliseconds(1000);

/// The seats, and what evaluations share.
class WorkerPool::State {
 public:
  explicit State(PoolOptions options_) : options(std::move(options_)) {}

  Index most() const;
  Seat& take();          ///< waits for one
  Seat* take_another();  ///< only while nobody has none
  void give_back(Seat&);
  bool someone_waits() const;

  void open(Seat&);  ///< @throws IoError
  void close(Seat&, std::chrono::milliseconds patience);
  void remark(const std::string&);
  /// @throws IoError when it has happened so many times on end
  void failed_to_start(const std::string& why, int tries);
  void has_started();

  const PoolOptions options;
  mutable std::mutex mutex;  // of all below
  std::condition_variable returned;
  std::vector<std::unique_ptr<Seat>> seats;
  std::vector<Seat*> idle;
  Index lent = 0;
  Index waiting = 0;
  Index processes = 0;
  int failed_starts = 0;
  std::set<std::string> remarks;

 private:
  Seat* idle_seat();
};

/// One call of `evaluate`: its rows, and the seats it has.
class WorkerPool::Evaluation {
 public:
  Evaluation(State& pool, const MatrixRef& x, BatchResult& out);
  ~Evaluation();
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

  void run();
  void wait_until_ready();

 private:
  /// A row to be asked alone; `fresh`: of a process that has answered nothing yet.
  struct Lone {
    Index row;
    bool fresh;
  };

  Index unasked() const;
  bool worth_another() const;
  void failed_to_start(const std::string& why);
  void give_up_unasked();
  void ask(Seat&);
  void send(Seat&, std::vector<Index> rows);
  Index batch_size(const Seat&) const;
  void release_idle();
  void wait();
  void hear(Seat&);
  void settle(Seat&, const RowResult&);
  void look_after(Seat&, PoolClock::time_point now);
  void died(Seat&, RowStatus status, const std::string& why);
  void lost_process(Seat&, bool stream_ended);
  bool asked_again(Index row, RowStatus status, bool fresh);
  void finish(Index row, RowStatus status, const std::string& text);

  State& pool_;
  const MatrixRef& x_;
  BatchResult& out_;
  std::vector<Seat*> seats_;
  std::deque<std::pair<Index, Index>> fresh_;  ///< first and count of rows never asked alone
  std::deque<Lone> alone_;
  std::map<Index, int> attempts_;  ///< that failed, of rows asked alone
  Index left_;
  std::uint64_t next_id_ = 1;
  Matrix part_;
  PoolClock::time_point looked_;
};

}  // namespace uq::studies
