#pragma once

#include "studies/journal/file_calls.hpp"
#include "studies/journal/format.hpp"
#include "studies/journal/row_index.hpp"
#include "studies/journal/scan.hpp"
#include "uq/core/error.hpp"
#include "uq/core/types.hpp"

#include <array>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace uq::studies {

/// One key, two answers: the model may not be asked again, nor believed.
struct NotDeterministic : ModelError, EndsEvaluation {
  using ModelError::ModelError;
};

/// The journal belongs to another study, model or seed.
struct IdentityChanged : IoError {
  IdentityChanged(const std::string& what, std::vector<Change> all)
      : IoError(what), changes(std::move(all)) {}
  std::vector<Change> changes;
};

struct JournalOptions {
  std::uint64_t sync_records = 1000;  ///< unsynced records at most
  double sync_seconds = 1;            ///< for which the oldest of them has waited at most
  bool sync_in_background = true;     ///< false: only appends look at the clock
};

/// The answers of a model that are on the disk: found by key, appended by any thread. An answer
/// whose `append` has returned survives the death of the process; a synced one, loss of power.
class Journal {
 public:
  /// Opens and locks the journal at `path`, repairs a torn tail, and reads where its rows lie. When
  /// there is none, the first append creates it.
  /// @throws IoError when another process has it, it is damaged in its middle (the offset is
  /// named), or a call fails; IdentityChanged; NotDeterministic
  Journal(std::string path,
          Identity identity,
          const JournalOptions& options = {},
          const FileCalls& calls = system_calls());
  /// Finishes as well as it can.
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// What was found when it was opened.
  struct Opened {
    bool existed = false;
    Index rows = 0;
    std::optional<Damage> repaired;
    std::string torn;  ///< the file that keeps what was cut off
  };
  const Opened& opened() const { return opened_; }

  std::optional<Answer> find(std::span<const double> inputs, std::uint64_t seed = 0) const;

  /// Writes answers in one call. A key that is there already is compared, not written.
  /// @throws IoError when that or an earlier write or sync failed: from then on always;
  /// NotDeterministic
  void append(const std::vector<Answer>& answers);

  /// Everything appended is on the disk, and marked so. @throws IoError
  void finish();

  /// Removes the files: their answers are no longer needed. Nothing can be appended any more.
  void discard();

  Index rows() const;
  const std::string& path() const { return path_; }
  const Identity& identity() const { return header_.identity; }

 private:
  using Clock = std::chrono::steady_clock;
  bool open_existing();
  void create();
  void repair(const Damage& damage);
  void take(const Answer& answer, std::int64_t offset);
  std::optional<Answer> at(std::int64_t offset) const;
  bool is_known_as(const Answer& found, const Answer& like) const;
  std::optional<Answer> known(const Answer& like) const;
  void write(std::span<const std::byte> bytes);
  void sync(std::unique_lock<std::mutex>& lock);
  void sync_when_due();
  void start_thread();
  void stop_thread();
  bool is_due(Clock::time_point now) const;
  Clock::time_point due() const;

  std::string path_;
  JournalHeader header_;
  JournalOptions options_;
  const FileCalls& calls_;
  Opened opened_;

  mutable std::mutex mutex_;  // guards all below
  std::optional<CalledFile> file_;
  std::int64_t end_ = 0;
  std::uint64_t records_ = 0;
  std::uint64_t synced_ = 0;
  std::uint64_t marked_ = 0;  // records when the last mark was written
  Clock::time_point oldest_unsynced_;
  RowIndex index_;
  std::string failed_;  // why nothing can be written any more
  bool ending_ = false;
  std::condition_variable changed_;
  std::thread thread_;
};

/// "eta = 0.5, batch = 8": the inputs of a row, for messages.
std::string row_text(const Identity& identity, const std::vector<double>& inputs);

}  // namespace uq::studies
