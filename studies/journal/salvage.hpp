#pragma once

#include "studies/journal/file_calls.hpp"
#include "studies/journal/scan.hpp"
#include "uq/core/status.hpp"
#include "uq/core/types.hpp"

#include <array>
#include <optional>
#include <string>

namespace uq::studies {

/// A journal as it lies there, read without a lock and without changing it.
struct JournalSummary {
  Identity identity;
  Index rows = 0;
  std::array<Index, row_status_names.size()> counts{};
  double seconds = 0;  ///< of the model, all rows together
  std::int64_t bytes = 0;
  std::optional<Damage> damage;  ///< the end of a journal in use may look torn
};
JournalSummary summary(const std::string& path, const FileCalls& calls = system_calls());

/// What the journal at `path` is valid for. @throws IoError
Identity identity_in(const std::string& path, const FileCalls& calls = system_calls());

struct Salvaged {
  Index rows = 0;         ///< in the new journal
  Index conflicting = 0;  ///< keys with two answers; neither is kept
  std::int64_t lost_bytes = 0;
  std::string damaged;  ///< where the old file lies now
};

/// Writes a new journal of all sound records and puts it in the place of the old one, which is kept
/// beside it as PATH.damaged. @throws IoError when another process has it, its header is damaged,
/// or a call fails; the old file is then where it was.
Salvaged salvage(const std::string& path, const FileCalls& calls = system_calls());

}  // namespace uq::studies
