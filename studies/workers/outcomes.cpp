#include "studies/workers/pool_detail.hpp"
#include "studies/workers/serve.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>

namespace uq::studies {

// What processes say, how they end, and what that means for the rows they were asked for.

namespace {

using namespace std::chrono_literals;

double seconds(PoolClock::duration time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

void WorkerPool::Evaluation::hear(Seat& seat) {
  std::vector<RowResult> answered;
  const bool was_ready = seat.is_ready();
  bool open = true;
  std::optional<DialogueFault> fault;
  try {
    open = seat.hear(answered);
  } catch (const DialogueFault& error) {
    fault = error;
  } catch (const ModelRefused& refusal) {
    if (left_ == 0 && out_.status.empty()) {  // nobody relies on the model yet
      throw;
    }
    throw IoError("a worker process cannot be used: " + refusal.refused.text);
  }
  if (!was_ready && seat.is_ready()) {
    pool_.has_started();
    seat.since = PoolClock::now();
  }
  try {
    for (const RowResult& result : answered) {
      settle(seat, result);
    }
  } catch (const DialogueFault& error) {
    fault = error;
  }
  if (fault && !was_ready) {
    seat.clear();
    failed_to_start(std::string("was not understood: ") + fault->what());
  } else if (fault) {
    died(seat, fault->status, fault->what());
  } else if (!open) {
    lost_process(seat, true);
  }
}

void WorkerPool::Evaluation::settle(Seat& seat, const RowResult& result) {
  if (seat.flights.empty() || seat.flights.front().id != result.id) {
    throw DialogueFault(RowStatus::unparsable, "it answered what it was not asked");
  }
  const Flight& flight = seat.flights.front();
  const auto count = static_cast<Index>(flight.rows.size());
  if (result.y.rows() != count || result.y.cols() != out_.y.cols()) {
    throw DialogueFault(RowStatus::wrong_size,
                        fmt::format("it answered {} x {} outputs instead of {} x {}",
                                    result.y.rows(),
                                    result.y.cols(),
                                    count,
                                    out_.y.cols()));
  }
  const auto now = PoolClock::now();
  seat.row_seconds = (result.seconds > 0 ? result.seconds : seconds(now - seat.since)) /
                     static_cast<double>(count);
  seat.since = now;
  seat.log_mark = seat.process->logged();
  seat.retire = seat.retire || result.retire;
  seat.served += count;
  for (const std::string& warning : result.warnings) {
    pool_.remark(warning);
  }
  std::vector<const std::string*> texts(result.messages.empty() ? 0
                                                                : static_cast<std::size_t>(count));
  for (const auto& [row, text] : result.messages) {
    texts[static_cast<std::size_t>(row)] = &text;
  }
  const std::vector<Index> rows = std::move(seat.flights.front().rows);
  seat.flights.pop_front();
  for (Index i = 0; i < count; ++i) {
    const Index row = rows[static_cast<std::size_t>(i)];
    const RowStatus status = result.status[static_cast<std::size_t>(i)];
    if (status != RowStatus::ok && asked_again(row, status, false)) {
      continue;
    }
    for (Index k = 0; k < out_.y.cols(); ++k) {
      out_.y(row, k) = result.y(i, k);
    }
    const std::string* text = texts.empty() ? nullptr : texts[static_cast<std::size_t>(i)];
    finish(row, status, text != nullptr ? *text : "");
  }
}

void WorkerPool::Evaluation::look_after(Seat& seat, PoolClock::time_point now) {
  const double waited = seconds(now - seat.since);
  if (!seat.is_ready()) {
    if (waited > pool_.options.start_patience) {
      seat.process->kill();
      const std::string words = seat.process->last_words(0);
      seat.clear();
      failed_to_start(fmt::format("was not ready within {} s{}",
                                  pool_.options.start_patience,
                                  words.empty() ? "" : ": " + words));
      return;
    }
  } else if (const double most = pool_.options.policy.timeout;
             most > 0 && waited > most && !seat.flights.empty()) {
    seat.process->kill();
    died(seat, RowStatus::timeout, fmt::format("gave no answer within {:g} s", most));
    return;
  }
  if (seat.process->ended()) {
    lost_process(seat, false);
  }
}

/// The process is gone, or has closed its output and is of no more use.
void WorkerPool::Evaluation::lost_process(Seat& seat, bool stream_ended) {
  if (!stream_ended) {  // what it said before it ended counts
    std::vector<RowResult> answered;
    try {
      seat.hear(answered);
      for (const RowResult& result : answered) {
        settle(seat, result);
      }
    } catch (const DialogueFault&) {  // NOLINT(bugprone-empty-catch): its end says more
    } catch (const ModelRefused&) {
      throw;
    }
  }
  constexpr auto patience = 500ms;
  const auto since = PoolClock::now();
  const ProcessEnd end = seat.process->end(patience);
  std::string why = text_of(end);
  RowStatus status = end.signalled ? RowStatus::signal : RowStatus::exit_code;
  if (stream_ended && PoolClock::now() - since >= patience) {
    status = RowStatus::unparsable;
    why = "closed its output";
  }
  const std::string meaning = end.signalled ? "" : seat.dialogue->meaning(end.number);
  if (!meaning.empty()) {
    why += ": " + meaning;
  } else if (const std::string words =
                 seat.process->last_words(seat.is_ready() ? seat.log_mark : 0);
             !words.empty()) {
    why += ": " + words;
  }
  if (!seat.is_ready()) {
    seat.clear();
    failed_to_start(why);
    return;
  }
  died(seat, status, why);
}

/// The process is of no more use; what was on its desk is asked again, or has failed.
void WorkerPool::Evaluation::died(Seat& seat, RowStatus status, const std::string& why) {
  if (const std::string words = seat.process->first_words(); !words.empty()) {
    pool_.remark("wrote to its standard streams, first: " + words);
  }
  // A process that has answered other rows may die of what they left, or of its own after its last
  // answer. Only a fresh one dies of the row it has; a silent one is silent on its row.
  const bool proves = seat.served == 0 || status == RowStatus::timeout;
  const std::deque<Flight> flights = std::move(seat.flights);
  seat.clear();
  for (std::size_t k = 0; k < flights.size(); ++k) {
    const std::vector<Index>& rows = flights[k].rows;
    if (k > 0) {  // it had not begun
      fresh_.emplace_front(rows.front(), static_cast<Index>(rows.size()));
    } else if (rows.size() > 1) {
      for (const Index row : rows) {
        alone_.push_back({row, false});
      }
    } else if (!proves) {
      alone_.push_back({rows.front(), true});
    } else if (!asked_again(rows.front(), status, true)) {
      for (Index j = 0; j < out_.y.cols(); ++j) {
        out_.y(rows.front(), j) = std::numeric_limits<double>::quiet_NaN();
      }
      finish(rows.front(), status, why);
    }
  }
}

/// Whether a row that failed, alone, is asked once more: then it is put in line.
bool WorkerPool::Evaluation::asked_again(Index row, RowStatus status, bool fresh) {
  if (status == RowStatus::nonfinite || status == RowStatus::infeasible ||
      status == RowStatus::cancelled) {
    return false;
  }
  const bool chance = status == RowStatus::signal || status == RowStatus::timeout ||
                      status == RowStatus::out_of_memory;
  const int retries = pool_.options.policy.retries.value_or(chance ? 1 : 0);
  if (retries == 0 || ++attempts_[row] > retries) {
    return false;
  }
  alone_.push_back({row, fresh});
  return true;
}

void WorkerPool::Evaluation::finish(Index row, RowStatus status, const std::string& text) {
  out_.status[static_cast<std::size_t>(row)] = status;
  if (!text.empty() && out_.message) {
    out_.message(row, text);
  }
  --left_;
}

}  // namespace uq::studies
