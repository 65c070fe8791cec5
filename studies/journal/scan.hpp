#pragma once

#include "studies/journal/file_calls.hpp"
#include "studies/journal/format.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace uq::studies {

JournalHeader read_header(const CalledFile& file);

/// Where a journal stops making sense, and what that is.
struct Damage {
  std::int64_t offset;
  /// True: what a crash leaves of records that were not synced. False: a record that had been
  /// synced is no longer there, which no crash explains.
  bool is_torn_tail;
  std::int64_t sound_after = 0;  ///< sound records behind it
};

/// What a look at the whole file found.
struct Scanned {
  std::int64_t end = 0;       ///< of the sound beginning
  std::uint64_t records = 0;  ///< in it, marks included
  std::optional<Damage> damage;
};

/// Called with each sound record and its offset in the file.
using EachRecord = std::function<void(const JournalRecord& record, std::int64_t offset)>;

/// Reads all records in order up to the end or the first damage, then judges the damage.
Scanned scan(const CalledFile& file, const JournalHeader& header, const EachRecord& each);

/// Every sound record of the file from the offset on, whatever lies between them.
void for_each_sound(const CalledFile& file,
                    const JournalHeader& header,
                    std::int64_t from,
                    const EachRecord& each);

}  // namespace uq::studies
