#include "studies/workers/frame.hpp"

#include "uq/core/error.hpp"

#include <cstring>

namespace uq::studies {

namespace {

constexpr std::uint32_t magic = 0x31665155;  // "UQf1"

struct Header {
  std::uint32_t magic;
  std::uint32_t kind;
  std::uint32_t size;
  std::uint32_t checksum;
};
static_assert(sizeof(Header) == 16);

/// Not against malice but against noise: foreign code may write into a descriptor it guessed.
std::uint32_t checksum(std::uint32_t kind, std::string_view bytes) {
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;
  std::uint64_t h = (kind + bytes.size()) * factor;
  const auto mix = [&](std::uint64_t word) {
    h = (h ^ word) * factor;
    h ^= h >> 32;
  };
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    mix(word);
  }
  std::uint64_t rest = 0;
  if (at < bytes.size()) {
    std::memcpy(&rest, bytes.data() + at, bytes.size() - at);
  }
  mix(rest);
  return static_cast<std::uint32_t>(h);
}

}  // namespace

void append_frame(std::string& out, FrameKind kind, std::string_view payload) {
  expects(payload.size() <= max_payload, "a payload of " + std::to_string(payload.size()));
  const auto number = static_cast<std::uint32_t>(kind);
  const Header header{
      magic, number, static_cast<std::uint32_t>(payload.size()), checksum(number, payload)};
  out.append(reinterpret_cast<const char*>(&header), sizeof header);
  out.append(payload);
}

void FrameReader::feed(std::string_view bytes) {
  if (done_ == bytes_.size()) {
    bytes_.clear();
    done_ = 0;
  } else if (done_ > (std::size_t{1} << 20)) {
    bytes_.erase(0, done_);
    done_ = 0;
  }
  bytes_.append(bytes);
}

std::optional<Frame> FrameReader::next() {
  const std::string_view left = std::string_view(bytes_).substr(done_);
  if (left.size() < sizeof(Header)) {
    // What cannot become a header is refused at once: a sender of noise may never send enough.
    if (std::memcmp(left.data(), &magic, std::min(left.size(), sizeof magic)) != 0) {
      throw ProtocolError("what arrived is no frame");
    }
    return {};
  }
  Header header{};
  std::memcpy(&header, left.data(), sizeof header);
  if (header.magic != magic || header.kind == 0 || header.kind > last_frame_kind) {
    throw ProtocolError("what arrived is no frame");
  }
  if (header.size > max_payload) {
    throw ProtocolError("a frame announces " + std::to_string(header.size) + " bytes");
  }
  if (left.size() - sizeof header < header.size) {
    return {};
  }
  const std::string_view payload = left.substr(sizeof header, header.size);
  if (checksum(header.kind, payload) != header.checksum) {
    throw ProtocolError("a frame arrived damaged");
  }
  done_ += sizeof header + header.size;
  return Frame{static_cast<FrameKind>(header.kind), std::string(payload)};
}

}  // namespace uq::studies
