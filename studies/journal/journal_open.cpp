// How a journal comes to be open: created, or found, checked and repaired.
#include "studies/journal/journal.hpp"
#include "studies/store/posix.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <random>
#include <utility>

namespace uq::studies {

namespace {

std::uint64_t fresh_id() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32) | device();
}

}  // namespace

Journal::Journal(std::string path,
                 Identity identity,
                 const JournalOptions& options,
                 const FileCalls& calls)
    : path_(std::move(path)),
      header_{.id = fresh_id(), .identity = std::move(identity)},
      options_(options),
      calls_(calls) {
  constexpr int attempts = 100;  // each needs another one to replace the file at this moment
  for (int attempt = 0; !open_existing(); ++attempt) {
    if (attempt == attempts) {
      throw IoError(path_ + ": keeps being replaced");
    }
  }
  if (file_) {
    start_thread();
  }
}

/// False: try again.
bool Journal::open_existing() {
  file_ = CalledFile::existing(calls_, path_, O_RDWR | O_APPEND | O_NOFOLLOW);
  if (!file_) {
    return true;
  }
  if (!file_->lock()) {
    const std::string owner = lock_owner(path_);
    throw IoError(path_ + ": in use by another run" +
                  (owner.empty() ? "" : " (process " + owner + ")") + "; wait for it");
  }
  if (!file_->is_still_there()) {
    return false;
  }
  JournalHeader found = read_header(*file_);
  if (std::vector<Change> all = changes(found.identity, header_.identity); !all.empty()) {
    std::string text = path_ + ": its answers are not for this run:";
    for (const Change& change : all) {
      text += "\n  " + change_text(change);
    }
    throw IdentityChanged(text, std::move(all));
  }
  header_ = std::move(found);
  const Scanned scanned =
      scan(*file_, header_, [this](const JournalRecord& record, std::int64_t offset) {
        if (record.answer) {
          take(*record.answer, offset);
        }
      });
  end_ = scanned.end;
  records_ = scanned.records;
  if (scanned.damage && !scanned.damage->is_torn_tail) {
    throw IoError(fmt::format(
        "{}: damaged at byte {}: {} records before it are sound, {} behind it; `uq salvage` writes "
        "a journal of them, what is lost is then evaluated again",
        path_,
        scanned.damage->offset,
        scanned.records,
        scanned.damage->sound_after));
  }
  if (scanned.damage) {
    repair(*scanned.damage);
  }
  // What a process before this one wrote may still be on its way to the disk.
  file_->sync();
  synced_ = records_;
  marked_ = records_;
  opened_.existed = true;
  opened_.rows = static_cast<Index>(index_.size());
  return true;
}

void Journal::repair(const Damage& damage) {
  opened_.repaired = damage;
  opened_.torn = path_ + ".torn";
  CalledFile torn(calls_, opened_.torn, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW);
  std::vector<std::byte> chunk(std::size_t{1} << 20);
  for (std::int64_t offset = damage.offset;;) {
    const std::size_t read = file_->read(chunk, offset);
    if (read == 0) {
      break;
    }
    torn.append(std::span(chunk).first(read));
    offset += static_cast<std::int64_t>(read);
  }
  torn.sync();
  file_->truncate(damage.offset);
  file_->sync();
}

void Journal::create() {
  const std::string temporary = path_ + ".new";
  CalledFile file(calls_, temporary, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW);
  if (!file.lock()) {
    throw IoError(path_ + ": another run is creating it; wait for it");
  }
  file.truncate(0);  // of one that died here
  const std::vector<std::byte> bytes = encode(header_);
  file.append(bytes);
  file.sync();
  if (calls_.rename_new(temporary, path_) != 0) {
    throw_errno(path_, "cannot be created");
  }
  if (calls_.sync_folder(path_) != 0) {
    throw_errno(path_, "its folder cannot be synced to disk");
  }
  file.renamed(path_);
  header_.size = static_cast<std::int64_t>(bytes.size());
  end_ = header_.size;
  file_ = std::move(file);
  start_thread();
}

}  // namespace uq::studies
