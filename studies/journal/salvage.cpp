#include "studies/journal/salvage.hpp"

#include "studies/journal/row_index.hpp"
#include "studies/store/posix.hpp"
#include "uq/core/error.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

namespace uq::studies {

namespace {

CalledFile opened(const std::string& path, const FileCalls& calls) {
  std::optional<CalledFile> file = CalledFile::existing(calls, path, O_RDONLY | O_NOFOLLOW);
  if (!file) {
    throw IoError(path + ": there is no journal");
  }
  return *std::move(file);
}

Answer answer_at(const CalledFile& file, const JournalHeader& header, std::int64_t offset) {
  std::vector<std::byte> bytes(longest_record(header));
  bytes.resize(file.read(bytes, offset));
  std::optional<DecodedRecord> decoded = decode_record(header, bytes);
  if (!decoded || !decoded->record.answer) {
    throw IoError(file.path() + ": changes while it is read");
  }
  return *std::move(decoded->record.answer);
}

bool same_key(const Answer& a, const Answer& b) {
  return a.seed == b.seed &&
         std::memcmp(a.inputs.data(), b.inputs.data(), sizeof(double) * a.inputs.size()) == 0;
}

/// Which records of a damaged journal go into a new one, by their offsets.
struct Selection {
  std::vector<std::int64_t> kept;
  std::set<std::int64_t> conflicting;  ///< of those, first of two answers to one key
  std::int64_t sound_bytes = 0;
};

Selection select(const CalledFile& file, const JournalHeader& header) {
  Selection selection;
  RowIndex index;
  for_each_sound(file, header, header.size, [&](const JournalRecord& record, std::int64_t offset) {
    std::vector<std::byte> encoded;
    append_encoded(header, record, encoded);
    selection.sound_bytes += static_cast<std::int64_t>(encoded.size());
    if (!record.answer) {
      return;
    }
    const std::uint64_t hash = row_hash(record.answer->inputs, record.answer->seed);
    for (std::size_t k = 0; index.find(hash, k) >= 0; ++k) {
      const std::int64_t first = index.find(hash, k);
      const Answer earlier = answer_at(file, header, first);
      if (same_key(earlier, *record.answer)) {
        if (!same_answer(earlier, *record.answer)) {
          selection.conflicting.insert(first);
        }
        return;
      }
    }
    index.add(hash, offset);
    selection.kept.push_back(offset);
  });
  return selection;
}

void write_new(const CalledFile& from,
               JournalHeader header,
               const Selection& selection,
               CalledFile& to) {
  const JournalHeader before = header;
  header.id = ~before.id;  // no record of the old file may pass for one of the new
  std::vector<std::byte> bytes = encode(header);
  std::uint64_t sequence = 0;
  constexpr std::size_t chunk = std::size_t{1} << 20;
  for (const std::int64_t offset : selection.kept) {
    if (!selection.conflicting.contains(offset)) {
      append_encoded(
          header,
          {.sequence = sequence++, .synced = 0, .answer = answer_at(from, before, offset)},
          bytes);
    }
    if (bytes.size() >= chunk) {
      to.append(bytes);
      bytes.clear();
    }
  }
  append_encoded(header, {.sequence = sequence, .synced = sequence, .answer = {}}, bytes);
  to.append(bytes);
  to.sync();
}

void put_in_place(const std::string& path, const std::string& temporary, const FileCalls& calls) {
  const std::string damaged = path + ".damaged";
  if (calls.rename(path, damaged) != 0) {
    throw_errno(path, "cannot be renamed");
  }
  if (calls.rename(temporary, path) != 0) {
    const int reason = errno;
    calls.rename(damaged, path);
    errno = reason;
    throw_errno(path, "cannot be replaced");
  }
  if (calls.sync_folder(path) != 0) {
    throw_errno(path, "its folder cannot be synced to disk");
  }
}

}  // namespace

Identity identity_in(const std::string& path, const FileCalls& calls) {
  return read_header(opened(path, calls)).identity;
}

JournalSummary summary(const std::string& path, const FileCalls& calls) {
  const CalledFile file = opened(path, calls);
  const JournalHeader header = read_header(file);
  JournalSummary summary{.identity = header.identity, .bytes = file.size()};
  RowIndex index;
  const Scanned scanned = scan(file, header, [&](const JournalRecord& record, std::int64_t offset) {
    if (!record.answer) {
      return;
    }
    const Answer& answer = *record.answer;
    const std::uint64_t hash = row_hash(answer.inputs, answer.seed);
    for (std::size_t k = 0; index.find(hash, k) >= 0; ++k) {
      if (same_key(answer_at(file, header, index.find(hash, k)), answer)) {
        return;
      }
    }
    index.add(hash, offset);
    ++summary.rows;
    ++summary.counts[static_cast<std::size_t>(answer.status)];
    summary.seconds += answer.seconds;
  });
  summary.damage = scanned.damage;
  return summary;
}

Salvaged salvage(const std::string& path, const FileCalls& calls) {
  CalledFile file = opened(path, calls);
  if (!file.lock()) {
    const std::string owner = lock_owner(path);
    throw IoError(path + ": in use by another run" +
                  (owner.empty() ? "" : " (process " + owner + ")") + "; wait for it");
  }
  const JournalHeader header = read_header(file);
  const Selection selection = select(file, header);
  const std::string temporary = path + ".new";
  CalledFile fresh(calls, temporary, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW);
  write_new(file, header, selection, fresh);
  put_in_place(path, temporary, calls);
  return {.rows = static_cast<Index>(selection.kept.size() - selection.conflicting.size()),
          .conflicting = static_cast<Index>(selection.conflicting.size()),
          .lost_bytes = file.size() - header.size - selection.sound_bytes,
          .damaged = path + ".damaged"};
}

}  // namespace uq::studies
