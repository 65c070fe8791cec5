#include "studies/workers/pool_detail.hpp"

#include <poll.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq::studies {

namespace {

using namespace std::chrono_literals;

constexpr Index most_rows = 1024;
constexpr double batch_seconds = 0.008;  // long against a message, short against a person

}  // namespace

WorkerPool::Evaluation::Evaluation(State& pool, const MatrixRef& x, BatchResult& out)
    : pool_(pool), x_(x), out_(out), left_(x.rows()) {
  if (left_ > 0) {
    fresh_.emplace_back(0, left_);
  }
}

WorkerPool::Evaluation::~Evaluation() {
  for (Seat* seat : seats_) {
    if (!seat->flights.empty()) {  // only when an exception passes: nobody will want the answer
      seat->clear();
    }
    pool_.give_back(*seat);
  }
}

Index WorkerPool::Evaluation::unasked() const {
  auto rows = static_cast<Index>(alone_.size());
  for (const auto& [first, count] : fresh_) {
    rows += count;
  }
  return rows;
}

/// Whether what is unasked would keep another process busy for longer than it takes to tell it.
bool WorkerPool::Evaluation::worth_another() const {
  constexpr double worth = 1e-3;
  double row = std::numeric_limits<double>::infinity();
  for (const Seat* seat : seats_) {
    row = seat->row_seconds >= 0 ? std::min(row, seat->row_seconds) : row;
  }
  return !alone_.empty() || static_cast<double>(unasked()) * row > worth;
}

void WorkerPool::Evaluation::run() {
  while (left_ > 0) {
    if (pool_.options.cancelled && pool_.options.cancelled()) {
      give_up_unasked();
      if (left_ == 0) {
        break;
      }
    }
    if (seats_.empty()) {
      seats_.push_back(&pool_.take());
    }
    for (std::size_t k = 0; k < seats_.size(); ++k) {
      ask(*seats_[k]);
      if (k + 1 == seats_.size() && unasked() > 0 && worth_another()) {
        if (Seat* more = pool_.take_another()) {
          seats_.push_back(more);
        }
      }
    }
    release_idle();
    if (!seats_.empty()) {
      wait();
    }
  }
}

void WorkerPool::Evaluation::wait_until_ready() {
  seats_.push_back(&pool_.take());
  Seat& seat = *seats_.front();
  while (!seat.is_ready()) {
    if (!seat.process) {
      pool_.open(seat);
    }
    wait();
  }
}

/// @throws IoError at the first time when a process was only to be started, else at the third
void WorkerPool::Evaluation::failed_to_start(const std::string& why) {
  constexpr int tries = 3;
  pool_.failed_to_start(why, x_.rows() == 0 ? 1 : tries);
}

void WorkerPool::Evaluation::give_up_unasked() {
  for (const auto& [first, count] : fresh_) {
    for (Index row = first; row < first + count; ++row) {
      finish(row, RowStatus::cancelled, "");
    }
  }
  fresh_.clear();
  for (const Lone& lone : alone_) {
    finish(lone.row, RowStatus::cancelled, "");
  }
  alone_.clear();
}

Index WorkerPool::Evaluation::batch_size(const Seat& seat) const {
  if (pool_.options.batch > 0) {
    return pool_.options.batch;
  }
  if (seat.row_seconds < 0) {
    return 1;  // a row may take hours
  }
  const auto at_most = [](double rows) {
    return static_cast<Index>(std::clamp(rows, 1.0, static_cast<double>(most_rows)));
  };
  const double row = std::max(seat.row_seconds, 1e-9);
  // Towards the end smaller ones, so that all processes end together; but none that takes less
  // time than telling it.
  const double share = static_cast<double>(unasked()) / (2.0 * static_cast<double>(pool_.most()));
  const Index wanted = at_most(std::min(batch_seconds / row, std::max(share, 5e-4 / row)));
  // A first row may be quick by chance: no batch is much larger than the one before.
  return std::min(wanted, std::max<Index>(16 * seat.last_batch, 1));
}

void WorkerPool::Evaluation::ask(Seat& seat) {
  if (seat.retire && seat.flights.empty()) {
    pool_.close(seat, exit_patience);
  }
  if (unasked() == 0 || seat.retire) {
    return;
  }
  if (seat.process && seat.flights.empty() && seat.is_ready() && seat.process->ended()) {
    seat.clear();  // while nobody asked it anything: no row is to blame
  }
  if (!alone_.empty() && alone_.front().fresh && seat.served > 0) {
    if (!seat.flights.empty()) {
      return;
    }
    pool_.close(seat, exit_patience);
  }
  if (!seat.process) {
    pool_.open(seat);
  }
  if (!seat.is_ready()) {
    return;
  }
  if (!alone_.empty()) {
    if (seat.flights.empty()) {
      const Index row = alone_.front().row;
      alone_.pop_front();
      send(seat, {row});
    }
    return;
  }
  // A second batch lies ready while the first is computed, if it is a matter of moments.
  const std::size_t most = seat.row_seconds >= 0 && seat.row_seconds < 1e-4 ? 2 : 1;
  while (seat.flights.size() < most && !fresh_.empty()) {
    auto& [first, count] = fresh_.front();
    std::vector<Index> rows(static_cast<std::size_t>(std::min(batch_size(seat), count)));
    for (Index& row : rows) {
      row = first++;
    }
    count -= static_cast<Index>(rows.size());
    if (count == 0) {
      fresh_.pop_front();
    }
    send(seat, std::move(rows));
  }
}

void WorkerPool::Evaluation::send(Seat& seat, std::vector<Index> rows) {
  const auto count = static_cast<Index>(rows.size());
  part_.resize(count, x_.cols());
  for (Index j = 0; j < x_.cols(); ++j) {
    for (Index i = 0; i < count; ++i) {
      part_(i, j) = x_(rows[static_cast<std::size_t>(i)], j);
    }
  }
  if (seat.flights.empty()) {
    seat.since = PoolClock::now();
    seat.log_mark = seat.process->logged();
  }
  seat.last_batch = count;
  seat.flights.push_back({next_id_, std::move(rows)});
  seat.send(seat.dialogue->request(next_id_++, part_));
}

void WorkerPool::Evaluation::release_idle() {
  const bool wanted = pool_.someone_waits();
  for (std::size_t k = seats_.size(); k-- > 0;) {
    Seat& seat = *seats_[k];
    const bool starting = seat.process && !seat.is_ready() && unasked() > 0;
    if (seat.flights.empty() && (unasked() == 0 || (wanted && seats_.size() > 1 && !starting))) {
      pool_.give_back(seat);
      seats_.erase(seats_.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }
}

void WorkerPool::Evaluation::wait() {
  std::vector<pollfd> sources;
  for (const Seat* seat : seats_) {
    if (seat->process) {
      sources.push_back({seat->process->output(), POLLIN, 0});
      if (seat->sent < seat->outgoing.size()) {
        sources.push_back({seat->process->input(), POLLOUT, 0});
      }
    }
  }
  constexpr auto tick = 20ms;  // until deadlines, deaths and signals are looked at
  const int ready = ::poll(sources.data(), sources.size(), static_cast<int>(tick.count()));
  const auto now = PoolClock::now();
  const bool due = now - looked_ >= tick;
  looked_ = due ? now : looked_;
  for (Seat* seat : seats_) {
    if ((ready > 0 || due) && seat->process) {
      seat->flush();
      hear(*seat);
    }
    if (due && seat->process) {
      look_after(*seat, now);
    }
  }
}

}  // namespace uq::studies
