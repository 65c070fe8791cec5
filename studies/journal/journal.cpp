#include "studies/journal/journal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

namespace uq::studies {

namespace {

bool same_key(const Answer& answer, std::span<const double> inputs, std::uint64_t seed) {
  return answer.seed == seed && answer.inputs.size() == inputs.size() &&
         std::memcmp(answer.inputs.data(), inputs.data(), inputs.size_bytes()) == 0;
}

/// An answer on its way into the file, and where in what is being written.
struct Written {
  const Answer* answer;
  std::int64_t offset;
};

std::string answer_text(const Answer& answer) {
  std::string text(name(answer.status));
  for (const double value : answer.outputs) {
    text += fmt::format(" {}", value);
  }
  return text;
}

}  // namespace

std::string row_text(const Identity& identity, const std::vector<double>& inputs) {
  std::string text;
  for (std::size_t k = 0; k < inputs.size() && k < identity.inputs.size(); ++k) {
    text += fmt::format("{}{} = {}", k == 0 ? "" : ", ", identity.inputs[k].name, inputs[k]);
  }
  return text;
}

Journal::~Journal() {
  try {
    finish();
  } catch (const IoError&) {  // nobody was promised more
  }
  stop_thread();
}

void Journal::take(const Answer& answer, std::int64_t offset) {
  if (!known(answer)) {
    index_.add(row_hash(answer.inputs, answer.seed), offset);
  }
}

std::optional<Answer> Journal::at(std::int64_t offset) const {
  std::vector<std::byte> bytes(longest_record(header_));
  bytes.resize(file_->read(bytes, offset));
  std::optional<DecodedRecord> decoded = decode_record(header_, bytes);
  if (!decoded || !decoded->record.answer) {
    throw IoError(fmt::format("{}: changed at byte {} while it is in use", path_, offset));
  }
  return std::move(decoded->record.answer);
}

/// Whether an answer is to the key of the other. @throws NotDeterministic when it says otherwise
bool Journal::is_known_as(const Answer& found, const Answer& like) const {
  if (!same_key(found, like.inputs, like.seed)) {
    return false;
  }
  if (!same_answer(found, like)) {
    throw NotDeterministic(fmt::format("the model is not deterministic: for {} it gave {}, then {}",
                                       row_text(header_.identity, like.inputs),
                                       answer_text(found),
                                       answer_text(like)));
  }
  return true;
}

/// The answer there is to the key of this one.
std::optional<Answer> Journal::known(const Answer& like) const {
  const std::uint64_t hash = row_hash(like.inputs, like.seed);
  for (std::size_t k = 0; index_.find(hash, k) >= 0; ++k) {
    std::optional<Answer> found = at(index_.find(hash, k));
    if (is_known_as(*found, like)) {
      return found;
    }
  }
  return std::nullopt;
}

std::optional<Answer> Journal::find(std::span<const double> inputs, std::uint64_t seed) const {
  const std::uint64_t hash = row_hash(inputs, seed);
  for (std::size_t k = 0;; ++k) {
    std::int64_t offset = -1;
    {
      const std::lock_guard lock(mutex_);
      offset = index_.find(hash, k);
    }
    if (offset < 0) {
      return std::nullopt;
    }
    // Once something is in the index the file stays open and its sound part as it is.
    if (std::optional<Answer> found = at(offset); same_key(*found, inputs, seed)) {
      return found;
    }
  }
}

Index Journal::rows() const {
  const std::lock_guard lock(mutex_);
  return static_cast<Index>(index_.size());
}

void Journal::write(std::span<const std::byte> bytes) {
  if (!failed_.empty()) {
    throw IoError(failed_);
  }
  try {
    if (!file_) {
      create();
    }
    file_->append(bytes);
  } catch (const IoError& error) {
    failed_ = error.what();
    throw;
  }
}

void Journal::append(const std::vector<Answer>& answers) {
  std::unique_lock lock(mutex_);
  if (!failed_.empty()) {
    throw IoError(failed_);
  }
  std::vector<std::byte> bytes;
  std::multimap<std::uint64_t, Written> written;  // by hash
  for (const Answer& answer : answers) {
    const std::uint64_t hash = row_hash(answer.inputs, answer.seed);
    const auto [first, last] = written.equal_range(hash);
    const bool is_twice = std::any_of(
        first, last, [&](const auto& one) { return is_known_as(*one.second.answer, answer); });
    if (!is_twice && !known(answer)) {
      written.emplace(hash, Written{&answer, static_cast<std::int64_t>(bytes.size())});
      append_encoded(
          header_,
          {.sequence = records_ + written.size() - 1, .synced = synced_, .answer = answer},
          bytes);
    }
  }
  if (written.empty()) {
    return;
  }
  write(bytes);
  for (const auto& [hash, one] : written) {
    index_.add(hash, end_ + one.offset);
  }
  end_ += static_cast<std::int64_t>(bytes.size());
  if (records_ == synced_) {
    oldest_unsynced_ = Clock::now();
  }
  records_ += written.size();
  if (records_ - synced_ >= options_.sync_records || is_due(Clock::now())) {
    sync(lock);
  } else {
    changed_.notify_one();
  }
}

/// Others may append meanwhile; what they append is not promised by this.
void Journal::sync(std::unique_lock<std::mutex>& lock) {
  const std::uint64_t records = records_;
  const Clock::time_point begin = Clock::now();
  lock.unlock();
  std::string failure;
  try {
    file_->sync();
  } catch (const IoError& error) {
    failure = error.what();
  }
  lock.lock();
  if (!failure.empty()) {
    failed_ = failure;
    throw IoError(failure);
  }
  synced_ = std::max(synced_, records);
  oldest_unsynced_ = begin;
}

Journal::Clock::time_point Journal::due() const {
  return oldest_unsynced_ + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(options_.sync_seconds));
}

bool Journal::is_due(Clock::time_point now) const {
  return records_ > synced_ && now >= due();
}

void Journal::sync_when_due() {
  std::unique_lock lock(mutex_);
  while (!ending_ && failed_.empty()) {
    if (records_ == synced_) {
      changed_.wait(lock);
    } else if (!is_due(Clock::now())) {
      changed_.wait_until(lock, due());
    } else {
      try {
        sync(lock);
      } catch (const IoError&) {  // the next append says so
      }
    }
  }
}

void Journal::start_thread() {
  if (options_.sync_in_background) {
    thread_ = std::thread([this] { sync_when_due(); });
  }
}

void Journal::stop_thread() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) {
    thread_.join();
  }
}

void Journal::finish() {
  std::unique_lock lock(mutex_);
  if (!failed_.empty()) {
    throw IoError(failed_);
  }
  if (records_ == marked_) {
    return;
  }
  sync(lock);
  std::vector<std::byte> mark;
  append_encoded(header_, {.sequence = records_, .synced = synced_, .answer = {}}, mark);
  write(mark);
  end_ += static_cast<std::int64_t>(mark.size());
  marked_ = ++records_;
  sync(lock);
}

void Journal::discard() {
  stop_thread();
  const std::lock_guard lock(mutex_);
  failed_ = path_ + ": was discarded";
  if (file_) {
    calls_.remove(path_);
    calls_.remove(path_ + ".torn");
    file_.reset();
  }
}

}  // namespace uq::studies
