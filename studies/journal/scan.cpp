#include "studies/journal/scan.hpp"

#include <algorithm>
#include <vector>

namespace uq::studies {

namespace {

/// A window that moves over the file.
class Window {
 public:
  Window(const CalledFile& file, std::int64_t begin, std::size_t longest)
      : file_(file), size_(file.size()), offset_(begin), longest_(longest) {}

  std::int64_t offset() const { return offset_ + static_cast<std::int64_t>(at_); }

  /// What follows: `longest` bytes at least, unless the file ends.
  std::span<const std::byte> bytes() {
    if (bytes_.size() - at_ < longest_ && !at_end_) {
      fill();
    }
    return std::span(bytes_).subspan(at_);
  }
  void advance(std::size_t count) { at_ += count; }

 private:
  void fill() {
    constexpr std::size_t most = std::size_t{1} << 20;
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(at_));
    offset_ += static_cast<std::int64_t>(at_);
    at_ = 0;
    const std::size_t kept = bytes_.size();
    const std::int64_t rest = size_ - offset_ - static_cast<std::int64_t>(kept);
    const std::size_t wanted =
        std::min(most + longest_, static_cast<std::size_t>(std::max<std::int64_t>(rest, 0)));
    bytes_.resize(kept + wanted);
    const std::size_t read =
        file_.read(std::span(bytes_).subspan(kept), offset_ + static_cast<std::int64_t>(kept));
    at_end_ = read < most + longest_;
    bytes_.resize(kept + read);
  }

  const CalledFile& file_;
  std::int64_t size_;    // when it was opened
  std::int64_t offset_;  // of bytes_[0]
  std::size_t longest_;
  std::size_t at_ = 0;
  bool at_end_ = false;
  std::vector<std::byte> bytes_;
};

}  // namespace

JournalHeader read_header(const CalledFile& file) {
  std::vector<std::byte> bytes(header_fixed);
  bytes.resize(file.read(bytes, 0));
  bytes.resize(std::max(bytes.size(), header_length(bytes)));
  bytes.resize(file.read(bytes, 0));
  return decode_header(bytes, file.path());
}

Scanned scan(const CalledFile& file, const JournalHeader& header, const EachRecord& each) {
  Scanned scanned{.end = header.size};
  Window window(file, header.size, longest_record(header));
  while (!window.bytes().empty()) {
    const std::optional<DecodedRecord> decoded = decode_record(header, window.bytes());
    if (!decoded || decoded->record.sequence != scanned.records) {
      break;
    }
    each(decoded->record, window.offset());
    window.advance(decoded->length);
    scanned.end = window.offset();
    ++scanned.records;
  }
  if (window.bytes().empty()) {
    return scanned;
  }
  // Records are synced in their order. One that is lost though a later one knew it to be on the
  // disk was not lost in a crash.
  Damage damage{.offset = scanned.end, .is_torn_tail = true};
  for_each_sound(file, header, scanned.end, [&](const JournalRecord& record, std::int64_t) {
    ++damage.sound_after;
    damage.is_torn_tail = damage.is_torn_tail && record.synced <= scanned.records;
  });
  scanned.damage = damage;
  return scanned;
}

void for_each_sound(const CalledFile& file,
                    const JournalHeader& header,
                    std::int64_t from,
                    const EachRecord& each) {
  Window window(file, from, longest_record(header));
  for (std::span<const std::byte> bytes = window.bytes(); !bytes.empty(); bytes = window.bytes()) {
    // A mark may lie across the end of what is in the window; its first byte is then kept.
    const std::size_t candidate = next_candidate(bytes, 0);
    if (candidate > 0) {
      const std::size_t kept =
          candidate == bytes.size() ? std::min<std::size_t>(3, bytes.size()) : 0;
      const bool at_end = bytes.size() <= 3 && candidate == bytes.size();
      window.advance(at_end ? bytes.size() : candidate - kept);
      continue;
    }
    const std::optional<DecodedRecord> decoded = decode_record(header, bytes);
    if (decoded) {
      each(decoded->record, window.offset());
    }
    window.advance(decoded ? decoded->length : 1);
  }
}

}  // namespace uq::studies
