#include "studies/journal/journaled.hpp"

#include "studies/journal/claims.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <utility>

namespace uq::studies {

namespace {

using Clock = std::chrono::steady_clock;

/// Answers that say nothing of the row: the next run asks again.
bool is_final(RowStatus status) {
  return status != RowStatus::cancelled && status != RowStatus::engine_error &&
         status != RowStatus::missing;
}

void deliver(const Answer& answer, Index row, BatchResult& out) {
  for (std::size_t q = 0; q < answer.outputs.size(); ++q) {
    out.y(row, static_cast<Index>(q)) = answer.outputs[q];
  }
  out.status[static_cast<std::size_t>(row)] = answer.status;
  if (!answer.message.empty() && out.message) {
    out.message(row, answer.message);
  }
}

std::vector<double> inputs_of(const MatrixRef& x, Index row) {
  std::vector<double> inputs(static_cast<std::size_t>(x.cols()));
  for (Index i = 0; i < x.cols(); ++i) {
    inputs[static_cast<std::size_t>(i)] = x(row, i);
  }
  return inputs;
}

}  // namespace

/// What copies share: how fast the model is, and which rows are being evaluated.
struct Journaled::State {
  JournaledOptions options;
  Claims claims;
  std::atomic<Index> reused = 0;
  std::atomic<Index> asked = 0;
  std::atomic<bool> recording = false;  // false: as fast models are, or not known yet
  std::atomic<Index> piece = 1;         // rows of the next one

  /// Takes note of how long a piece took; whether it is worth recording.
  bool is_worth(Index rows, double seconds) {
    asked += rows;
    const double each = std::max(seconds / static_cast<double>(rows), 1e-9);
    // Later rows may be slower than these: growth is bounded.
    constexpr Index growth = 8;
    constexpr double most = 1 << 20;
    const auto affordable = static_cast<Index>(std::min(most, options.piece_seconds / each));
    piece = std::max(options.least_rows, std::clamp<Index>(affordable, 1, growth * rows));
    const bool slow = each >= options.fast_seconds;
    if (slow && seconds >= options.least_seconds) {
      recording = true;
    }
    constexpr Index enough = 64;
    if (!slow && rows >= enough) {
      recording = false;
    }
    return slow && recording;
  }
};

Journaled::Journaled(Model model, std::shared_ptr<Journal> journal, JournaledOptions options)
    : model_(std::move(model)), journal_(std::move(journal)), state_(std::make_shared<State>()) {
  state_->recording = options.fast_seconds <= 0;
  state_->piece = options.least_rows;
  state_->options = std::move(options);
}

Journaled::~Journaled() = default;
Journaled::Journaled(const Journaled&) = default;
Journaled::Journaled(Journaled&&) noexcept = default;

Index Journaled::reused() const {
  return state_->reused;
}

Index Journaled::asked() const {
  return state_->asked;
}

void Journaled::evaluate(const MatrixRef& x, BatchResult& out) const {
  const Index done =
      !state_->recording && journal_->rows() == 0 ? ask_unrecorded(x, out) : Index{0};
  if (done < x.rows()) {
    std::vector<Index> open(static_cast<std::size_t>(x.rows() - done));
    std::iota(open.begin(), open.end(), done);
    ask_recorded(x, out, std::move(open));
  }
}

/// Passes rows on as they are, while the model is fast; returns the rows done.
Index Journaled::ask_unrecorded(const MatrixRef& x, BatchResult& out) const {
  Index done = 0;
  while (done < x.rows()) {
    if (state_->options.between) {
      state_->options.between();
    }
    const Index count = std::min<Index>(state_->piece, x.rows() - done);
    std::vector<std::pair<Index, std::string>> messages;
    BatchResult part{
        out.y.middleRows(done, count),
        out.status.subspan(static_cast<std::size_t>(done), static_cast<std::size_t>(count)),
        [&](Index row, const std::string& text) {
          messages.emplace_back(done + row, short_message(text));
        }};
    const auto begin = Clock::now();
    model_.evaluate(x.middleRows(done, count), part);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    for (const auto& [row, text] : messages) {
      if (out.message) {
        out.message(row, text);
      }
    }
    if (state_->is_worth(count, seconds)) {
      std::vector<Answer> answers;
      for (Index row = done; row < done + count; ++row) {
        Answer answer{.inputs = inputs_of(x, row),
                      .status = out.status[static_cast<std::size_t>(row)],
                      .seconds = seconds / static_cast<double>(count),
                      .outputs = {},
                      .message = {}};
        for (Index q = 0; q < out.y.cols(); ++q) {
          answer.outputs.push_back(out.y(row, q));
        }
        for (const auto& [explained, text] : messages) {
          answer.message = explained == row && !text.empty() ? text : answer.message;
        }
        if (is_final(answer.status)) {
          answers.push_back(std::move(answer));
        }
      }
      journal_->append(answers);
      return done + count;
    }
    done += count;
  }
  return done;
}

bool Journaled::deliver_known(const MatrixRef& x, Index row, BatchResult& out) const {
  const std::optional<Answer> answer = journal_->find(inputs_of(x, row));
  if (answer) {
    deliver(*answer, row, out);
    ++state_->reused;
  }
  return answer.has_value();
}

/// The model's answers to some rows, and whether they are worth recording.
std::vector<Answer> Journaled::ask(const MatrixRef& x,
                                   std::span<const Index> rows,
                                   bool& worth) const {
  const auto n = static_cast<Index>(rows.size());
  Matrix points(n, x.cols());
  for (Index k = 0; k < n; ++k) {
    points.row(k) = x.row(rows[static_cast<std::size_t>(k)]);
  }
  Matrix y(n, static_cast<Index>(outputs().size()));
  std::vector<RowStatus> status(rows.size(), RowStatus::ok);
  std::vector<std::string> messages(rows.size());
  BatchResult result{y, status, [&](Index row, const std::string& text) {
                       if (!text.empty()) {
                         messages[static_cast<std::size_t>(row)] = short_message(text);
                       }
                     }};
  const auto begin = Clock::now();
  model_.evaluate(points, result);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  worth = state_->is_worth(n, seconds);
  std::vector<Answer> answers;
  for (Index k = 0; k < n; ++k) {
    Answer answer{.inputs = inputs_of(points, k),
                  .status = status[static_cast<std::size_t>(k)],
                  .seconds = seconds / static_cast<double>(n),
                  .outputs = {},
                  .message = std::move(messages[static_cast<std::size_t>(k)])};
    for (Index q = 0; q < y.cols(); ++q) {
      answer.outputs.push_back(y(k, q));
    }
    answers.push_back(std::move(answer));
  }
  return answers;
}

void Journaled::ask_recorded(const MatrixRef& x, BatchResult& out, std::vector<Index> open) const {
  while (!open.empty()) {
    BatchClaims claims(state_->claims);
    std::vector<Index> own;
    std::vector<Index> others;  // being evaluated elsewhere, or a second time in this batch
    for (const Index row : open) {
      if (deliver_known(x, row, out)) {
        continue;
      }
      const RowKey key = row_key(inputs_of(x, row));
      if (!claims.claim(key)) {
        others.push_back(row);
      } else if (deliver_known(x, row, out)) {  // appended since the first look
        claims.release(key);
      } else {
        own.push_back(row);
      }
    }
    for (std::span<const Index> rest(own); !rest.empty();) {
      if (state_->options.between) {
        state_->options.between();
      }
      const auto piece =
          std::min<std::size_t>(rest.size(), static_cast<std::size_t>(Index{state_->piece}));
      bool worth = false;
      const std::vector<Answer> answers = ask(x, rest.first(piece), worth);
      if (worth) {
        std::vector<Answer> final;
        std::copy_if(
            answers.begin(), answers.end(), std::back_inserter(final), [](const Answer& a) {
              return is_final(a.status);
            });
        journal_->append(final);
      }
      for (std::size_t k = 0; k < piece; ++k) {
        deliver(answers[k], rest[k], out);
        claims.release(row_key(answers[k].inputs));
      }
      rest = rest.subspan(piece);
    }
    if (own.empty() && !others.empty()) {
      state_->claims.wait_for(row_key(inputs_of(x, others.front())));
    }
    open = std::move(others);
  }
}

}  // namespace uq::studies
