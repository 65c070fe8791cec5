#pragma once

#include "studies/journal/identity.hpp"
#include "uq/core/status.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace uq::studies {

/// The head of a journal file. All numbers of the file are little-endian.
struct JournalHeader {
  std::uint64_t id = 0;  ///< random; part of every checksum, so that no other journal's record fits
  Identity identity;
  std::int64_t size = 0;  ///< bytes of it in the file

  std::size_t inputs() const { return identity.inputs.size(); }
  std::size_t outputs() const { return identity.outputs.size(); }
};

/// What became of one row.
struct Answer {
  std::vector<double> inputs;  ///< the key, with `seed`, by its bits
  std::uint64_t seed = 0;      ///< of the row; 0 while models are deterministic
  RowStatus status = RowStatus::ok;
  std::uint8_t attempt = 1;
  double seconds = 0;
  std::vector<double> outputs;
  std::string message;  ///< at most `longest_message` bytes
};

inline constexpr std::size_t longest_message = 200;

/// One record: an answer, or a mark that says only how much was synced before it.
struct JournalRecord {
  std::uint64_t sequence = 0;
  std::uint64_t synced = 0;  ///< records that were known to be on the disk when it was written
  std::optional<Answer> answer;
};

/// The text cut to `longest_message` bytes, between characters of UTF-8.
std::string short_message(const std::string& text);

/// Whether two answers to one key say the same, bit for bit; how long they took does not matter.
bool same_answer(const Answer& a, const Answer& b);

std::vector<std::byte> encode(const JournalHeader& header);

/// Reads a header from the first bytes of a file. @throws IoError "PATH: …" when they are none: not
/// a journal, of another version, or damaged.
JournalHeader decode_header(std::span<const std::byte> bytes, const std::string& path);

/// Length of the header that begins with these bytes; 0 when they cannot tell.
std::size_t header_length(std::span<const std::byte> bytes);
inline constexpr std::size_t header_fixed = 28;  ///< bytes that tell it

/// Bytes enough to hold any record of this journal.
std::size_t longest_record(const JournalHeader& header);
inline constexpr std::size_t shortest_record = 52;

void append_encoded(const JournalHeader& header,
                    const JournalRecord& record,
                    std::vector<std::byte>& to);

/// The record at the beginning of the bytes and its length; empty when there is no sound one.
struct DecodedRecord {
  JournalRecord record;
  std::size_t length = 0;
};
std::optional<DecodedRecord> decode_record(const JournalHeader& header,
                                           std::span<const std::byte> bytes);

/// The first place from `begin` on where a record may begin; bytes.size() when there is none.
std::size_t next_candidate(std::span<const std::byte> bytes, std::size_t begin);

}  // namespace uq::studies
