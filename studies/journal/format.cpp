#include "studies/journal/format.hpp"

#include "studies/journal/crc32c.hpp"
#include "uq/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace uq::studies {

namespace {

static_assert(std::endian::native == std::endian::little, "the journal is written as it lies");

// The carriage return and the end of text catch what was copied as text.
constexpr std::array<char, 8> magic{'U', 'Q', 'J', 'R', 'N', '\r', '\n', '\x1a'};
constexpr std::uint32_t version = 1;
constexpr std::uint32_t endianness = 0x01020304;
constexpr std::uint32_t record_mark = 0x9b4a5155;
constexpr std::size_t longest_header = std::size_t{1} << 26;
constexpr std::size_t crc_size = 4;

// Offsets in a record.
constexpr std::size_t at_length = 4;
constexpr std::size_t at_sequence = 8;
constexpr std::size_t at_synced = 16;
constexpr std::size_t at_seed = 24;
constexpr std::size_t at_seconds = 32;
constexpr std::size_t at_kind = 40;
constexpr std::size_t at_status = 41;
constexpr std::size_t at_attempt = 42;
constexpr std::size_t at_message_length = 44;
constexpr std::size_t at_inputs = 48;
static_assert(at_inputs + crc_size == shortest_record);

enum class Kind : std::uint8_t { mark, answer };

template <class T>
void put(const T& value, std::byte* to) {
  std::memcpy(to, &value, sizeof value);
}

template <class T>
T get(std::span<const std::byte> bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::uint32_t checksum(const JournalHeader& header, std::span<const std::byte> bytes) {
  std::array<std::byte, sizeof header.id> id{};
  put(header.id, id.data());
  return crc32c(bytes, crc32c(id));
}

std::size_t values_size(const JournalHeader& header) {
  return sizeof(double) * (header.inputs() + header.outputs());
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), sizeof(double) * a.size()) == 0;
}

Answer decode_answer(const JournalHeader& header,
                     std::span<const std::byte> bytes,
                     std::size_t message_length) {
  Answer answer{.inputs = std::vector<double>(header.inputs()),
                .seed = get<std::uint64_t>(bytes, at_seed),
                .status = static_cast<RowStatus>(get<std::uint8_t>(bytes, at_status)),
                .attempt = get<std::uint8_t>(bytes, at_attempt),
                .seconds = get<double>(bytes, at_seconds),
                .outputs = std::vector<double>(header.outputs()),
                .message = {}};
  const std::byte* values = bytes.data() + at_inputs;
  std::memcpy(answer.inputs.data(), values, sizeof(double) * header.inputs());
  values += sizeof(double) * header.inputs();
  std::memcpy(answer.outputs.data(), values, sizeof(double) * header.outputs());
  answer.message.resize(message_length);
  std::memcpy(
      answer.message.data(), bytes.data() + at_inputs + values_size(header), message_length);
  return answer;
}

}  // namespace

std::string short_message(const std::string& text) {
  if (text.size() <= longest_message) {
    return text;
  }
  std::size_t end = longest_message;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) {
    --end;  // inside a character
  }
  return text.substr(0, end);
}

bool same_answer(const Answer& a, const Answer& b) {
  return a.status == b.status && same_bits(a.outputs, b.outputs);
}

std::vector<std::byte> encode(const JournalHeader& header) {
  const std::string json = identity_json(header.identity);
  std::vector<std::byte> bytes(header_fixed + json.size() + crc_size);
  put(magic, bytes.data());
  put(version, bytes.data() + 8);
  put(endianness, bytes.data() + 12);
  put(header.id, bytes.data() + 16);
  put(static_cast<std::uint32_t>(json.size()), bytes.data() + 24);
  std::memcpy(bytes.data() + header_fixed, json.data(), json.size());
  put(crc32c(std::span(bytes).first(bytes.size() - crc_size)),
      bytes.data() + bytes.size() - crc_size);
  return bytes;
}

std::size_t header_length(std::span<const std::byte> bytes) {
  if (bytes.size() < header_fixed) {
    return 0;
  }
  const std::size_t length = header_fixed + get<std::uint32_t>(bytes, 24) + crc_size;
  return length <= longest_header ? length : 0;
}

JournalHeader decode_header(std::span<const std::byte> bytes, const std::string& path) {
  const auto refuse = [&](const std::string& why) { throw IoError(path + ": " + why); };
  if (bytes.size() < header_fixed || std::memcmp(bytes.data(), magic.data(), magic.size()) != 0) {
    refuse("not a journal of uq");
  }
  if (get<std::uint32_t>(bytes, 12) != endianness) {
    refuse("a journal of a machine with another byte order, or damaged in its header");
  }
  if (get<std::uint32_t>(bytes, 8) != version) {
    refuse(fmt::format("a journal of version {}; this program reads version {}",
                       get<std::uint32_t>(bytes, 8),
                       version));
  }
  const std::size_t size = header_length(bytes);
  // What a damaged header says of the model would be believed of every record.
  if (size == 0 || bytes.size() < size ||
      crc32c(bytes.first(size - crc_size)) != get<std::uint32_t>(bytes, size - crc_size)) {
    refuse(
        "damaged in its header, so nothing tells what its records are valid for; remove it to "
        "begin anew");
  }
  const auto* text = reinterpret_cast<const char*>(bytes.data() + header_fixed);
  return {.id = get<std::uint64_t>(bytes, 16),
          .identity = identity_of_json(std::string(text, size - header_fixed - crc_size)),
          .size = static_cast<std::int64_t>(size)};
}

std::size_t longest_record(const JournalHeader& header) {
  return shortest_record + values_size(header) + longest_message;
}

void append_encoded(const JournalHeader& header,
                    const JournalRecord& record,
                    std::vector<std::byte>& to) {
  const std::size_t message_length = record.answer ? record.answer->message.size() : 0;
  expects(message_length <= longest_message, "the message is too long");
  const std::size_t length =
      shortest_record + message_length + (record.answer ? values_size(header) : 0);
  const std::size_t begin = to.size();
  to.resize(begin + length);
  std::byte* bytes = to.data() + begin;
  put(record_mark, bytes);
  put(static_cast<std::uint32_t>(length), bytes + at_length);
  put(record.sequence, bytes + at_sequence);
  put(record.synced, bytes + at_synced);
  put(static_cast<std::uint8_t>(record.answer ? Kind::answer : Kind::mark), bytes + at_kind);
  put(static_cast<std::uint32_t>(message_length), bytes + at_message_length);
  if (record.answer) {
    const Answer& answer = *record.answer;
    expects(answer.inputs.size() == header.inputs() && answer.outputs.size() == header.outputs(),
            "the answer has other columns than the journal");
    put(answer.seed, bytes + at_seed);
    put(answer.seconds, bytes + at_seconds);
    put(static_cast<std::uint8_t>(answer.status), bytes + at_status);
    put(answer.attempt, bytes + at_attempt);
    std::byte* values = bytes + at_inputs;
    std::memcpy(values, answer.inputs.data(), sizeof(double) * answer.inputs.size());
    values += sizeof(double) * answer.inputs.size();
    std::memcpy(values, answer.outputs.data(), sizeof(double) * answer.outputs.size());
    values += sizeof(double) * answer.outputs.size();
    std::memcpy(values, answer.message.data(), message_length);
  }
  put(checksum(header, std::span(to).subspan(begin, length - crc_size)), bytes + length - crc_size);
}

std::optional<DecodedRecord> decode_record(const JournalHeader& header,
                                           std::span<const std::byte> bytes) {
  if (bytes.size() < shortest_record || get<std::uint32_t>(bytes, 0) != record_mark) {
    return std::nullopt;
  }
  const std::size_t length = get<std::uint32_t>(bytes, at_length);
  if (length < shortest_record || length > longest_record(header) || length > bytes.size() ||
      checksum(header, bytes.first(length - crc_size)) !=
          get<std::uint32_t>(bytes, length - crc_size)) {
    return std::nullopt;
  }
  DecodedRecord decoded{.record = {.sequence = get<std::uint64_t>(bytes, at_sequence),
                                   .synced = get<std::uint64_t>(bytes, at_synced),
                                   .answer = {}},
                        .length = length};
  const std::size_t message_length = get<std::uint32_t>(bytes, at_message_length);
  const auto kind = get<Kind>(bytes, at_kind);
  const bool fits = kind == Kind::mark
                        ? length == shortest_record
                        : kind == Kind::answer && message_length <= longest_message &&
                              length == shortest_record + values_size(header) + message_length &&
                              get<std::uint8_t>(bytes, at_status) < row_status_names.size();
  if (!fits) {
    return std::nullopt;  // with a sound checksum: written by something else
  }
  if (kind == Kind::answer) {
    decoded.record.answer = decode_answer(header, bytes, message_length);
  }
  return decoded;
}

std::size_t next_candidate(std::span<const std::byte> bytes, std::size_t begin) {
  std::array<std::byte, sizeof record_mark> mark{};
  put(record_mark, mark.data());
  const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(std::min(begin, bytes.size()));
  return static_cast<std::size_t>(std::search(from, bytes.end(), mark.begin(), mark.end()) -
                                  bytes.begin());
}

}  // namespace uq::studies
