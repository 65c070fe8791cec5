#include "studies/workers/pool.hpp"

#include "studies/workers/pool_detail.hpp"
#include "studies/workers/serve.hpp"
#include "uq/core/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace uq::studies {

Index WorkerPool::State::most() const {
  return options.workers > 0 ? options.workers : static_cast<Index>(threads());
}

Seat* WorkerPool::State::idle_seat() {
  if (lent >= most()) {
    return nullptr;
  }
  // One whose process runs, if there is any.
  const auto running = std::find_if(
      idle.begin(), idle.end(), [](const Seat* seat) { return seat->process != nullptr; });
  Seat* seat = nullptr;
  if (running != idle.end()) {
    seat = *running;
    idle.erase(running);
  } else if (!idle.empty()) {
    seat = idle.back();
    idle.pop_back();
  } else {
    seats.push_back(std::make_unique<Seat>());
    seat = seats.back().get();
  }
  ++lent;
  return seat;
}

Seat& WorkerPool::State::take() {
  std::unique_lock lock(mutex);
  ++waiting;
  for (;;) {
    if (Seat* seat = idle_seat()) {
      --waiting;
      return *seat;
    }
    returned.wait(lock);
  }
}

Seat* WorkerPool::State::take_another() {
  const std::lock_guard lock(mutex);
  return waiting > 0 ? nullptr : idle_seat();
}

void WorkerPool::State::give_back(Seat& seat) {
  {
    const std::lock_guard lock(mutex);
    idle.push_back(&seat);
    --lent;
  }
  returned.notify_one();
}

bool WorkerPool::State::someone_waits() const {
  const std::lock_guard lock(mutex);
  return waiting > 0;
}

void WorkerPool::State::open(Seat& seat) {
  seat.clear();
  seat.process = std::make_unique<Process>(options.argv);
  seat.dialogue = options.dialogue();
  seat.since = PoolClock::now();
  seat.log_mark = 0;
  {
    const std::lock_guard lock(mutex);
    ++processes;
  }
  seat.send(seat.dialogue->opening());
}

void WorkerPool::State::close(Seat& seat, std::chrono::milliseconds patience) {
  if (seat.process) {
    if (const std::string words = seat.process->first_words(); !words.empty()) {
      remark("wrote to its standard streams, first: " + words);
    }
    seat.process->close_input();
    seat.process->end(patience);
  }
  seat.clear();
}

void WorkerPool::State::remark(const std::string& text) {
  const std::lock_guard lock(mutex);
  constexpr std::size_t most_kept = 20;
  if (remarks.size() < most_kept) {
    remarks.insert(text);
  }
}

void WorkerPool::State::failed_to_start(const std::string& why, int tries) {
  const std::lock_guard lock(mutex);
  if (++failed_starts >= tries) {
    failed_starts = 0;
    throw NoWorker(why);
  }
}

void WorkerPool::State::has_started() {
  const std::lock_guard lock(mutex);
  failed_starts = 0;
}

WorkerPool::WorkerPool(PoolOptions options) : state_(std::make_unique<State>(std::move(options))) {}

WorkerPool::~WorkerPool() {
  // All are told before any is waited for, and together they get no longer than one.
  const auto until = PoolClock::now() + exit_patience;
  for (const auto& seat : state_->seats) {
    if (seat->process) {
      seat->process->close_input();
    }
  }
  for (const auto& seat : state_->seats) {
    state_->close(
        *seat,
        std::max(std::chrono::milliseconds(0),
                 std::chrono::duration_cast<std::chrono::milliseconds>(until - PoolClock::now())));
  }
}

void WorkerPool::start() {
  Matrix nothing(0, 0);
  std::vector<RowStatus> none;
  BatchResult out{nothing, none, {}};
  Evaluation(*state_, nothing, out).wait_until_ready();
}

void WorkerPool::evaluate(const MatrixRef& x, BatchResult& out) {
  if (x.rows() > 0) {
    Evaluation(*state_, x, out).run();
  }
}

Index WorkerPool::workers() const {
  return state_->most();
}

Index WorkerPool::started() const {
  const std::lock_guard lock(state_->mutex);
  return state_->processes;
}

std::vector<std::string> WorkerPool::remarks() const {
  for (const auto& seat : state_->seats) {
    if (seat->process) {
      if (const std::string words = seat->process->first_words(); !words.empty()) {
        state_->remark("wrote to its standard streams, first: " + words);
      }
    }
  }
  const std::lock_guard lock(state_->mutex);
  return {state_->remarks.begin(), state_->remarks.end()};
}

}  // namespace uq::studies
